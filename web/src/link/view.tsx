/** The page of an answer link: one question and nothing else. Made for phones. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AskOnceClientError, type LinkedQuestion } from '../../../src/surfaces/client/index.ts';
import { Logo } from '../shell/logo.tsx';
import { api, codeOf, isUnreachable, messageOf } from '../state/api.ts';
import { answerIn, draftOf, dropDraft, setDraft } from '../state/drafts.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';
import { TimeLeft } from '../waiting/countdown.tsx';
import { DangerStrip } from '../waiting/danger-strip.tsx';
import { QuestionControl } from '../waiting/question.tsx';
import { QuestionContext } from '../waiting/question-context.tsx';

type State =
  | { readonly is: 'loading' }
  | { readonly is: 'open'; readonly question: LinkedQuestion; readonly error: string | null }
  | { readonly is: 'done'; readonly text: string; readonly question: LinkedQuestion | null }
  | { readonly is: 'over'; readonly text: string };

export default function LinkView({ token }: { token: string }) {
  const [state, setState] = useState<State>({ is: 'loading' });
  const load = () => {
    api()
      .linkedQuestion(token)
      .then((question) => setState(shown(question)))
      .catch((error: unknown) => setState({ is: 'over', text: ended(error) }));
  };
  useEffect(load, [token]);
  useEffect(() => {
    document.title = state.is === 'open' ? `${state.question.question.slice(0, 60)} · ${texts.app}` : texts.app;
  }, [state]);
  if (state.is === 'loading') return <Frame>{texts.loading}…</Frame>;
  if (state.is === 'over') {
    return (
      <Frame>
        <h1 class="text-lg font-semibold">{texts.link.over}</h1>
        <p class="mt-1 text-muted">{state.text}</p>
      </Frame>
    );
  }
  if (state.is === 'done') {
    return (
      <Frame>
        <div class="flex flex-col items-center gap-2 py-6 text-center" role="status">
          <span class="mb-2 grid size-12 place-items-center rounded-full bg-good-soft text-good">
            <Icon name="check" class="size-6" />
          </span>
          <h1 class="text-lg font-semibold">{state.text}</h1>
          {state.question && (
            <p dir="auto" class="text-muted">
              {state.question.question}
            </p>
          )}
        </div>
      </Frame>
    );
  }
  return <OpenQuestion token={token} question={state.question} error={state.error} onState={setState} />;
}

interface OpenProps {
  readonly token: string;
  readonly question: LinkedQuestion;
  readonly error: string | null;
  readonly onState: (state: State) => void;
}

function OpenQuestion({ token, question, error, onState }: OpenProps) {
  const [busy, setBusy] = useState(false);
  const id = `link:${token}`;
  const draft = draftOf(id).value;
  const answer = answerIn(question, draft);
  const settle = (request: () => Promise<{ question: LinkedQuestion }>) => {
    setBusy(true);
    request()
      .then(({ question: settled }) => {
        dropDraft(id);
        onState(shown(settled));
      })
      .catch((failure: unknown) => {
        setBusy(false);
        const over = failure instanceof AskOnceClientError && [404, 410].includes(failure.status);
        if (over) onState({ is: 'over', text: ended(failure) });
        else onState({ is: 'open', question, error: isUnreachable(failure) ? texts.link.unsent : messageOf(failure) });
      });
  };
  const give = (given: string | string[] | null) => {
    if (given !== null && !busy) settle(() => api().answerByLink(token, given));
  };
  const atOnce = question.type === 'CONFIRM' && !question.destructive;
  return (
    <Frame danger={question.destructive ? question.subject : null}>
      <div class="flex flex-col gap-4">
        {(question.header !== undefined || question.deadline !== null) && (
          <div class="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            {question.header && (
              <span dir="auto" class="tag max-w-full truncate font-medium">
                {question.header}
              </span>
            )}
            {question.deadline !== null && <TimeLeft deadline={question.deadline} then={texts.atDeadline(question)} />}
          </div>
        )}
        <div class="flex flex-col gap-1">
          <h1 dir="auto" id="link-question" class="text-xl leading-snug font-semibold whitespace-pre-wrap">
            {question.question}
          </h1>
          <p class="text-sm text-muted">{texts.why(question)}</p>
        </div>
        <QuestionContext id={id} context={question.context} whole={question.destructive} />
        <QuestionControl
          id={id}
          question={question}
          labelledBy="link-question"
          numbered={false}
          files={false}
          onSend={() => give(answer)}
          onSay={(yesNo) => {
            setDraft(id, { chosen: [yesNo] });
            if (atOnce) give(yesNo);
          }}
        />
        {error !== null && (
          <p role="alert" class="flex items-start gap-2 font-medium text-danger">
            <Icon name="warn" class="mt-0.5 size-4" />
            <span class="min-w-0">{error}</span>
          </p>
        )}
        <div class="flex flex-wrap gap-3">
          {!atOnce && (
            <button
              type="button"
              class={`btn min-h-11 flex-1 text-base ${question.destructive && answer !== 'no' ? 'btn-danger' : 'btn-main'}`}
              disabled={answer === null || busy}
              onClick={() => give(answer)}
            >
              {texts.send}
            </button>
          )}
          <button
            type="button"
            class="btn btn-quiet min-h-11"
            disabled={busy}
            onClick={() => settle(() => api().declineByLink(token))}
          >
            {texts.decline}
          </button>
        </div>
      </div>
    </Frame>
  );
}

function Frame({ danger = null, children }: { danger?: string | null; children: ComponentChildren }) {
  return (
    <main class="mx-auto flex min-h-dvh max-w-xl flex-col gap-4 px-3 py-5 sm:justify-center sm:px-4">
      <p class="flex items-center gap-2 font-semibold">
        <Logo />
        {texts.app}
      </p>
      <div class={`panel overflow-hidden ${danger === null ? '' : 'border-danger'}`}>
        {danger !== null && <DangerStrip subject={danger} />}
        <div class="p-4 sm:p-6">{children}</div>
      </div>
    </main>
  );
}

function shown(question: LinkedQuestion): State {
  switch (question.status) {
    case 'pending':
      return { is: 'open', question, error: null };
    case 'answered':
      return { is: 'done', text: texts.answered(question.answer ?? ''), question };
    case 'declined':
      return { is: 'done', text: texts.declined, question };
    default:
      return { is: 'over', text: texts.goneElsewhere };
  }
}

/** Why the link can no longer be used, in words for people who know nothing about servers. */
function ended(error: unknown): string {
  switch (codeOf(error)) {
    case 'link_expired':
      return texts.link.expired;
    case 'link_invalid':
      return texts.link.invalid;
    case 'link_used':
      return texts.link.used;
    default:
      return isUnreachable(error) ? texts.link.unreachable : messageOf(error);
  }
}
