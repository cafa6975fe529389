/** Cases in the shape of this project: pairs, replies and sentences, from a folder of eval/. */
import { join } from 'node:path';
import { jsonl, tsv } from '../../eval/rows.ts';
import type { Reply } from './automatic.ts';
import type { Pair } from './repeat-guard.ts';

export const caseFile = (folder: string, name: string): string => join(import.meta.dirname, '../../eval', folder, name);

export function pairsIn(folder: string): Pair[] {
  const rows = tsv(caseFile(folder, 'repeat-pairs.tsv'), 'label', 'lang', 'q1', 'q2');
  return rows.map(({ label, lang, q1, q2 }) => ({ same: label === '1', group: lang, one: q1, other: q2 }));
}

export function repliesIn(folder: string): Reply[] {
  const rows = tsv(caseFile(folder, 'replies.tsv'), 'gold', 'lang', 'question', 'reply');
  return rows.map(({ gold, lang, question, reply }) => ({
    gold: gold === 'ABSTAIN' ? null : gold,
    asked: { question, type: 'CONFIRM' },
    words: reply,
    group: lang,
  }));
}

interface NamedRow {
  readonly gold: string | null;
  readonly type: 'SELECT_ONE' | 'TARGET_FILE';
  readonly lang: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly files: readonly string[];
  readonly said: string;
}

export function namedIn(folder: string): Reply[] {
  const rows = jsonl<NamedRow>(caseFile(folder, 'named.jsonl'));
  return rows.map(({ gold, type, lang, question, options, files, said }) => ({
    gold,
    asked: { question, type, options },
    words: said,
    files,
    group: lang,
  }));
}
