/** What a project's people usually answer, as the library's users see it. */

import type { Caller } from '../core/access.ts';
import { clip, storable } from '../core/answer/check.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { Preference } from '../core/model/resolution.ts';
import { takesNoPreference } from '../core/preferences.ts';
import type { Engine } from '../engine/engine.ts';
import type { Page } from '../ports.ts';
import { questionKey } from '../text/question-key.ts';
import { optionPerforms } from '../text/risk.ts';
import { checkAnswerText, checkText, LIMITS, omitNullish, pageOf } from '../util/arguments.ts';
import { prepareQuestion } from './prepare-question.ts';

export interface PreferenceOptions {
  /** The caller of a network request, with its token. */
  caller?: Caller | null;
  /** Another project of the store, as on a question; by default the one that was opened. */
  project?: string;
}

/** Available as `askonce.preferences`. */
export class Preferences {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Lists all preferences of a project, learned and set, page by page.
   * @example
   * const { items, next } = await askonce.preferences.list({ limit: 20 });
   */
  async list(query: { after?: string; limit?: number; project?: string } = {}): Promise<Page<Preference>> {
    const { project, ...page } = omitNullish(query, 'query');
    return this.engine.store.preferences(await this.projectOf(project), pageOf(page, 100));
  }

  /**
   * Sets a preference by hand, and returns it as stored. It applies at once, and answers do not change it. Rejected for destructive
   * questions.
   * @example
   * await askonce.preferences.set('Which test runner should I use?', 'vitest');
   */
  async set(question: string, answer: string, subject = '', options: PreferenceOptions = {}): Promise<Preference> {
    const { files, clock } = this.engine;
    const project = await this.projectOf(omitNullish(options, 'options').project);
    const updatedAt = clock.now();
    const prepared = prepareQuestion({ question, subject }, null, null, files, updatedAt);
    const text = checkText(checkAnswerText(answer), 'answer');
    if (prepared.destructive || optionPerforms({ label: text })) throw takesNoPreference();
    const { key, type } = prepared;
    const identity = { project, key, subject: prepared.subject, type, question: prepared.question };
    const preference: Preference = { ...identity, answer: text, times: 0, origin: 'set', updatedAt, about: null };
    await this.engine.prefer(preference, options.caller ?? null);
    return preference;
  }

  /**
   * Forgets a preference, learned or set, and returns what it was.
   * @example
   * await askonce.preferences.set('Which linter should I use?', 'biome');
   * const { answer } = await askonce.preferences.forget('Which linter should I use?');
   */
  async forget(question: string, subject = '', options: PreferenceOptions = {}): Promise<Preference> {
    const project = await this.projectOf(omitNullish(options, 'options').project);
    const key = questionKey(checkText(question, 'question', LIMITS.question));
    const about = checkText(subject, 'subject', LIMITS.label).trim();
    const caller = options.caller ?? null;
    const known =
      (await this.engine.forget(project, key, about, caller)) ??
      (await this.forgetRemembered(project, key, about, caller));
    if (known) return known;
    throw new AskOnceError('preference_unknown', 'No such preference. Use prefs to list them.');
  }

  /** A remembered answer to a question that refers to something has a key of more than its words, so it is searched for. */
  private async forgetRemembered(
    project: string,
    words: string,
    subject: string,
    caller: Caller | null,
  ): Promise<Preference | null> {
    for (let after: string | undefined; ; ) {
      const { items, next } = await this.list({
        project,
        limit: LIMITS.page,
        ...(after === undefined ? {} : { after }),
      });
      const found = items.find((one) => one.subject === subject && questionKey(one.question) === words);
      if (found) return this.engine.forget(found.project, found.key, subject, caller);
      if (next === null) return null;
      after = next;
    }
  }

  /** Only a project that this caller sees: the store of one that may see no other lists no other. */
  private async projectOf(name: unknown): Promise<string> {
    const own = this.engine.project;
    if (name === undefined || name === own) return own;
    const named = storable(checkText(name, 'project', LIMITS.path));
    if ((await this.engine.store.projects.list()).includes(named)) return named;
    throw new AskOnceError('argument_invalid', `No project “${clip(named)}” uses this store.`, { argument: 'project' });
  }
}
