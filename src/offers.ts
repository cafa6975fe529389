/**
 * Tier "similar" of the repeat guard: where a person sees a question, the answer they gave to one most like it in the session
 * stands first. It is looked up when the question is shown, not when it is asked: so asking costs nothing for it, and what was
 * answered or taken back since is seen.
 */
import { clip, serves } from './core/answer-check.ts';
import { saysAll } from './core/learning.ts';
import type { ClarificationRecord } from './core/records.ts';
import { mostSimilar, type Sketch, sketchOf } from './core/similar.ts';
import type { ListedClarification, Store } from './ports.ts';

/** Sketches kept, so that the same thousand answers are not read word by word for every page. */
const MOST_KEPT = 20_000;
/** Answers read for one page. */
const MOST_READ = 5_000;

export class Offers {
  private readonly store: Store;
  private readonly sketches = new Map<string, Sketch>();

  constructor(store: Store) {
    this.store = store;
  }

  /** The questions, those that wait and have no offer yet with the one that fits them best. */
  async beside(listed: readonly ListedClarification[]): Promise<readonly ListedClarification[]> {
    const sessions = new Set(listed.filter(mayBeOffered).map(({ session }) => session));
    if (sessions.size === 0) return listed;
    // A page that asks about very many answers shows its first questions with theirs, rather than all of them late.
    const read = await this.store.answers([...sessions], MOST_READ);
    const newest = read.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const answers = Map.groupBy(newest, ({ session }) => session);
    return listed.map((question) => this.withOffer(question, answers.get(question.session) ?? []));
  }

  private withOffer(question: ListedClarification, answers: readonly ClarificationRecord[]): ListedClarification {
    if (answers.length === 0 || !mayBeOffered(question)) return question;
    const known = answers
      .filter((earlier) => mayServe(earlier, question))
      .map((earlier) => ({ earlier, sketch: this.sketch(earlier) }));
    const found = mostSimilar(this.sketch(question), known)?.earlier;
    if (!found) return question;
    return { ...question, offered: { id: found.id, question: askedAs(found), answer: found.answer! } };
  }

  private sketch({ id, question }: ClarificationRecord): Sketch {
    const kept = this.sketches.get(id);
    if (kept) return kept;
    const oldest = this.sketches.size >= MOST_KEPT ? this.sketches.keys().next().value : undefined;
    if (oldest !== undefined) this.sketches.delete(oldest);
    const sketch = sketchOf(question);
    this.sketches.set(id, sketch);
    return sketch;
  }
}

/** What would destroy is decided afresh: an earlier "yes" beside it could be taken by habit. */
function mayBeOffered({ status, offered, destructive }: ListedClarification): boolean {
  return status === 'pending' && offered === null && !destructive;
}

/** An earlier question as it is shown: what its words do not say, it was asked about. */
function askedAs(earlier: ClarificationRecord): string {
  const about = saysAll(earlier) ? '' : (earlier.context ?? earlier.header ?? '').replace(/\s+/g, ' ').trim();
  return about === '' ? earlier.question : `${earlier.question} (${clip(about)})`;
}

/** "Option A" of two questions may be two things. */
function meansElse(earlier: ClarificationRecord, question: ListedClarification): boolean {
  const meaning = ({ options }: ClarificationRecord) =>
    options.find(({ label }) => label === earlier.answer)?.description;
  return !saysAll(earlier) && meaning(earlier) !== meaning(question);
}

/** Whether an earlier answer could be given to this question at all. */
function mayServe(earlier: ClarificationRecord, question: ListedClarification): boolean {
  if (earlier.destructive || earlier.subject !== question.subject || meansElse(earlier, question)) return false;
  const apart = (type: ClarificationRecord['type']) => type === 'CONFIRM' || type === 'TARGET_FILE';
  if (earlier.type !== question.type && (apart(earlier.type) || apart(question.type))) return false;
  return serves(question, earlier.answer!, earlier);
}
