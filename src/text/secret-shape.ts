/**
 * Whether a text has the shape of a secret, whatever the question was. By structure alone: issuers' key prefixes, keys and tokens in their
 * usual encodings, addresses with a password, "password is …", and long words that no person makes up. In doubt it counts as a secret: what
 * is not shared can still be asked.
 */

/** Only this much of the beginning of a longer text is searched. */
const LOOKED_THROUGH = 20_000;

const SHAPES: readonly RegExp[] = [
  // Issuers' prefixes.
  /(?<![A-Za-z0-9])(?:sk|pk|rk|ek)[-_][A-Za-z0-9_-]{12}/,
  /(?<![A-Za-z0-9])(?:gh[opusr]_|github_pat_|glpat-|glptt-|npm_|pypi-|hf_|dop_v1_|shp(?:at|ss|ca)_|whsec_|xox[abeprs]-|xapp-|ya29\.|AIza|SG\.|lin_api_|dckr_pat_|r8_|tskey-|sq0[a-z]{3}-|figd_|ATATT|askonce_)[A-Za-z0-9_.-]{8}/,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA)[A-Z0-9]{12}/,
  // Keys and tokens in their encodings.
  /-----BEGIN [A-Z ]{0,40}(?:PRIVATE KEY|CERTIFICATE|PGP)/,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{4,4000}\./,
  /(?<![A-Za-z0-9])(?:bearer|basic) [A-Za-z0-9+/_.~=-]{12}/i,
  /(?<![A-Za-z0-9])(?:[0-9a-f]{32,}|[0-9A-F]{32,})(?![A-Za-z0-9])/,
  /\$(?:2[aby]|argon2[a-z]{1,2}|5|6)\$[^\s$]{1,60}\$/,
  // Addresses and connection strings with a password.
  /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}:[^\s/@]{1,200}@/i,
  /[?&](?:access_token|api_?key|key|sig|signature|token|password|secret)=[^\s&]{4}/i,
  // "The password is …", and assignments.
  /(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_ -]?key|access[_ -]?key|private[_ -]?key|credentials?|pin)["']?\s{0,4}(?:is|are|=|:|:=|=>)\s{0,4}["'`]?[^\s"'`]/i,
  /(?:passwort|kennwort|contraseña|clave|mot de passe|senha|wachtwoord)\s{0,4}(?:ist|lautet|es|est|é|is|=|:)\s{0,4}\S/iu,
  /(?:パスワード|暗証番号|合言葉|秘密鍵|密码|密碼|口令|비밀번호|암호)\s{0,4}(?:は|が|是|為|为|는|은|=|:|：)\s{0,4}\S/u,
];

const WORD = /[A-Za-z0-9+/_=~.-]{20,400}/g;
const CARD = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/g;

/**
 * @example
 * looksSecret('ghp_16C7e42F292c6912E7710c838347Ae178B4a'); // true
 * looksSecret('src/store/postgres/schema.ts'); // false
 */
export function looksSecret(text: string): boolean {
  const plain = text.normalize('NFKC').slice(0, LOOKED_THROUGH);
  if (SHAPES.some((shape) => shape.test(plain))) return true;
  if ((plain.match(WORD) ?? []).some(isRandom)) return true;
  return (plain.match(CARD) ?? []).some(isCard) || isSeedPhrase(plain);
}

/** A long word in which letters of both cases and digits, or letters and many digits, alternate as in no real word. */
function isRandom(word: string): boolean {
  const parts = word.split(/[/.=]+/).filter((part) => part.length >= 20);
  return parts.some((part) => {
    const digits = part.replace(/\D/g, '').length;
    const changes = (part.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g) ?? []).length;
    return digits >= 3 && changes >= part.length / 5 && new Set(part).size >= 10;
  });
}

/** The check digit of card numbers. */
function isCard(number: string): boolean {
  const digits = Array.from(number.replace(/\D/g, ''), Number).toReversed();
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : (digit * 2) % 9 || (digit && 9)), 0);
  return digits.length >= 13 && new Set(digits).size > 1 && sum % 10 === 0;
}

/** Twelve to twenty-four short words and nothing else: such a list restores a wallet. */
function isSeedPhrase(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return [12, 15, 18, 21, 24].includes(words.length) && words.every((word) => /^[a-z]{3,8}$/.test(word));
}
