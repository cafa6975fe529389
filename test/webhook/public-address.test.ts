/** No webhook goes where only we can go, however the address is written and whatever its name leads to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, checkedUrl, guardedLookup, isPublicAddress } from '../../src/notify/webhooks/public-address.ts';

const words = (text: string) => text.trim().split(/\s+/);

const NOT_PUBLIC = words(`
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.9 169.254.169.254
  172.16.0.1 172.31.255.255 192.168.1.1 192.0.0.1 192.0.2.1 198.51.100.7 203.0.113.9 198.18.0.1
  198.19.255.255 192.88.99.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
`);
const NOT_PUBLIC_V6 = words(`
  :: ::1 fe80::1 fe80::1%eth0 febf::1 fc00::1 fd00:ec2::254 ff02::1 fec0::1 100::1 2001:db8::1 3fff::1
  2001::1 2001:0:1:2:: 2002:7f00:1:: 2002:808:808:: ::7f00:1 5f00::1 64:ff9b:1::1 64:ff9b:1::8.8.8.8
  ::ffff:0:127.0.0.1 2606:4700::1111%1
`);

describe('an address', () => {
  it.each([...NOT_PUBLIC, ...NOT_PUBLIC_V6])('like %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(NOT_PUBLIC)('like %s is not made public by IPv6 around it', (address) => {
    const hex = address
      .split('.')
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('');
    const [high, low] = [hex.slice(0, 4), hex.slice(4)];
    for (const around of [
      `::ffff:${address}`,
      `::ffff:${high}:${low}`,
      `::${address}`,
      `64:ff9b::${address}`,
      `64:ff9b::${high}:${low}`,
      `2002:${high}:${low}::1`,
    ]) {
      expect(isPublicAddress(around), around).toBe(false);
    }
  });

  it.each(
    words(`
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0
    192.167.255.255 192.169.0.0 223.255.255.255 168.63.129.17 169.253.255.255 2606:4700:4700::1111
    2a00:1450:4001::200e 2001:4860:4860::8888 64:ff9b::8.8.8.8
  `),
  )('like %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['', 'localhost', '127.1', '0x7f000001', '[::1]', '1.2.3.4.5', '::ffff:1.2.3'])(
    'is not what %j is',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});

describe('the URL of a webhook', () => {
  const refuse = (url: string, allowPrivate = false) => expect(() => checkedUrl(url, { allowPrivate }), url).toThrow();

  it.each([
    'https://example.com/hook?key=1',
    'https://example.com:8443/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
    'https://xn--bcher-kva.example/',
  ])('may be %s', (url) => {
    expect(checkedUrl(url).href).toBe(url);
  });

  it.each(
    words(`
    https://127.0.0.1/ https://127.1/ https://2130706433/ https://0x7f000001/ https://0x7f.1/
    https://0177.0.0.1/ https://017700000001/ https://127.0.0.1./ https://0/ https://①②⑦.0.0.1/
    https://[::1]/ https://[::]/ https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/
    https://[64:ff9b::169.254.169.254]/ https://[2002:a9fe:a9fe::]/ https://[fd00::1]/
    https://169.254.169.254/latest/meta-data https://0xa9fea9fe/ https://%31%32%37.0.0.1/ https://localhost/
    https://LOCALHOST/ https://app.localhost/ https://ｌｏｃａｌｈｏｓｔ/
  `),
  )('is not %s, but with private addresses allowed it may be', (url) => {
    expect(() => checkedUrl(url)).toThrow('not public');
    expect(() => checkedUrl(url, { allowPrivate: true })).not.toThrow();
  });

  it('is https; http is for private addresses', () => {
    refuse('http://example.com/');
    expect(checkedUrl('http://builder.internal:8080/', { allowPrivate: true }).port).toBe('8080');
  });

  it.each([
    ...words(`
      ftp://example.com/ file:///etc/passwd javascript:alert(1) unix:/run/docker.sock ws://example.com https:// example.com
      https://user@example.com/ https://user:secret@example.com/ https://:secret@example.com/ https://example.com:0/
      https://example.com:22/ https://example.com:25/ https://example.com:70000/ https://localhost./ https://example.com./
      https://1.2.3.256/ https://[fe80::1%25eth0]/ https://09.0.0.1/
    `),
    '',
    'https://a b/',
    `https://example.com/${'a'.repeat(2_000)}`,
  ])('is never %s', (url) => {
    refuse(url);
    refuse(url, true);
  });

  it('is not shown where it holds a password', () => {
    expect(() => checkedUrl('https://me:hunter2@example.com/')).toThrow(/^(?!.*hunter2)/);
  });

  it('leads to no private address whatever number the host is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NOT_PUBLIC), fc.constantFrom(8, 10, 16), (address, base) => {
        const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
        const prefix = { 8: '0', 10: '', 16: '0x' }[base];
        refuse(`https://${prefix}${number.toString(base)}/`);
      }),
    );
  });
});

describe('the resolving of a name', () => {
  const PUBLIC: Address = { address: '1.1.1.1', family: 4 };
  const PUBLIC_V6: Address = { address: '2606:4700:4700::1111', family: 6 };
  const PRIVATE: Address = { address: '127.0.0.1', family: 4 };

  /** What node:net is given. */
  const lookUp = (
    lookup: ReturnType<typeof guardedLookup>,
    options: { all?: boolean; family?: 4 | 6 } = { all: true },
  ) =>
    new Promise((resolve, reject) => {
      lookup('hook.example', options, (error, found, family) => {
        if (error) reject(error);
        else resolve(options.all ? found : [found, family]);
      });
    });
  const answering = (...answers: (readonly Address[])[]) => {
    const asked: string[] = [];
    const resolve = async (name: string) => answers[Math.min(asked.push(name), answers.length) - 1]!;
    return { asked, resolve };
  };

  it('gives the very addresses that were looked at, and asks once', async () => {
    const { asked, resolve } = answering([PUBLIC, PUBLIC_V6]);
    const lookup = guardedLookup({}, resolve);
    expect(await lookUp(lookup)).toEqual([PUBLIC, PUBLIC_V6]);
    expect(asked).toEqual(['hook.example']);
    expect(await lookUp(lookup, {})).toEqual(['1.1.1.1', 4]);
    expect(await lookUp(lookup, { family: 6 })).toEqual([PUBLIC_V6.address, 6]);
  });

  it('refuses a name that leads to a private address the second time', async () => {
    const lookup = guardedLookup({}, answering([PUBLIC], [PRIVATE]).resolve);
    expect(await lookUp(lookup)).toEqual([PUBLIC]);
    await expect(lookUp(lookup)).rejects.toMatchObject({ code: 'webhook_forbidden' });
  });

  it('refuses a private address among public ones, also of the family that is not wanted', async () => {
    const { resolve } = answering([PUBLIC, PUBLIC_V6, { address: '::1', family: 6 }]);
    await expect(lookUp(guardedLookup({}, resolve))).rejects.toMatchObject({ code: 'webhook_forbidden' });
    await expect(lookUp(guardedLookup({}, resolve), { family: 4 })).rejects.toMatchObject({
      code: 'webhook_forbidden',
    });
    expect(await lookUp(guardedLookup({ allowPrivate: true }, resolve), { family: 4 })).toEqual(['1.1.1.1', 4]);
  });

  it('does not tell which address it was', async () => {
    await expect(lookUp(guardedLookup({}, answering([{ address: '10.1.2.3', family: 4 }]).resolve))).rejects.toThrow(
      /^(?!.*10\.1\.2\.3).*hook\.example/,
    );
  });

  it('fails as Node’s own does where there is no address, or none of the family', async () => {
    await expect(lookUp(guardedLookup({}, answering([]).resolve))).rejects.toMatchObject({ code: 'ENOTFOUND' });
    const none = guardedLookup({}, answering([PUBLIC]).resolve);
    await expect(lookUp(none, { family: 6 })).rejects.toMatchObject({ code: 'ENOTFOUND' });
    const broken = guardedLookup({}, () => Promise.reject(Object.assign(new Error('x'), { code: 'EAI_AGAIN' })));
    await expect(lookUp(broken)).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });
});
