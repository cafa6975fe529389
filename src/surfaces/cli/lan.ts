/**
 * The server in the local network: the address that a phone can open, and the QR code that pairs it. The code is in the part of the address
 * that browsers keep to themselves.
 */
import { networkInterfaces } from 'node:os';
import type { AskOnce } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';

/** Every address of this machine; tokens are needed on all of them. */
export const LAN_HOST = '0.0.0.0';

/** Interfaces of virtual machines, containers and bridges: a phone is in none of their networks. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|podman|bridge|utun|awdl|llw)/i;
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;

/** Returns the address of this machine in the local network: a private one if there is one. */
export function lanAddress(interfaces = networkInterfaces()): string {
  const found = Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((one) => ({ ...one, isVirtual: VIRTUAL.test(name) })))
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'));
  const [best] = found.toSorted((a, b) => rank(a) - rank(b));
  if (best !== undefined) return best.address;
  throw new AskOnceError('usage', 'This machine is in no local network. Connect it, or leave out --lan.');
}

function rank({ isVirtual, address }: { isVirtual: boolean; address: string }): number {
  return (isVirtual ? 2 : 0) + (PRIVATE.test(address) ? 0 : 1);
}

/**
 * Makes a pairing code and returns the lines that show it: for `askonce serve --lan`, and for `askonce up --lan`, which starts such a
 * server in the background.
 */
export async function lanInvitation({ access }: AskOnce, url: string): Promise<string[]> {
  const { code } = await access.pairing.make();
  const address = `${url}/#pair=${code}`;
  // Loaded on demand: only this needs it.
  const { renderUnicodeCompact } = await import('uqr');
  return [
    'Scan this with your phone, in the same network, within five minutes:',
    '',
    // Light on dark, as terminals are; phones read both.
    ...renderUnicodeCompact(address, { border: 2 })
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    `  ${address}`,
    '',
    'It works once. The phone can then answer everything; `askonce token list` shows it,',
    'and `askonce token revoke` ends it. The connection is not encrypted: use a network',
    'that you trust.',
  ];
}
