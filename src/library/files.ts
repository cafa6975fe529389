/** Searches the project of a question for files; files outside the project are never listed. */

import { unknownClarification } from '../core/answer/closed-errors.ts';
import { folderOf } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import { checkText, LIMITS, limitOf, omitNullish, textId } from '../util/arguments.ts';
import { rankedPaths, type SearchedPath, searchedPath } from '../util/search.ts';
import { listProject } from './project-listing.ts';

export interface FileQuery {
  /** Words that the path contains, in any order; all files by default. */
  query?: string;
  /** The question whose project is searched; the current project by default. */
  clarification?: string;
  limit?: number;
}

export interface FoundFiles {
  /** Best match first, relative to the project root, with forward slashes. */
  readonly items: readonly { readonly path: string }[];
  /** Whether there are more matches. */
  readonly more: boolean;
}

const MAX_FOUND = 200;

/** A client searches once per typed letter, and a folder of 20,000 files takes 100 ms to read. */
const KEPT_MS = 3_000;

/** Available as `askonce.files`. */
export class FileSearch {
  private readonly engine: Engine;
  private readonly listings = new Map<string, Promise<readonly SearchedPath[]>>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Returns the project's files whose paths contain the words of `query`, best match first. Only the first 20,000 entries of a project are
   * searched.
   * @example
   * const { items } = await askonce.files.find({ query: 'config yaml', limit: 10 });
   */
  async find(asked: FileQuery = {}): Promise<FoundFiles> {
    const { query = '', clarification, limit } = omitNullish(asked, 'query');
    const most = limitOf(limit, 50, MAX_FOUND);
    const typed = checkText(query, 'query', LIMITS.label);
    const folder = clarification === undefined ? this.engine.files.root : await this.folderOf(clarification);
    const ranked = rankedPaths(await this.listing(folder), typed);
    const items: { path: string }[] = [];
    for (const path of ranked) {
      if (items.length > most) break;
      // A link may lead out of the project, and such an answer would be rejected.
      if ('inside' in this.engine.files.locate(path, folder)) items.push({ path });
    }
    return { items: items.slice(0, most), more: items.length > most };
  }

  private async folderOf(id: string): Promise<string> {
    const known = await this.engine.store.clarification(textId(id, 'clarification'));
    if (!known) throw unknownClarification(id);
    return folderOf(known);
  }

  private listing(folder: string): Promise<readonly SearchedPath[]> {
    const known = this.listings.get(folder);
    if (known) return known;
    const listing = listProject(folder).then((paths) => paths.map(searchedPath));
    this.listings.set(folder, listing);
    const forget = () => this.listings.delete(folder);
    listing.then(() => setTimeout(forget, KEPT_MS).unref(), forget);
    return listing;
  }
}
