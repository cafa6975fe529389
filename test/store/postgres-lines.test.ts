/** Decisions of one process that want the same things: each has its turn, and none is forgotten in a line. */
import { describe, expect, it } from 'vitest';
import type { Member } from '../../src/store/postgres/batch-member.ts';
import { Lines } from '../../src/store/postgres/lines.ts';

interface Wants {
  readonly alone?: readonly string[];
  readonly together?: readonly string[];
}

/** Members that take what they want as soon as they may, as the queue has them do. */
function atWork() {
  const ready: Member[] = [];
  const lines = new Lines((member) => ready.push(member));
  const plans = new Map<Member, (tries: number) => Wants>();
  const tries = new Map<Member, number>();
  const writing: Member[] = [];
  const done: string[] = [];
  const names = new Map<Member, string>();
  return {
    lines,
    writing,
    done,
    add(name: string, wants: (tries: number) => Wants): Member {
      const member = { plan: null } as unknown as Member;
      plans.set(member, wants);
      names.set(member, name);
      ready.push(member);
      return member;
    },
    /** Everyone who may go on decides, and takes what it wants. */
    decide(): void {
      while (ready.length > 0) {
        const all = ready.splice(0);
        for (const member of all) {
          const count = (tries.get(member) ?? 0) + 1;
          tries.set(member, count);
          const { alone = [], together = [] } = plans.get(member)!(count);
          const guards = {
            clarifications: new Map(),
            jobs: new Map(),
            alone: new Set(alone),
            together: new Set(together),
          };
          member.plan = { guards } as unknown as Member['plan'];
          lines.replanned(member);
        }
        for (const member of all) if (lines.take(member)) writing.push(member);
      }
    },
    /** What is being written is written; `missed` must decide again. */
    commit(missed: readonly Member[] = []): void {
      const batch = writing.splice(0);
      const written = batch.map((member) => member.plan!);
      for (const plan of written) lines.giveBack(plan);
      for (const [n, member] of batch.entries()) {
        if (missed.includes(member)) {
          lines.keepTurn(member, written[n]!);
          ready.push(member);
        } else {
          done.push(names.get(member)!);
          lines.ended(member);
        }
      }
      for (const plan of written) lines.advance(plan);
    },
    get waiting() {
      return ready.length;
    },
  };
}

describe('members that want the same thing', () => {
  it('are written one after the other, in the order in which they came', () => {
    const work = atWork();
    for (const name of ['a', 'b', 'c']) work.add(name, () => ({ alone: ['job'] }));
    for (let round = 0; round < 3; round += 1) {
      work.decide();
      expect(work.writing).toHaveLength(1);
      work.commit();
    }
    expect(work.done).toEqual(['a', 'b', 'c']);
  });

  it('go on together as soon as the first of them no longer wants it', () => {
    const work = atWork();
    for (let n = 0; n < 64; n += 1)
      work.add(`m-${n}`, (tries) => (tries === 1 ? { alone: ['question'] } : { together: ['clarification'] }));
    work.decide();
    expect(work.writing).toHaveLength(1);
    work.commit();
    work.decide();
    expect(work.writing).toHaveLength(63);
  });

  it('join together while another who joins is written, and wait for one who answers', () => {
    const work = atWork();
    work.add('joins', () => ({ together: ['q'] }));
    work.add('joins too', () => ({ together: ['q'] }));
    work.add('answers', () => ({ alone: ['q'] }));
    work.decide();
    expect(work.writing).toHaveLength(2);
    work.commit();
    work.add('joins late', () => ({ together: ['q'] }));
    work.decide();
    work.commit();
    work.decide();
    work.commit();
    expect(work.done).toEqual(['joins', 'joins too', 'answers', 'joins late']);
  });

  it('do not wait for each other where each has the turn that the other wants', () => {
    const work = atWork();
    const third = work.add('third', (tries) => ({ alone: tries === 1 ? ['z'] : ['x', 'y', 'z'] }));
    const one = work.add('one', (tries) => ({ alone: tries === 1 ? ['x'] : ['y', 'x'] }));
    const other = work.add('other', (tries) => ({ alone: tries === 1 ? ['y'] : ['x', 'y'] }));
    work.decide();
    // Another process was faster for all of them: each keeps its turn, and now wants what the others want.
    work.commit([third, one, other]);
    for (let round = 0; round < 5; round += 1) {
      work.decide();
      work.commit();
    }
    expect(work.done.sort()).toEqual(['one', 'other', 'third']);
  });
});
