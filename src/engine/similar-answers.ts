/**
 * Tier "similar" of the repeat guard: where a person sees a question, the answer they gave to one most like it in the session
 * stands first. It is looked up when the question is shown, not when it is asked: so asking costs nothing for it, and what was
 * answered or taken back since is seen.
 */
import { setImmediate } from 'node:timers/promises';
import { clip, serves } from '../core/answer/check.ts';
import type { ClarificationRecord } from '../core/model/records.ts';
import type { ClarificationRow, Store } from '../ports.ts';
import { aboutTheSame, isPlaceholder } from '../text/context.ts';
import { mostSimilar, type Sketch, sketchOf } from '../text/similarity.ts';

/** Questions kept as they were read, so that the same thousand answers are not read word by word for every page. */
const MAX_KEPT = 20_000;
/** Answers read for one page, and the newest of a session that a question is compared with. */
const MAX_READ = 2_000;
const MAX_COMPARED = 300;
/** What one page may cost, and how much of that is done before others have a turn; one comparison is 1. */
const MAX_STEPS = 20_000;
const WORK_PER_TURN = 2_000;
/** What it costs to read a question word by word. */
const READING = 30;

/** A question as it was read. */
interface ReadQuestion {
  readonly sketch: Sketch;
}

export class SimilarAnswers {
  private readonly store: Store;
  private readonly read = new Map<string, ReadQuestion>();

  constructor(store: Store) {
    this.store = store;
  }

  /**
   * The questions, those that wait and have no offer yet with the one that fits them best. What a page may cost is bounded: of a long one in
   * a session of many answers the first questions have offers, and the others have theirs when they are looked at one by one.
   */
  async beside(listed: readonly ClarificationRow[]): Promise<readonly ClarificationRow[]> {
    const sessions = new Set(listed.filter(mayBeOffered).map(({ session }) => session));
    if (sessions.size === 0) return listed;
    // A page that asks about very many answers shows its first questions with theirs, rather than all of them late.
    const read = await this.store.answers([...sessions], MAX_READ);
    const newest = read.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const bySession = Map.groupBy(newest, ({ session }) => session);
    const shown: ClarificationRow[] = [];
    let done = 0;
    let sinceTurn = 0;
    for (const question of listed) {
      const answers = bySession.get(question.session)?.slice(0, MAX_COMPARED) ?? [];
      if (done >= MAX_STEPS || answers.length === 0 || !mayBeOffered(question)) {
        shown.push(question);
        continue;
      }
      const unread = [question, ...answers].filter(({ id }) => !this.read.has(id)).length;
      const work = answers.length + unread * READING;
      shown.push(this.withOffer(question, answers));
      done += work;
      sinceTurn += work;
      if (sinceTurn < WORK_PER_TURN) continue;
      sinceTurn = 0;
      await setImmediate();
    }
    return shown;
  }

  private withOffer(question: ClarificationRow, answers: readonly ClarificationRecord[]): ClarificationRow {
    const known = answers
      .filter((earlier) => this.mayServe(earlier, question))
      .map((earlier) => ({ earlier, sketch: this.readingOf(earlier).sketch }));
    const found = mostSimilar(this.readingOf(question).sketch, known)?.earlier;
    if (!found) return question;
    return { ...question, offered: { id: found.id, question: askedAs(found, question), answer: found.answer! } };
  }

  private readingOf({ id, question }: ClarificationRecord): ReadQuestion {
    const kept = this.read.get(id);
    if (kept) return kept;
    const oldest = this.read.size >= MAX_KEPT ? this.read.keys().next().value : undefined;
    if (oldest !== undefined) this.read.delete(oldest);
    const read = { sketch: sketchOf(question) };
    this.read.set(id, read);
    return read;
  }

  /** Whether an earlier answer could be given to this question at all. */
  private mayServe(earlier: ClarificationRecord, question: ClarificationRow): boolean {
    if (earlier.destructive || earlier.subject !== question.subject) return false;
    const apart = (type: ClarificationRecord['type']) => type === 'CONFIRM' || type === 'TARGET_FILE';
    if (earlier.type !== question.type && (apart(earlier.type) || apart(question.type))) return false;
    // "Option A" of two questions may be two things.
    const { answer } = earlier;
    if (isPlaceholder(answer!) && meaningOf(answer!, earlier) !== meaningOf(answer!, question)) return false;
    return serves(question, earlier.answer!, earlier);
  }
}

/** What would destroy is decided afresh: an earlier "yes" beside it could be taken by habit. */
function mayBeOffered({ status, offered, destructive }: ClarificationRow): boolean {
  return status === 'pending' && offered === null && !destructive;
}

/** An earlier question as it is shown, with what it was about where that was another thing. */
function askedAs(earlier: ClarificationRecord, question: ClarificationRow): string {
  const about = aboutTheSame(earlier, question) ? '' : (earlier.context ?? earlier.header ?? '');
  const shown = about.replace(/\s+/g, ' ').trim();
  return shown === '' ? earlier.question : `${earlier.question} (${clip(shown)})`;
}

/** What an option stands for, where the question says so. */
function meaningOf(answer: string, { options }: ClarificationRecord): string | undefined {
  return options.find(({ label }) => label === answer)?.description;
}
