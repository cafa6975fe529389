/** One question with the control for its type: on a card, in a job, and on the page of an answer link. */
import { type Askable, draftOf, hasOptions, setDraft } from '../state/drafts.ts';
import { texts } from '../texts.ts';
import { GrowingText } from '../ui/growing-text.tsx';
import { ConfirmControl } from './confirm-control.tsx';
import { FileControl } from './file-control.tsx';
import { OptionsControl } from './options-control.tsx';

export interface ControlProps {
  /** The key of the draft; also used for element ids. */
  readonly id: string;
  readonly question: Askable;
  /** The id of the element that holds the question's text. */
  readonly labelledBy: string;
  /** Sends what the draft amounts to. */
  readonly onSend: () => void;
  /** Called with yes or no. */
  readonly onSay: (yesNo: 'yes' | 'no') => void;
  /** Whether number keys work here, and are shown. */
  readonly numbered: boolean;
  /** Whether files of the project may be searched. */
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
