/** `askonce migrate`: a whole store into another, with both compared at the end. */
import { existsSync } from 'node:fs';
import { openAskOnce } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { CopiedTable, CopyNews, CopyReport } from '../../store/copy/copy.ts';
import { copyStore } from '../../store/copy/store.ts';
import { isPostgresAddress } from '../../store/postgres/address.ts';
import { bring } from '../../store/sqlite/bring.ts';
import { newestQuestion } from '../../store/sqlite/glance.ts';
import { EXIT, note, say, sayJson } from '../terminal/output.ts';
import { oneLine } from '../terminal/text.ts';
import { interruption } from './interruption.ts';
import { copyProgress } from './migrate-progress.ts';
import { personPlaces, personStore } from './person/places.ts';
import { notForAgents, personOnly } from './person-only.ts';
import { shortened } from './shortened.ts';
import { type GlobalOptions, projectRoot, storeAddress } from './store-location.ts';

interface MigrateFlags extends GlobalOptions {
  from: string;
  to?: string;
}

export async function migrate(flags: MigrateFlags): Promise<number> {
  if (flags.to === undefined) return bringHome(flags);
  const [from, to] = [storeAddress(flags.from), storeAddress(flags.to)];
  if (from === to) throw new AskOnceError('usage', '--from and --to name the same store.');
  const interrupt = interruption();
  const progress = copyProgress(process.stderr);
  let begun = false;
  const tell = (news: CopyNews) => {
    begun ||= news.news === 'copying';
    progress.tell(news);
  };
  let report: CopyReport;
  try {
    report = await copyStore(from, to, { tell, signal: interrupt.signal }).finally(progress.end);
  } catch (error) {
    const stopped = interrupt.signal.aborted;
    if (stopped || begun) note(`${stopped ? 'Stopped' : 'Interrupted'}. Run the same command again to continue.`);
    if (stopped) return interrupt.exitCode();
    throw error;
  } finally {
    interrupt.end();
  }
  return reported(report, flags.json === true);
}

const NOTHING_NEW = 'There is nothing to bring.';

/** Into the person's store, which is in use and may hold other projects. */
async function bringHome(flags: MigrateFlags): Promise<number> {
  personOnly('migrate');
  // What is copied may hold rules that allow.
  notForAgents('migrate');
  const from = storeAddress(flags.from);
  const places = personPlaces();
  if (isPostgresAddress(from) || !personStore(places).usable || from === places.db) {
    const text = isPostgresAddress(from)
      ? 'Only a file can be brought into your store'
      : 'You have no store of your own yet';
    throw new AskOnceError('usage', `${text}. Give the target with --to, or run \`askonce up\` first.`);
  }
  if (!existsSync(from)) throw new AskOnceError('store_unavailable', `No store at ${from}.`, { file: from });
  if (newestQuestion(from) === null) {
    if (flags.json) sayJson({ from, to: places.db, sessions: 0, questions: 0, events: 0, preferences: 0 });
    else say(NOTHING_NEW);
    return EXIT.ok;
  }
  // Opening them brings both to the current release.
  for (const db of [from, places.db]) await (await openAskOnce({ db, project: projectRoot(flags.project) })).close();
  const brought = await bring(from, places.db);
  if (flags.json) sayJson({ from, to: places.db, ...brought });
  else {
    const { sessions, questions, events, keptAs } = brought;
    const told = `Brought ${number(questions)} questions of ${number(sessions)} sessions, with ${number(events)} events.`;
    say(oneLine(questions === 0 ? NOTHING_NEW : told));
    say(oneLine(`The old store is now ${shortened(keptAs)}; delete it when you like.`));
  }
  return EXIT.ok;
}

function reported(report: CopyReport, json: boolean): number {
  if (!report.complete) {
    if (!json) say(table(report.tables).join('\n'));
    const differ = report.tables.filter(({ same }) => !same).map((compared) => compared.table);
    throw new AskOnceError(
      'copy_differs',
      `The copy differs from its source in ${differ.join(', ')}, so it cannot be used. Run the same command again to start over.`,
      { tables: report.tables },
    );
  }
  if (json) sayJson(report);
  else {
    say(table(report.tables).join('\n'));
    say(oneLine(`Copied ${number(report.rows)} rows. ${report.to} is ready.`));
  }
  if (report.sourceChanged) {
    note(`The source was changed during the copy. Changes after event ${report.lastEvent} are not in the copy.`);
  }
  return EXIT.ok;
}

/** Side by side what each side holds, read from each by itself. */
function table(tables: readonly CopiedTable[]): string[] {
  const rows = tables.map(({ table, source, copy, same }) => [
    table,
    number(source.rows),
    number(copy.rows),
    source.checksum.slice(0, 12),
    copy.checksum.slice(0, 12),
    same ? 'same' : 'DIFFERS',
  ]);
  const all = [['table', 'source rows', 'copy rows', 'source sha256', 'copy sha256', ''], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const isNumber = (column: number) => column === 1 || column === 2;
  return all.map((row) =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
