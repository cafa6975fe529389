/** One question with the control that fits its type: on a card, in a job, and on the page of an answer link. */
import { type Askable, draftOf, hasOptions, setDraft } from '../state/drafts.ts';
import { texts } from '../texts.ts';
import { GrowingText } from '../ui/growing-text.tsx';
import { ConfirmControl } from './confirm-control.tsx';
import { FileControl } from './file-control.tsx';
import { OptionsControl } from './options-control.tsx';

export interface ControlProps {
  /** Under which the draft is kept; also for the ids of the page. */
  readonly id: string;
  readonly question: Askable;
  /** The id of the element that holds the question's text. */
  readonly labelledBy: string;
  /** Sends what the draft amounts to. */
  readonly onSend: () => void;
  /** Yes or no was said. */
  readonly onSay: (yesNo: 'yes' | 'no') => void;
  /** Whether the numbers work here, and are shown. */
  readonly numbered: boolean;
  /** Whether files of the project may be looked for. */
  readonly files: boolean;
}

export function QuestionControl(props: ControlProps) {
  const { question } = props;
  if (question.type === 'CONFIRM') return <ConfirmControl {...props} />;
  if (question.type === 'TARGET_FILE') return <FileControl {...props} />;
  if (hasOptions(question)) return <OptionsControl {...props} />;
  return <TextControl {...props} />;
}

function TextControl({ id, labelledBy, onSend, numbered }: ControlProps) {
  return (
    <GrowingText
      value={draftOf(id).value.text}
      labelledBy={labelledBy}
      placeholder={texts.answerPlaceholder}
      hint={texts.enterSends}
      hintSeen={numbered}
      onInput={(text) => setDraft(id, { text })}
      onEnter={onSend}
    />
  );
}
