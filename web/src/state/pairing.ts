/** Pairs this device with the server: the code of its QR code, in the address or pasted, is exchanged for a token. */
import { signal } from '@preact/signals';
import { AskOnceClient } from '../../../src/surfaces/client/index.ts';
import { messageOf, takeToken } from './api.ts';

const CODE = /(?:^|#pair=)(1\.[\w-]{22}\.[\da-z]{1,11}\.[\w-]{43})$/;

/** Why the last code was refused, for the form that asks for a token. */
export const pairingRefused = signal<string | null>(null);

/** The code in a text, alone or in the address that contains it; null if there is none. */
export function pairingCode(text: string): string | null {
  return CODE.exec(text.trim())?.[1] ?? null;
}

/** Takes a code out of the address first: it stays neither in the history nor on the screen. */
export async function pairByAddress(): Promise<void> {
  const code = pairingCode(location.hash);
  if (code === null) return;
  location.replace('#/');
  await pair(code);
}

/** A device that was paired before stays so if the code is refused. */
export async function pair(code: string): Promise<void> {
  try {
    const { token } = await new AskOnceClient({ url: location.origin }).pair(code);
    takeToken(token, true);
    pairingRefused.value = null;
  } catch (error) {
    pairingRefused.value = messageOf(error);
  }
}
