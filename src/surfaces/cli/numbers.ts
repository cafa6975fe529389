/** Parses numbers on the command line. */
import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

export function atLeastOne(text: string): number {
  const number = wholeNumber(text);
  if (number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError('It must be a number from 1 to 10000.');
}

export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}
