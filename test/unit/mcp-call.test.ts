/** Which calls that ended were taken back, and which only lost their client. */
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { wasTakenBack } from '../../src/surfaces/mcp/call.ts';

const ended = (reason: unknown) => AbortSignal.abort(reason);

it('takes a call back where its client says so, with or without a reason', () => {
  for (const reason of ['the user pressed escape', undefined, 'AbortError: This operation was aborted'])
    expect(wasTakenBack(ended(reason))).toBe(true);
});

it('leaves the question where the client is gone, or has only run out of patience', () => {
  expect(wasTakenBack(ended(new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed')))).toBe(false);
  for (const reason of [
    ...['McpError: MCP error -32001: Request timed out', 'SdkError: Request timed out', 'request timeout', 'time-out'],
    ...['Maximum total timeout exceeded'],
  ])
    expect(wasTakenBack(ended(reason))).toBe(false);
});
