/**
 * Tier "similar" of the repeat guard: when a person sees a question, the answer they gave to the most similar question of the session is
 * shown first. It is looked up when the question is shown, not when it is asked. So asking costs nothing extra, and recent answers and
 * revocations are taken into account.
 */
import { setImmediate } from 'node:timers/promises';
import { clip, serves } from '../core/answer/check.ts';
import type { Question } from '../core/model/question.ts';
import type { ClarificationRecord } from '../core/model/records.ts';
import type { ClarificationRow, Store } from '../ports.ts';
import { aboutTheSame, isPlaceholder } from '../text/context.ts';
import { mostSimilar, type Sketch, sketchOf } from '../text/similarity.ts';

/** How many analyzed questions are cached, so that the same thousand answers are not analyzed for every page. */
const MAX_KEPT = 20_000;
/** How many answers are read for one page, and how many of the newest in a session a question is compared with. */
const MAX_READ = 2_000;
const MAX_COMPARED = 300;
/** The work that one page may cost, and how much of it runs before yielding. One comparison costs 1. */
const MAX_STEPS = 20_000;
const WORK_PER_TURN = 2_000;
/** The cost of analyzing a question's words. */
const READING = 30;

/** A question that an earlier answer is looked up for. */
type Sought = Question & { readonly id: string };

/** An analyzed question. */
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
   * Returns the questions; waiting ones without an offer get the best match. The work per page is bounded: on a long page in a session with
   * many answers only the first questions get offers, and the others get theirs when they are read individually.
   */
  async beside(listed: readonly ClarificationRow[]): Promise<readonly ClarificationRow[]> {
    const sessions = new Set(listed.filter(mayBeOffered).map(({ session }) => session));
    if (sessions.size === 0) return listed;
    // If there are very many answers, only the first questions get offers, which is better than a slow page.
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

  /** Returns the answered question of the session that would be offered with a question that is about to be asked. */
  async to(question: Sought, session: string): Promise<ClarificationRecord | null> {
    const read = await this.store.answers([session], MAX_READ);
    return this.best(question, read.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, MAX_COMPARED));
  }

  private withOffer(question: ClarificationRow, answers: readonly ClarificationRecord[]): ClarificationRow {
    const found = this.best(question, answers);
    if (!found) return question;
    return { ...question, offered: { id: found.id, question: askedAs(found, question), answer: found.answer! } };
  }

  private best(question: Sought, answers: readonly ClarificationRecord[]): ClarificationRecord | null {
    const serving = answers.filter((earlier) => this.mayServe(earlier, question));
    const known = serving.map((earlier) => ({ earlier, sketch: this.readingOf(earlier).sketch }));
    // The same words come first, even words that say nothing: "How should it be done?"
    return (
      serving.find(({ questionHash }) => questionHash === question.questionHash) ??
      mostSimilar(this.readingOf(question).sketch, known)?.earlier ??
      null
    );
  }

  private readingOf({ id, question }: Sought): ReadQuestion {
    const kept = this.read.get(id);
    if (kept) return kept;
    const oldest = this.read.size >= MAX_KEPT ? this.read.keys().next().value : undefined;
    if (oldest !== undefined) this.read.delete(oldest);
    const read = { sketch: sketchOf(question) };
    this.read.set(id, read);
    return read;
  }

  /** Whether an earlier answer could fit this question at all. */
  private mayServe(earlier: ClarificationRecord, question: Sought): boolean {
    if (earlier.destructive || earlier.call) return false;
    // Two given subjects are two things; one may be told in other words where the other question names it.
    if (earlier.subject !== question.subject && earlier.subject !== '' && question.subject !== '') return false;
    const apart = (type: ClarificationRecord['type']) => type === 'CONFIRM' || type === 'TARGET_FILE';
    const isReworded = earlier.questionHash !== question.questionHash;
    if (isReworded && earlier.type !== question.type && (apart(earlier.type) || apart(question.type))) return false;
    // "Option A" may mean different things in two questions.
    const { answer } = earlier;
    if (isPlaceholder(answer!) && meaningOf(answer!, earlier) !== meaningOf(answer!, question)) return false;
    return serves(question, earlier.answer!, earlier);
  }
}

/** A destructive question or a call is always decided afresh: an earlier "yes" next to it could be accepted out of habit. */
function mayBeOffered({ status, offered, destructive, call }: ClarificationRow): boolean {
  return status === 'pending' && offered === null && !destructive && !call;
}

/** The text of an earlier question as shown, with its context if it was about another thing. */
function askedAs(earlier: ClarificationRecord, question: ClarificationRow): string {
  const isAbout = earlier.subject === question.subject && aboutTheSame(earlier, question);
  const about = isAbout ? '' : earlier.subject || (earlier.context ?? earlier.header ?? '');
  const shown = about.replace(/\s+/g, ' ').trim();
  return shown === '' ? earlier.question : `${earlier.question} (${clip(shown)})`;
}

/** The description of an option, if the question gives one. */
function meaningOf(answer: string, { options }: Question): string | undefined {
  return options.find(({ label }) => label === answer)?.description;
}
