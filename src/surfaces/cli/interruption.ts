/** Commands that run until they are stopped. */
import { EXIT } from '../terminal/output.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code after a stop. */
  exitCode(): number;
  /** Removes the signal handlers. */
  end(): void;
}

/** SIGINT and SIGTERM end the command; a second signal ends the process as usual. */
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
