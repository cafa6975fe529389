/**
 * The picker: a question on the terminal, answered with a few keys. Hand-written, because `@clack/core` and `@inquirer/core` keep the drawn
 * frame to themselves: nothing can be printed above a live prompt, and it cannot share its rows with the prompt of the REPL. They would
 * only provide reading keys and a list; digits, j/k, the filter and closing on a signal would still be ours.
 */
import { Block, type TerminalOutput } from './block.ts';
import { LEAVE_PASTES, MARK_PASTES, readKeys, type TerminalInput } from './key-presses.ts';
import type { Colours } from './output.ts';
import { carriedOver, initialState, type Picked, type PickerQuestion, press, WHOLE_KEY } from './picker-state.ts';
import { closingLine, type Look, pageSize, pickerView } from './picker-view.ts';

export interface PickerIo {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** Aborted when the question was answered elsewhere: the picker removes itself from the screen. */
  readonly signal: AbortSignal;
  readonly colours: Colours;
  /** Where to draw, if other output is printed above the same rows; by default a new block on `output`. */
  readonly block?: Block;
  /** How long keys are ignored, since they may be meant for what was shown before. A key that is held prolongs it until it is released. */
  readonly graceMs?: number;
  /** For a list that changes while it is shown: is given what shows the new one, and returns what ends that. */
  readonly live?: (show: (next: PickerQuestion) => void) => () => void;
}

/** Keys that are never ignored. */
const LEAVES = new Set(['ctrl-c', 'ctrl-d', 'escape']);

/** Shows a question on the terminal, and restores the terminal afterwards. */
export function pick(asked: PickerQuestion, io: PickerIo): Promise<Picked> {
  const { input, output, signal, colours } = io;
  if (signal.aborted) return Promise.resolve({ gone: true });
  let question = asked;
  const isEmpty = !question.free && !question.other && question.options.length === 0;
  if (isEmpty && !io.live) return Promise.resolve({ left: true });

  const block = io.block ?? new Block(output);
  const look = (): Look => ({ width: block.width, height: block.height, colours });
  let state = initialState(question);

  return new Promise<Picked>((resolve, reject) => {
    const wasRaw = input.isRaw ?? false;
    const wasFlowing = input.readableFlowing === true;
    let done = false;
    let deaf = io.graceMs !== undefined && io.graceMs > 0;
    let soon: NodeJS.Immediate | undefined;
    // Keys that came while the process was busy are read before setImmediate: they were pressed in time to be ignored.
    const hears = setTimeout(() => {
      soon = setImmediate(() => {
        deaf = false;
        draw();
      });
    }, io.graceMs ?? 0);
    const ignore = () => {
      clearImmediate(soon);
      hears.refresh();
    };

    const guarded =
      <A extends unknown[]>(act: (...args: A) => void) =>
      (...args: A): void => {
        if (done) return;
        try {
          act(...args);
        } catch (error) {
          end(() => reject(error));
        }
      };
    const end = (settle: () => void) => {
      done = true;
      clearTimeout(hears);
      clearImmediate(soon);
      stopReading?.();
      stopChanging?.();
      input.off('end', left).off('close', left);
      output.off('resize', draw);
      signal.removeEventListener('abort', gone);
      try {
        input.setRawMode?.(wasRaw);
        if (!wasFlowing) input.pause();
        output.write(LEAVE_PASTES);
      } catch {
        // The terminal is gone; there is nothing left to restore.
      }
      settle();
    };
    const finish = (picked: Picked) => {
      block.wipe(closingLine(question, picked, look()));
      end(() => resolve(picked));
    };
    const draw = guarded(() => {
      const frame = pickerView(question, state, look());
      // The last row lists the keys. While keys are ignored, it shows only an ellipsis.
      block.show(deaf ? { ...frame, rows: [...frame.rows.slice(0, -1), colours.dim('  …')] } : frame);
    });
    const left = guarded(() => finish({ left: true }));
    const gone = guarded(() =>
      finish(state.typing?.text ? { gone: true, halfTyped: state.typing.text } : { gone: true }),
    );

    let stopReading: (() => void) | undefined;
    let stopChanging: (() => void) | undefined;
    guarded(() => {
      signal.addEventListener('abort', gone);
      input.on('end', left).on('close', left);
      output.on('resize', draw);
      input.setRawMode?.(true);
      output.write(MARK_PASTES);
      stopReading = readKeys(
        input,
        guarded((key) => {
          if (deaf && !LEAVES.has(key.name)) return ignore();
          if (key.text === WHOLE_KEY && question.whole && !state.typing) {
            return block.above(question.whole(block.width).join('\n'));
          }
          const step = press(question, state, key, pageSize(question, state, look()));
          if ('picked' in step) return finish(step.picked);
          state = step.state;
          draw();
        }),
      );
      stopChanging = io.live?.(
        guarded((next) => {
          state = carriedOver(question, state, next);
          question = next;
          draw();
        }),
      );
      draw();
      input.resume();
    })();
  });
}
