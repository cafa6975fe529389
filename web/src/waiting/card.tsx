/** One ask as a card: its questions, their reason, the controls to answer, and the other actions. */

import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { ApprovalCard } from '../approvals/card.tsx';
import { refusals } from '../state/answering.ts';
import { mayAnswer } from '../state/api.ts';
import { answerIn, draftOf, optionsShown, setDraft } from '../state/drafts.ts';
import { bySession, shortcuts } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';
import { Ago } from '../ui/time.tsx';
import { Askers } from './askers.tsx';
import { CardJob } from './card-job.tsx';
import { type Card, isDangerous } from './cards.ts';
import { Countdown } from './countdown.tsx';
import {
  activeQuestion,
  answersAtOnce,
  current,
  isSecond,
  isSlip,
  opened,
  questionOf,
  say,
  sendCard,
  takeInHand,
  takeOffered,
} from './current.ts';
import { DangerStrip } from './danger-strip.tsx';
import { DeclineForm } from './decline-form.tsx';
import { Later } from './later.tsx';
import { QuestionControl } from './question.tsx';
import { contextIdsOf, QuestionContext } from './question-context.tsx';
import { WhoseLine } from './whose-line.tsx';

interface CardProps {
  readonly card: Card;
  readonly position: number;
  readonly count: number;
  /** Whether it is in the inbox list: there the keys work, and sessions may be headings. */
  readonly listed?: boolean;
}

export function CardView({ listed = true, ...props }: CardProps) {
  return props.card.approval ? (
    <ApprovalCard {...props} listed={listed} />
  ) : (
    <QuestionCard {...props} listed={listed} />
  );
}

function QuestionCard({ card, position, count, listed }: CardProps & { listed: boolean }) {
  const { key, session, questions } = card;
  const [first] = questions;
  // In the job's own view the job is already around it.
  const jobId = listed ? first!.job : null;
  const inHand = current.value === key;
  const danger = isDangerous(card);
  const headingOf = ({ id }: Clarification) => `question-${id}`;
  return (
    <article
      data-card={key}
      data-testid="card"
      tabIndex={-1}
      aria-labelledby={headingOf(first!)}
      aria-describedby={contextIdsOf(questions)}
      aria-posinset={position + 1}
      aria-setsize={count}
      class={`panel scroll-my-20 overflow-hidden outline-offset-0 ${danger ? 'border-danger' : ''} ${
        inHand ? `shadow-md ring-2 ${danger ? 'ring-danger' : 'ring-accent'}` : ''
      }`}
      onFocusIn={() => takeInHand(key)}
    >
      {danger && questions.length === 1 && <DangerStrip subject={first!.subject} />}
      <div class="flex flex-col gap-4 p-4 sm:p-5">
        <CardHead card={card} session={session} listed={listed} />
        <Askers card={card} />
        {questions.map((question, index) => (
          <section
            key={question.id}
            aria-labelledby={headingOf(question)}
            class={`flex flex-col gap-3 ${index > 0 ? 'border-t border-line pt-4' : ''}`}
            onFocusIn={() => {
              activeQuestion.value = question.id;
            }}
          >
            {question.destructive && questions.length > 1 && <DangerStrip subject={question.subject} inside />}
            <QuestionText question={question} headingId={headingOf(question)} />
            <QuestionContext id={question.id} context={question.context} whole={danger} />
            {question.offered && <Offered card={card} question={question} />}
            {mayAnswer.value ? (
              <QuestionControl
                id={question.id}
                question={question}
                labelledBy={headingOf(question)}
                numbered={listed && inHand && shortcuts.value && questionOf(card).id === question.id}
                files
                onSend={() => sendCard(card)}
                onSay={(yesNo) => say(card, question, yesNo)}
              />
            ) : (
              <OptionsRead question={question} />
            )}
            {refusals.value.has(question.id) && (
              <p role="alert" class="flex items-start gap-2 font-medium text-danger">
                <Icon name="warn" class="mt-0.5 size-4" />
                <span class="min-w-0">{refusals.value.get(question.id)}</span>
              </p>
            )}
            {mayAnswer.value && questions.length > 1 && !question.destructive && <Remember question={question} />}
          </section>
        ))}
        <CardFoot card={card} danger={danger} jobId={jobId} />
        {opened.value?.card === key && opened.value.what === 'decline' && <DeclineForm card={card} />}
        {opened.value?.card === key && opened.value.what === 'later' && <Later card={card} />}
        {opened.value?.card === key && opened.value.what === 'job' && jobId && (
          <CardJob id={jobId} session={session} project={first!.project} />
        )}
      </div>
    </article>
  );
}

function CardHead({ card, session, listed }: { card: Card; session: string; listed: boolean }) {
  const header = card.questions.length === 1 ? card.questions[0]!.header : undefined;
  return (
    <div class="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {header && (
        <span dir="auto" class="tag max-w-full truncate font-medium">
          {header}
        </span>
      )}
      {card.questions.length > 1 && <span class="tag font-medium">{texts.questionsOfAsk(card.questions.length)}</span>}
      <WhoseLine question={card.questions[0]!} />
      {!(bySession.value && listed) && (
        <span class="min-w-0 max-w-56 truncate" title={session}>
          <span class="sr-only">{texts.session} </span>
          {session}
        </span>
      )}
      <Ago at={card.createdAt} />
      <Countdown card={card} />
    </div>
  );
}

function QuestionText({ question, headingId }: { question: Clarification; headingId: string }) {
  return (
    <div class="flex flex-col gap-1">
      <h2 dir="auto" id={headingId} class="text-lg leading-snug font-semibold whitespace-pre-wrap">
        {question.question}
      </h2>
      <p class="text-sm text-muted">
        <span class="sr-only">{texts.whyLabel}: </span>
        {texts.why(question)}
      </p>
    </div>
  );
}

/** The options, read-only. */
function OptionsRead({ question }: { question: Clarification }) {
  return (
    <ul class="list-disc pl-5">
      {optionsShown(question).map(({ label, description }) => (
        <li dir="auto" key={label}>
          {label}
          {description && <span class="text-muted"> {description}</span>}
        </li>
      ))}
    </ul>
  );
}

function Offered({ card, question }: { card: Card; question: Clarification }) {
  return (
    <div class="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-soft px-3 py-2" data-testid="offered">
      <div class="min-w-0 flex-1 basis-60">
        <p class="text-sm text-muted">{texts.offered}</p>
        <p dir="auto" class="line-clamp-2 text-sm text-muted italic">
          {question.offered!.question}
        </p>
        <p dir="auto" class="font-medium whitespace-pre-wrap">
          {question.offered!.answer}
        </p>
      </div>
      {mayAnswer.value && (
        <button type="button" class="btn" onClick={(event) => isSlip(event) || takeOffered(card, question)}>
          {texts.offeredUse}
          <kbd class="kbd hidden sm:inline-block">0</kbd>
        </button>
      )}
    </div>
  );
}

function Remember({ question }: { question: Clarification }) {
  return (
    <label class="flex items-center gap-2 py-1 text-sm">
      <input
        type="checkbox"
        checked={draftOf(question.id).value.remember}
        onChange={(event) => setDraft(question.id, { remember: event.currentTarget.checked })}
      />
      {texts.remember}
    </label>
  );
}

/** Answering no to a destructive question is harmless. */
function saysNo({ questions }: Card): boolean {
  return questions.every(({ id, type }) => type === 'CONFIRM' && draftOf(id).value.chosen[0] === 'no');
}

interface FootProps {
  readonly card: Card;
  readonly danger: boolean;
  /** The job that the card links to. */
  readonly jobId: string | null;
}

function CardFoot({ card, danger, jobId }: FootProps) {
  const { key, questions } = card;
  const [only] = questions;
  const ready = questions.filter((question) => answerIn(question, draftOf(question.id).value) !== null).length;
  const toggle = (what: 'job' | 'decline' | 'later') => {
    const isOpen = opened.value?.card === key && opened.value.what === what;
    opened.value = isOpen ? null : { card: key, what };
  };
  const isOpen = (what: string) => opened.value?.card === key && opened.value.what === what;
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
      {mayAnswer.value && !answersAtOnce(card) && (
        <button
          type="button"
          class={`btn min-w-24 ${danger && !saysNo(card) ? 'btn-danger' : 'btn-main'}`}
          disabled={ready === 0}
          onClick={(event) => isSecond(event) || sendCard(card)}
        >
          {questions.length > 1 && ready > 0 ? texts.sendSeveral(ready) : texts.send}
        </button>
      )}
      {mayAnswer.value && questions.length === 1 && !only!.destructive && (
        <div class="order-first basis-full sm:order-none sm:basis-auto">
          <Remember question={only!} />
        </div>
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
        {mayAnswer.value && (
          <button
            type="button"
            class="btn btn-quiet"
            aria-expanded={isOpen('decline')}
            onClick={() => toggle('decline')}
          >
            {texts.decline}
          </button>
        )}
      </div>
    </div>
  );
}
