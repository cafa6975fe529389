/** Whose question it is, as a terminal says it too: “Codex · shop on fix/prices in shop-2”. The folder only if it is another. */
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { texts } from '../texts.ts';
import { exactText } from '../ui/plain-text.ts';
import { nameOf } from './filters.ts';

export function WhoseLine({ question }: { question: Clarification }) {
  const { project, folder, branch, agent } = question;
  return (
    <span class="flex min-w-0 max-w-full flex-wrap gap-x-1.5" data-testid="whose">
      {agent !== null && (
        <>
          <Part of={texts.whose.agent} text={agent} strong />
          <span aria-hidden="true">·</span>
        </>
      )}
      <Part of={texts.whose.project} text={nameOf(project)} title={project} strong />
      {branch !== null && (
        <>
          <span aria-hidden="true">{texts.whose.on}</span>
          <Part of={texts.whose.branch} text={branch} />
        </>
      )}
      {folder !== project && (
        <>
          <span aria-hidden="true">{texts.whose.in}</span>
          <Part of={texts.whose.folder} text={nameOf(folder)} title={folder} />
        </>
      )}
    </span>
  );
}

interface PartProps {
  readonly of: string;
  readonly text: string;
  readonly title?: string;
  readonly strong?: boolean;
}

function Part({ of, text, title = text, strong = false }: PartProps) {
  return (
    <span class={`max-w-48 truncate ${strong ? 'font-medium' : ''}`} title={exactText(title)}>
      <span class="sr-only">{of} </span>
      <bdi>{exactText(text)}</bdi>
    </span>
  );
}
