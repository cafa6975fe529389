/** What goes on until somebody stops it. */
import { EXIT } from '../terminal/output.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  /** What the process ends with once it was stopped. */
  exitCode(): number;
  /** Nothing goes on any more. */
  end(): void;
}

/** Ctrl-C and a polite kill end what goes on; a second one ends the process as usual. */
export function interruption(): Interruption {
  const controller = new AbortController();
  let exitCode: number = EXIT.interrupted;
  const onInterrupt = () => controller.abort();
  const onTerminate = () => {
    exitCode = 143;
    controller.abort();
  };
  process.once('SIGINT', onInterrupt);
  process.once('SIGTERM', onTerminate);
  return {
    signal: controller.signal,
    exitCode: () => exitCode,
    end() {
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onTerminate);
    },
  };
}
