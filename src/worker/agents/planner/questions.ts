/** The wording of the planner's questions. */
import { clip } from '../../../core/answer/check.ts';
import type { Missing, TaskAction } from '../../../interpret/task-reading.ts';
import type { QuestionInput } from '../../../library/ask-input.ts';

/** With more files than this nobody would look through the list, so the question has no options. */
const MAX_OPTIONS = 200;

/** The options of the question what to do with something, and the action of each. */
export const ACTION_OPTIONS: ReadonlyMap<string, TaskAction> = new Map(
  Object.entries({
    'Create it': 'create',
    'Change it': 'change',
    'Fix it': 'fix',
    'Explain it': 'explain',
  }),
);

const WHAT: Readonly<Record<TaskAction, string>> = {
  create: 'What should be created?',
  change: 'What should be changed?',
  fix: 'What should be fixed?',
  delete: 'What should be deleted?',
  explain: 'What should be explained?',
};

/** @param task The task as the person wrote it. */
export function questionAbout(missing: Missing, task: string): QuestionInput {
  switch (missing.reason) {
    case 'target_file_exists':
      return {
        question: `“${missing.file}” exists already. Should it be overwritten?`,
        reason: missing.reason,
        destructive: true,
        subject: missing.file,
      };
    case 'target_file_ambiguous': {
      const options = optionsOf(missing.candidates);
      return { question: `Which ${missing.written} is meant?`, reason: missing.reason, ...options };
    }
    case 'target_action_ambiguous':
      return {
        question: `What should be done with ${clip(missing.thing, 200)}?`,
        reason: missing.reason,
        options: [...ACTION_OPTIONS.keys()],
      };
    case 'missing_required_info':
      return {
        question: missing.action === null ? 'What should be done?' : WHAT[missing.action],
        reason: missing.reason,
        // "It" in one task is not "it" in another: two such questions are the same only if the tasks have the same words.
        ...subjectOf(task),
      };
  }
}

/** @param file The file that must not be overwritten. */
export function questionForAnother(file: string): QuestionInput {
  return {
    question: `Which file should be created instead of “${file}”?`,
    reason: 'missing_required_info',
    context: `“${file}” exists and stays as it is.`,
    subject: file,
  };
}

function optionsOf(files: readonly string[]): Pick<QuestionInput, 'options'> {
  const distinct = new Set(files.map((file) => file.toLowerCase())).size === files.length;
  return distinct && files.length <= MAX_OPTIONS ? { options: files } : {};
}

function subjectOf(task: string): Pick<QuestionInput, 'subject'> {
  const words = task.replace(/[\p{C}\s]+/gu, ' ').trim();
  return words === '' ? {} : { subject: clip(words, 200) };
}
