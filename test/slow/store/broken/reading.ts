/** Stores that read wrong: pages, single rows, and what decisions are shown. */
import { NO_DEADLINE } from '../../../../src/core/model/question.ts';
import type { AskItemsState, AskState, ClarificationState } from '../../../../src/core/states.ts';
import type { ClarificationRow, Store } from '../../../../src/ports.ts';
import { type Broken, broken, deciding } from './wrapping.ts';

const FAILS = { onTimeout: 'fail', onTimeoutAnswer: null } as const;

/** Shows decisions on an ask something else than there is. */
function asks(change: (state: AskState) => AskState): (inner: Store) => Partial<Store> {
  return (inner) =>
    deciding(inner, { state: (state: unknown, look) => (look.of === 'ask' ? change(state as AskState) : state) });
}

function questions(change: (question: AskState['questions'][number]) => object): (inner: Store) => Partial<Store> {
  return asks((state) => ({
    ...state,
    questions: state.questions.map((question) => ({ ...question, ...change(question) })),
  }));
}

export const BROKEN_READING: readonly Broken[] = [
  broken('lists the newest first', (inner) => ({
    list: async (query) => {
      const page = await inner.list(query);
      return { ...page, items: page.items.toReversed() };
    },
  })),
  broken('always says that there is a further page', (inner) => ({
    list: async (query) => {
      const page = await inner.list(query);
      return { ...page, next: page.items.length === query.limit ? page.items.at(-1)!.id : null };
    },
  })),
  broken('says that it is the end by an empty text', (inner) => ({
    list: async (query) => {
      const page = await inner.list(query);
      return { ...page, next: page.next ?? '' };
    },
  })),
  broken('pages by counting rows', (inner) => ({
    list: async ({ after, ...query }) => {
      const skip = Number(after ?? 0);
      const { items } = await inner.list({ ...query, limit: 1_000 });
      const end = skip + query.limit;
      return { items: items.slice(skip, end), next: end < items.length ? String(end) : null };
    },
  })),
  broken('lists all statuses where a session is named', (inner) => ({
    list: ({ status, ...query }) =>
      inner.list({ ...query, ...(query.session !== undefined || status === undefined ? {} : { status }) }),
  })),
  broken('lists all sessions', (inner) => ({
    list: ({ session: _, ...query }) => inner.list(query),
  })),
  broken('shows no deadlines', (inner) => ({
    clarification: async (id) => {
      const found = await inner.clarification(id);
      return found && { ...found, ...NO_DEADLINE };
    },
  })),
  broken('says that every wait fails in the end', (inner) => {
    const failing = (one: ClarificationRow) => ({ ...one, ...(one.deadline === null ? {} : FAILS) });
    return {
      clarification: async (id) => {
        const found = await inner.clarification(id);
        return found && failing(found);
      },
      list: async (query) => {
        const page = await inner.list(query);
        return { ...page, items: page.items.map(failing) };
      },
    };
  }),
  broken('forgets what was gone on with where nobody answered', (inner) => ({
    clarification: async (id) => {
      const found = await inner.clarification(id);
      return found && { ...found, unanswered: null };
    },
  })),
  broken('forgets every null', (inner) => ({
    clarification: async (id) => {
      const found = await inner.clarification(id);
      return found && (Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)) as never);
    },
  })),
  broken('says undefined where it should say null', (inner) => ({
    clarification: async (id) => (await inner.clarification(id)) ?? (undefined as never),
    job: async (id) => (await inner.job(id)) ?? (undefined as never),
  })),
  broken('counts what waits as far as a page goes', (inner) => ({
    pendingCount: async () => (await inner.list({ status: ['pending'], limit: 3 })).items.length,
  })),
  broken('counts whatever was asked', (inner) => ({
    pendingCount: async () => (await inner.list({ limit: 1_000 })).items.length,
  })),
  broken('gives answers that were taken back', (inner) => ({
    answers: async (sessions) => {
      const pages = await Promise.all(sessions.map((session) => inner.list({ session, limit: 1_000 })));
      const all = pages.flatMap(({ items }) => items);
      return all.filter(({ answer, source }) => answer !== null && source !== 'best_practice');
    },
  })),
  broken('gives the answers of one session', (inner) => ({
    answers: (sessions, limit) => inner.answers(sessions.slice(0, 1), limit),
  })),
  broken('gives all answers, however few are wanted', (inner) => ({
    answers: (sessions) => inner.answers(sessions, 1_000),
  })),
  broken('gives the answers of the sessions named last', (inner) => ({
    answers: (sessions, limit) => inner.answers(sessions.toReversed(), limit),
  })),
  broken('gives the items of an ask backwards', (inner) => ({
    items: async (ask) => (await inner.items(ask)).toReversed(),
  })),
  broken('remembers the items it once read', (inner) => {
    const known = new Map<string, ReturnType<Store['items']>>();
    return {
      items: (ask) => {
        const items = known.get(ask) ?? inner.items(ask);
        known.set(ask, items);
        return items;
      },
    };
  }),
  broken('pages through preferences by their keys alone', (inner) => ({
    preferences: async (project, query) => {
      const page = await inner.preferences(project, query);
      return { ...page, next: page.next && `${page.items.at(-1)!.key}/\uffff` };
    },
  })),
  broken('lists the oldest first, whatever is wanted', (inner) => ({
    list: ({ newest: _, ...query }) => inner.list(query),
  })),
  broken('gives events backwards', (inner) => ({
    events: async (after, limit) => (await inner.events(after, limit)).toReversed(),
  })),
  broken('gives events from the given number on', (inner) => ({
    events: (after, limit) => inner.events(after - 1, limit),
  })),
  broken('lets an event be seen after a later one', (inner) => {
    const seen = new Set<number>();
    return {
      events: async (after, limit) =>
        (await inner.events(after, limit)).filter(({ seq }) => {
          const late = seq % 10 === 3 && !seen.has(seq);
          seen.add(seq);
          return !late;
        }),
    };
  }),
  broken('cannot look for every text', (inner) => ({
    clarification: async (id) => {
      if (id.includes('\u0000')) throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
      return inner.clarification(id);
    },
  })),
  broken('finds an ask overdue a moment late', (inner) => ({
    overdue: (now, limit) => inner.overdue(now - 1, limit),
  })),
  broken('knows no next deadline', (inner) => ({
    overdue: async (now, limit) => ({ ...(await inner.overdue(now, limit)), next: null }),
  })),
  broken('names an ask once for each of its questions', (inner) => ({
    overdue: async (now, limit) => {
      const { asks: overdue, ...rest } = await inner.overdue(now, limit);
      const all = await Promise.all(overdue.map(async (ask) => (await inner.items(ask)).map(() => ask)));
      return { ...rest, asks: all.flat().slice(0, limit) };
    },
  })),
  broken('names all that are overdue, however many are wanted', (inner) => ({
    overdue: (now) => inner.overdue(now, 1_000),
  })),
  broken('finds an ask overdue that was settled', (inner) => {
    const due = new Map<string, number>();
    return {
      ...deciding(inner, {
        effects: (effects) => {
          for (const effect of effects) {
            if (effect.do === 'insert_ask' && effect.ask.deadline !== null) due.set(effect.ask.id, effect.ask.deadline);
          }
          return effects;
        },
      }),
      overdue: async (now, limit) => {
        return {
          ...(await inner.overdue(now, limit)),
          asks: [...due]
            .filter(([, deadline]) => deadline <= now)
            .map(([ask]) => ask)
            .slice(0, limit),
        };
      },
    };
  }),
  broken('shows undefined where there is no session', (inner) =>
    deciding(inner, {
      state: (state: object) => ('session' in state ? { ...state, session: state.session ?? undefined } : state),
    }),
  ),
  broken(
    'shows the questions of an ask backwards',
    asks((state) => ({ ...state, questions: state.questions.toReversed() })),
  ),
  broken(
    'shows a live question only while it waits',
    questions(({ live }) => ({ live: live?.status === 'pending' ? live : null })),
  ),
  broken(
    'shows the items of a job oldest first',
    questions(({ own }) => ({ own: own.toReversed() })),
  ),
  broken(
    'does not show what stands in for what was taken back',
    questions(() => ({ successor: null })),
  ),
  broken(
    'does not show the same words under another key',
    questions(() => ({ alike: [] })),
  ),
  broken(
    'shows no preferences to an ask',
    questions(() => ({ preference: null })),
  ),
  broken(
    'does not count rejections',
    asks((state) => ({ ...state, rejected: state.rejected && { ...state.rejected, depth: 0 } })),
  ),
  broken(
    'counts one ask too few',
    asks((state) => ({ ...state, capUsed: Math.max(0, state.capUsed - 1) })),
  ),
  broken('does not know its last event', () => ({ lastSeq: async () => 0 })),
  broken('shows one of those who wait', (inner) =>
    deciding(inner, {
      state: (state: unknown, look) => {
        if (look.of !== 'clarification') return state;
        const { waiting, ...rest } = state as ClarificationState;
        return { ...rest, waiting: waiting.slice(0, 1) };
      },
    }),
  ),
  broken('thinks that every asker waits alone', (inner) =>
    deciding(inner, {
      state: (state: unknown, look) => {
        if (look.of !== 'ask_items') return state;
        const { items, ...rest } = state as AskItemsState;
        return { ...rest, items: items.map((item) => ({ ...item, waiters: Math.min(1, item.waiters) })) };
      },
    }),
  ),
];
