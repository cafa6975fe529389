/** Whether a prompt names nothing that could be built. */
import { readTask } from './task.ts';

export function isVague(text: string): boolean {
  return (
    text.trim() === '' || readTask(text, { files: [] }).missing.some(({ reason }) => reason === 'missing_required_info')
  );
}
