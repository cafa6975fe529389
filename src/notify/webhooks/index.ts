/** The public names of `askonce/webhooks`: signatures, for receivers and senders of webhooks. */
export {
  newSecret,
  type SignedHeaders,
  signedHeaders,
  type ToSign,
  type ToVerify,
  verifySignature,
} from './signature.ts';
