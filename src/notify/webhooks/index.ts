/** The public names of `askonce/webhooks`: signatures, for those who receive webhooks and for those who send them. */
export {
  newSecret,
  type SignedHeaders,
  signedHeaders,
  type ToSign,
  type ToVerify,
  verifySignature,
} from './signature.ts';
