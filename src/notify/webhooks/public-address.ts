/**
 * The guard of webhooks: a user who may register a URL must not reach, through this server, what only this server can reach (the machine
 * itself, its network, a cloud's metadata). Names are resolved here, and the connection goes to an address that was checked: there is no
 * second lookup in which the name could lead elsewhere.
 */
import { lookup as dnsLookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { AskOnceError } from '../../core/model/errors.ts';

export interface AddressRules {
  /** Set by the operator: private addresses and http are allowed. */
  readonly allowPrivate?: boolean;
}

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

const MAX_URL_LENGTH = 2_000;

/** Addresses that the IANA registries do not list as globally reachable, and one cloud address. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8', // this network; 0.0.0.0 is the machine itself
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure: the host of a virtual machine
  '169.254.0.0/16', // link-local; 169.254.169.254 is a cloud's metadata
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24', // documentation, and the two below
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

/** Inside 2000::/3, the only public range: addresses that embed an IPv4 address, are not routed, or are for documentation. */
const NOT_PUBLIC_V6 = [
  '2001::/23', // protocols; Teredo among them
  '2001:db8::/32',
  '2002::/16', // 6to4
  '3fff::/20',
];

/** A network without IPv4 maps all IPv4 addresses here. */
const NAT64 = '64:ff9b::';

const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
publicV6.addSubnet(NAT64, 96, 'ipv6');

const notPublic = new BlockList();
for (const [network, bits] of NOT_PUBLIC_V4.map(subnet)) {
  notPublic.addSubnet(network, bits, 'ipv4');
  notPublic.addSubnet(NAT64 + network, 96 + bits, 'ipv6');
}
for (const [network, bits] of NOT_PUBLIC_V6.map(subnet)) notPublic.addSubnet(network, bits, 'ipv6');

function subnet(text: string): [string, number] {
  const [network, bits] = text.split('/');
  return [network!, Number(bits)];
}

/** Whether an address, without brackets, can be reached from anywhere on the Internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  // An address with a zone (fe80::1%eth0) belongs to a link.
  return family === 6 && !address.includes('%') && publicV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** Returns the URL of a webhook, or throws an error that says why it cannot be one. Names are not resolved here but on each call. */
export function checkedUrl(text: string, { allowPrivate = false }: AddressRules = {}): URL {
  const url = typeof text === 'string' && text.length <= MAX_URL_LENGTH ? URL.parse(text) : null;
  if (url === null) throw forbidden('The webhook’s URL is not valid. Write it like https://example.com/hook.');
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw forbidden(`A webhook’s URL must begin with https://, not with ${url.protocol}.`);
  }
  // Not shown, so that a password in the URL does not end up in a log.
  if (url.username !== '' || url.password !== '') {
    throw forbidden('A webhook’s URL must not contain a user name or password. Verify the signature instead.');
  }
  if (url.port !== '' && url.port !== '80' && url.port !== '443' && Number(url.port) < 1024) {
    throw forbidden(`Port ${url.port} is not allowed. Use 443, 80, or a port from 1024 up.`);
  }
  // The URL parser has already converted decimal, octal and hexadecimal addresses to dotted form.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host.endsWith('.')) throw forbidden(`“${host}” ends with a dot. Write the host without it.`);
  if (allowPrivate) return url;
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (isLocal || (isIP(host) !== 0 && !isPublicAddress(host))) throw privateAddress(host);
  return url;
}

/**
 * The lookup function for `node:http`. One private address among public ones rejects them all: no name has such a mix by accident. (Node
 * looks up no name if the host is an address; `checkedUrl` has checked that.)
 */
export function guardedLookup(
  { allowPrivate = false }: AddressRules = {},
  resolve: Resolve = systemResolve,
): LookupFunction {
  const find = callbackify(async (hostname: string, family: unknown): Promise<readonly Address[]> => {
    const found = await resolve(hostname);
    if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) throw privateAddress(hostname);
    const fitting = found.filter((one) => (family !== 4 && family !== 6) || one.family === family);
    if (fitting.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    return fitting;
  });
  return (hostname, options, callback) => {
    find(hostname, options.family, (error, addresses) => {
      if (error !== null) callback(error, '');
      else if (options.all) callback(null, [...addresses]);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

const systemResolve: Resolve = (hostname) => dnsLookup(hostname, { all: true });

function forbidden(message: string): AskOnceError {
  return new AskOnceError('webhook_forbidden', message);
}

/** The address is left out: otherwise a user could map the network by registering webhooks. */
function privateAddress(host: string): AskOnceError {
  return new AskOnceError(
    'webhook_forbidden',
    `“${host}” resolves to an address that is not public, so webhooks are not sent there. If this is intended, start the server with --allow-private-webhooks.`,
    { host },
  );
}
