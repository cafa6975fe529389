/** Our signatures are those of Standard Webhooks: its own library reads ours, and we read its. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signedHeaders, verifySignature } from '../../src/notify/webhooks/signature.ts';

const NOW = Date.UTC(2027, 0, 1);
const MINUTE = 60_000;
const secret = newSecret();
const body = '{"type":"job.completed","said":"größer, 大"}';

const signed = (more: Partial<Parameters<typeof signedHeaders>[0]> = {}) => ({
  ...signedHeaders({ secret, id: 'evt-7', at: NOW, body, ...more }),
});

describe('a signature', () => {
  it('of ours is read by the library of Standard Webhooks', () => {
    const headers = signed({ at: Date.now() });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature');
  });

  it('of that library is read by us', () => {
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(NOW / 1000),
      'webhook-signature': new Webhook(secret).sign('msg_1', new Date(NOW), body),
    };
    expect(verifySignature({ secret, headers, body, now: NOW })).toBe(true);
  });

  it('is the one that the specification gives as its example', () => {
    const example = signedHeaders({
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: 1_614_265_330_000,
      body: '{"test": 2432232314}',
    });
    expect(example['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is read from headers of fetch, of node:http, in any case, and over bytes', () => {
    const headers = signed();
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    for (const given of [new Headers(headers), headers, shouted])
      expect(verifySignature({ secret, headers: given, body: Buffer.from(body), now: NOW })).toBe(true);
  });

  it('is found among several, and not among those of another version', () => {
    const { 'webhook-signature': right, ...rest } = signed();
    const wrong = signed({ secret: newSecret() })['webhook-signature'];
    const verify = (signature: string) =>
      verifySignature({ secret, headers: { ...rest, 'webhook-signature': signature }, body, now: NOW });
    expect(verify(`${wrong} v1a,abc ${right}`)).toBe(true);
    expect(verify(`${right} ${wrong}`)).toBe(true);
    expect(verify(`${wrong} ${wrong}`)).toBe(false);
    expect(verify(right.replace('v1,', 'v2,'))).toBe(false);
    expect(verify(right.replace('v1,', ''))).toBe(false);
    expect(verify(`${right}=`)).toBe(false);
    expect(verify('')).toBe(false);
  });

  it.each([
    ['another body', { body: `${body} ` }],
    ['another id', { headers: { ...signed(), 'webhook-id': 'evt-8' } }],
    ['another time', { headers: { ...signed(), 'webhook-timestamp': String(NOW / 1000 + 1) } }],
    ['another secret', { secret: newSecret() }],
    ['no id', { headers: { ...signed(), 'webhook-id': '' } }],
    ['no headers', { headers: {} }],
    ['a list for a header', { headers: { ...signed(), 'webhook-signature': [signed()['webhook-signature']] } }],
    ['a time that is no number', { headers: { ...signed(), 'webhook-timestamp': `${NOW / 1000}x` } }],
  ])('does not fit %s', (_what, other) => {
    expect(verifySignature({ secret, headers: signed(), body, now: NOW, ...other })).toBe(false);
  });

  it('is good for five minutes to either side', () => {
    const at = (now: number) => verifySignature({ secret, headers: signed(), body, now });
    expect([at(NOW - 5 * MINUTE), at(NOW + 5 * MINUTE)]).toEqual([true, true]);
    expect([at(NOW - 5 * MINUTE - 1), at(NOW + 5 * MINUTE + 1)]).toEqual([false, false]);
  });

  it('is not made for an id that could be read in two ways', () => {
    for (const id of ['evt.7', '', 'evt 7', 'größe', 'a\r\nb']) expect(() => signed({ id })).toThrow('without dots');
  });
});

describe('a secret', () => {
  it('is new each time, and 32 bytes long', () => {
    expect(newSecret()).not.toBe(newSecret());
    expect(Buffer.from(newSecret().slice('whsec_'.length), 'base64')).toHaveLength(32);
  });

  it.each([24, 25, 64])('of %s bytes is taken', (bytes) => {
    expect(() => signed({ secret: `whsec_${randomBytes(bytes).toString('base64')}` })).not.toThrow();
  });

  it.each([
    ['short', `whsec_${randomBytes(23).toString('base64')}`],
    ['long', `whsec_${randomBytes(65).toString('base64')}`],
    ['without its beginning', randomBytes(32).toString('base64')],
    ['no base64', `whsec_${'?'.repeat(40)}`],
    ['not filled up', `whsec_${randomBytes(32).toString('base64').replace('=', '')}`],
    ['no text', 42 as never],
  ])('that is %s is refused, and not shown', (_what, wrong) => {
    const error = (() => {
      try {
        signed({ secret: wrong });
      } catch (thrown) {
        return thrown as Error;
      }
    })();
    expect(error).toMatchObject({ code: 'argument_invalid' });
    expect(error!.message).not.toContain(String(wrong));
  });
});
