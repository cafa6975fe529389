import { describe, expect, it } from 'vitest';
import { namesSecret } from '../../../src/text/secrets.ts';

describe('namesSecret', () => {
  it.each([
    'What is the API key of the mail service?',
    'Paste the api-key here.',
    'Which apikey is it?',
    'What is the card’s number?',
    'Show ~/.ssh',
    'パスワードを教えてください',
    'データベースのパスワードを教えていただけますか？',
    'DBのpasswordを入力してください',
  ])('knows the secret in “%s”', (text) => {
    expect(namesSecret(text)).toBe(true);
  });

  it.each([
    'Which key should I sort by?',
    'What should the token limit be?',
    'What is your token limit?',
    'Should the password reset page be public?',
    'トークン数の上限は？',
    'アクセストークンの有効期限はどのくらいにしますか？',
    'api. Key points follow.',
  ])('sees none in “%s”', (text) => {
    expect(namesSecret(text)).toBe(false);
  });
});
