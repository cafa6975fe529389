/** A sentinel with a server behind it, and the questions that most tests ask. */
import { onTestFinished } from 'vitest';
import { modelFrom } from '../../src/llm/model.ts';
import { modelSentinel } from '../../src/llm/model-sentinel.ts';
import type { ModelSettings } from '../../src/llm/model-settings.ts';
import type { Sentinel } from '../../src/ports.ts';
import { optionsOf, questionOf } from '../support/question.ts';
import { type Behaviour, type ModelServer, startModelServer } from './model-server.ts';

export const KEY = 'sk-test-0123456789';
export const DOCS = questionOf('Where should I put the documentation?');
export const ENDINGS = questionOf('Which line endings should I use?', {
  type: 'SELECT_ONE',
  options: optionsOf(['LF', 'CRLF']),
});
export const TESTS = questionOf('Should I add tests for the parser?', { type: 'CONFIRM' });

export interface Scene {
  readonly server: ModelServer;
  readonly sentinel: Sentinel;
  /** What was logged. */
  readonly lines: string[];
}

/** It ends with the test. */
export async function scene(behaviour: Behaviour, settings: Partial<ModelSettings> = {}): Promise<Scene> {
  const server = await startModelServer(behaviour);
  onTestFinished(() => server.close());
  const lines: string[] = [];
  const call = await modelFrom({ name: 'scripted', url: server.url, key: KEY, ...settings });
  return { server, lines, sentinel: modelSentinel(call, (line) => lines.push(line)) };
}
