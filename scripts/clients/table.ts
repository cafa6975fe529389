/** The generated parts of docs/clients.md: one row for each way to use a client, and the list of what was tried. Pure. */
import { COLUMNS, type Column } from './cases.ts';
import type { Client, Way } from './client.ts';

/** One case that was run. */
export interface Tried {
  readonly client: Client;
  readonly way: string;
  readonly column: Column;
  readonly tried: string;
  readonly happened: string;
  readonly held: boolean;
}

const TITLES: Record<Column, string> = {
  questions: 'questions',
  approvals: 'approvals',
  edits: 'edits',
  scopes: 'scopes',
  'agent killed': 'survives kill of agent',
  'AskOnce killed': 'survives kill of AskOnce',
};

const HEAD = ['agent', 'version', ...COLUMNS.map((column) => TITLES[column]), 'what it cannot do'];

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
const headOf = (cells: readonly string[]): string[] => [rowOf(cells), `|${'---|'.repeat(cells.length)}`];

const nameOf = ({ title }: Client, { name }: Way): string => `${title}: ${name}`;

/** The rows of the ways in which something was tried. */
function rows(all: readonly Tried[]): string[] {
  return [...new Set(all.map(({ client }) => client))].flatMap((client) =>
    client.ways.flatMap((way) => {
      const here = all.filter((one) => one.client === client && one.way === way.name);
      const cells = COLUMNS.map((column) => cellOf(here.filter((one) => one.column === column)));
      return here.length === 0 ? [] : [rowOf([nameOf(client, way), client.version, ...cells, way.cannot])];
    }),
  );
}

/** A cell holds only if all its cases do. The number says how many there are. */
function cellOf(cases: readonly Tried[]): string {
  if (cases.length === 0) return '–';
  const failed = cases.filter(({ held }) => !held).length;
  return failed === 0 ? `yes (${cases.length})` : `**no** (${failed} of ${cases.length})`;
}

export const summary = (all: readonly Tried[]): string => [...headOf(HEAD), ...rows(all)].join('\n');

function listOf(client: Client, all: readonly Tried[]): string {
  const cases = all.filter((one) => one.client === client);
  const lines = cases.map(({ way, column, tried, happened }) => rowOf([way, TITLES[column], tried, happened]));
  return [`## ${client.title} ${client.version}`, '', ...headOf(LIST), ...lines].join('\n');
}

const LIST = ['way', 'column', 'tried', 'what happened'];

/** The page with these results in place of earlier ones of the same clients. Clients that were not run keep theirs. */
export function pageWith(page: string, all: readonly Tried[]): string {
  const clients = [...new Set(all.map(({ client }) => client))];
  const sections = page.split(/^(?=## )/m);
  const isOf = (section: string, { title }: Client) => section.startsWith(`## ${title} `);
  const written = sections.map((section) => {
    if (section.includes(rowOf(HEAD))) return withRows(section, all, clients);
    const client = clients.find((one) => isOf(section, one));
    return client === undefined ? section : `${listOf(client, all)}\n\n`;
  });
  const added = clients.filter((client) => !sections.some((section) => isOf(section, client)));
  const whole = [...written, ...added.map((client) => `\n${listOf(client, all)}\n\n`)].join('');
  return `${whole.replaceAll(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}

function withRows(section: string, all: readonly Tried[], clients: readonly Client[]): string {
  const lines = section.split('\n');
  const at = lines.indexOf(rowOf(HEAD)) + 2;
  const end = lines.findIndex((line, n) => n >= at && !line.startsWith('|'));
  const kept = lines.slice(at, end).filter((line) => !clients.some(({ title }) => line.startsWith(`| ${title}: `)));
  return [...lines.slice(0, at), ...[...rows(all), ...kept].toSorted(byName), ...lines.slice(end)].join('\n');
}

/** By client; the rows of a client keep their order. */
const byName = (a: string, b: string): number => clientOf(a).localeCompare(clientOf(b));
const clientOf = (row: string): string => row.split(':')[0]!;
