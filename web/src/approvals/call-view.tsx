/** A call as a person reads it: the command, the diff or the address first, then everything else of its input. */
import { useMemo } from 'preact/hooks';
import { texts } from '../texts.ts';
import { exactText } from '../ui/plain-text.ts';
import { type Part, partsOf } from './call.ts';
import { Code } from './code.tsx';
import type { Call } from './lines.ts';

interface Props {
  /** The id of the question. */
  readonly of: string;
  readonly call: Pick<Call, 'input' | 'dangers'>;
  /** Whether a long part must not be cut. */
  readonly whole: boolean;
}

export const callIdOf = (of: string) => `call-${of}`;

export function CallView({ of, call, whole }: Props) {
  const parts = useMemo(() => partsOf(call), [call]);
  return (
    <div class="flex flex-col gap-2" id={callIdOf(of)} data-testid="call">
      {parts.map((part, index) => (
        <PartView
          key={index}
          part={part}
          id={`${callIdOf(of)}-${index}`}
          of={of}
          whole={whole}
          alone={parts.length === 1}
        />
      ))}
    </div>
  );
}

interface PartProps {
  readonly part: Part;
  readonly id: string;
  readonly of: string;
  readonly whole: boolean;
  readonly alone: boolean;
}

function PartView({ part, id, of, whole, alone }: PartProps) {
  const label = part.is === 'rest' && alone ? texts.approval.input : texts.approval[part.is];
  // What runs is never cut, however harmless it looks: its end may not be.
  const code = (
    <Code
      of={of}
      id={id}
      label={label}
      lines={part.lines}
      whole={whole || part.is === 'command' || part.is === 'url'}
    />
  );
  if (part.is === 'rest' && !alone)
    return (
      <div>
        <p class="mb-1 text-sm text-muted" aria-hidden="true">
          {label}
        </p>
        {code}
      </div>
    );
  if (part.is !== 'url' || part.host === null) return code;
  return (
    <div>
      {code}
      <p class="mt-1 text-sm text-muted">
        {texts.approval.host} <span class="font-mono font-semibold text-ink">{exactText(part.host)}</span>
      </p>
    </div>
  );
}
