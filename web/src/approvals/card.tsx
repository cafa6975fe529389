/** One call that asks for permission, or several equal ones, as a card. */
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { refusals } from '../state/answering.ts';
import { mayAnswer, mayApprove, me } from '../state/api.ts';
import { bySession, shortcuts } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';
import { exactText, plainText } from '../ui/plain-text.ts';
import { Ago } from '../ui/time.tsx';
import { CardJob } from '../waiting/card-job.tsx';
import { type Card, isDangerous } from '../waiting/cards.ts';
import { Countdown } from '../waiting/countdown.tsx';
import { current, isSlip, opened, sendCard, takeInHand } from '../waiting/current.ts';
import { DangerStrip } from '../waiting/danger-strip.tsx';
import { Later } from '../waiting/later.tsx';
import { WhoseLine } from '../waiting/whose-line.tsx';
import { CallView, callIdOf } from './call-view.tsx';
import { choiceIn, decisionIn } from './choice.ts';
import { Decide } from './controls.tsx';
import { NoCredential } from './no-credential.tsx';

interface Props {
  readonly card: Card;
  readonly position: number;
  readonly count: number;
  readonly listed: boolean;
}

export function ApprovalCard({ card, position, count, listed }: Props) {
  const { key, questions } = card;
  const first = questions[0]!;
  const call = first.approval!;
  const inHand = current.value === key;
  const danger = isDangerous(card);
  const headingId = `question-${first.id}`;
  const refused = questions.flatMap(({ id }) => refusals.value.get(id) ?? []);
  return (
    <article
      data-card={key}
      data-testid="card"
      tabIndex={-1}
      aria-labelledby={headingId}
      aria-describedby={callIdOf(first.id)}
      aria-posinset={position + 1}
      aria-setsize={count}
      class={`panel scroll-my-20 overflow-hidden outline-offset-0 ${danger ? 'border-danger' : ''} ${
        inHand ? `shadow-md ring-2 ${danger ? 'ring-danger' : 'ring-accent'}` : ''
      }`}
      onFocusIn={() => takeInHand(key)}
    >
      {danger && <DangerStrip subject="" says={carefulText(first)} />}
      <div class="flex flex-col gap-3 p-4 sm:p-5">
        <Head card={card} listed={listed} />
        <div class="flex flex-col gap-0.5">
          <div class="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h2 id={headingId} class="text-lg leading-snug font-semibold">
              {texts.approval.ask(exactText(call.tool))}
            </h2>
            {questions.length > 1 && (
              <span class="tag bg-soft font-medium text-accent">{texts.approval.group(questions.length)}</span>
            )}
          </div>
          {call.title && (
            <p class="text-sm">
              <span class="text-muted">{texts.approval.says}</span> <bdi>{plainText(call.title)}</bdi>
            </p>
          )}
          <p class="text-sm text-muted">
            <span class="sr-only">{texts.whyLabel}: </span>
            <bdi>{plainText(texts.approval.why(first))}</bdi>
          </p>
        </div>
        <CallView of={first.id} call={call} whole={danger} />
        {questions.length > 1 && <Settles questions={questions} />}
        {mayApprove.value ? (
          <Decide card={card} labelledBy={headingId} keysShown={listed && inHand && shortcuts.value} />
        ) : (
          // Until the server has said who this is, there is nothing to explain.
          me.value && mayAnswer.value && <NoCredential />
        )}
        {refused.map((why) => (
          <p key={why} role="alert" class="flex items-start gap-2 font-medium text-danger">
            <Icon name="warn" class="mt-0.5 size-4" />
            <span class="min-w-0">{why}</span>
          </p>
        ))}
        <Foot card={card} danger={danger} jobId={listed ? first.job : null} />
        {opened.value?.card === key && opened.value.what === 'later' && <Later card={card} />}
        {opened.value?.card === key && opened.value.what === 'job' && first.job && (
          <CardJob id={first.job} session={card.session} project={first.project} />
        )}
      </div>
    </article>
  );
}

const WHYS_SHOWN = 3;

/** What is dangerous, in the words of the marks. */
function carefulText({ approval }: Clarification): string {
  const whys = [...new Set(approval!.dangers.map(({ why }) => why))];
  const more = whys.length - WHYS_SHOWN;
  const shown = whys.slice(0, WHYS_SHOWN);
  return whys.length === 0
    ? texts.destructive
    : texts.approval.careful(more > 0 ? [...shown, texts.approval.carefulMore(more)] : shown);
}

function Head({ card, listed }: { card: Card; listed: boolean }) {
  const [first] = card.questions;
  const sessions = new Set(card.questions.map(({ sessionId }) => sessionId));
  return (
    <div class="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <WhoseLine question={first!} />
      {!(bySession.value && listed) && sessions.size === 1 && <SessionName session={card.session} />}
      <Ago at={card.createdAt} />
      <Countdown card={card} />
    </div>
  );
}

function SessionName({ session }: { session: string }) {
  return (
    <span class="min-w-0 max-w-56 truncate" title={session}>
      <span class="sr-only">{texts.session} </span>
      {session}
    </span>
  );
}

/** So many are listed one by one; the group may be of hundreds. */
const LISTED = 8;

/** The calls that one decision settles. */
function Settles({ questions }: { questions: readonly Clarification[] }) {
  return (
    <div class="text-sm" data-testid="settles">
      <p>{texts.approval.settles(questions.length)}</p>
      <ul class="list-disc pl-5 text-muted">
        {questions.slice(0, LISTED).map((question) => (
          <li key={question.id}>
            <span class="flex flex-wrap items-baseline gap-x-3">
              <WhoseLine question={question} />
              <SessionName session={question.sessionId} />
              {question.approval!.callId && (
                <span class="min-w-0 max-w-56 truncate font-mono" title={question.approval!.callId}>
                  <span class="sr-only">{texts.approval.callId} </span>
                  {question.approval!.callId}
                </span>
              )}
              <Ago at={question.createdAt} />
            </span>
          </li>
        ))}
        {questions.length > LISTED && <li>{texts.approval.settlesMore(questions.length - LISTED)}</li>}
      </ul>
    </div>
  );
}

function Foot({ card, danger, jobId }: { card: Card; danger: boolean; jobId: string | null }) {
  const { key, questions } = card;
  const choice = choiceIn(card);
  const isOpen = (what: 'job' | 'later') => opened.value?.card === key && opened.value.what === what;
  const toggle = (what: 'job' | 'later') => {
    opened.value = isOpen(what) ? null : { card: key, what };
  };
  if (!mayAnswer.value && !mayApprove.value && !jobId) return null;
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
      {mayApprove.value && (
        <button
          type="button"
          class={`btn min-w-24 ${danger && choice !== 'deny' ? 'btn-danger' : 'btn-main'}`}
          disabled={decisionIn(card) === null}
          onClick={(event) => isSlip(event) || sendCard(card)}
        >
          {texts.approval.send(choice, questions.length)}
        </button>
      )}
      <div class="-mr-2.5 ml-auto flex text-sm">
        {jobId && (
          <button type="button" class="btn btn-quiet" aria-expanded={isOpen('job')} onClick={() => toggle('job')}>
            {texts.cardJobShow}
          </button>
        )}
        {mayAnswer.value && (
          <button type="button" class="btn btn-quiet" aria-expanded={isOpen('later')} onClick={() => toggle('later')}>
            {texts.later.label}
          </button>
        )}
        <a class="btn btn-quiet" href="#/rules">
          {texts.approval.allRules}
        </a>
      </div>
    </div>
  );
}
