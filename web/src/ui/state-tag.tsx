/** The state of a job, or the status of a question, in a word and a colour. */
import { texts } from '../texts.ts';

const TONES: Readonly<Record<string, string>> = {
  RUNNING: 'bg-soft text-accent',
  AWAITING_RESPONSE: 'bg-warn-soft text-warn',
  COMPLETE: 'bg-good-soft text-good',
  ERROR: 'bg-danger-soft text-danger',
  answered: 'bg-good-soft text-good',
  pending: 'bg-warn-soft text-warn',
};

export function JobStateTag({ state }: { state: string }) {
  return (
    <span class={`tag font-medium ${TONES[state] ?? ''}`} data-testid="job-state" data-state={state}>
      {texts.state(state)}
    </span>
  );
}

export function StatusTag({ status }: { status: string }) {
  return <span class={`tag font-medium ${TONES[status] ?? ''}`}>{texts.status(status)}</span>;
}
