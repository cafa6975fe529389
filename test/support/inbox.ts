/** One inbox for all tests of a file: the real server, the client to ask and to look with, and a page for each test. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type ApproveBody, type AskBody, AskOnceClient, type Clarification } from '../../src/surfaces/client/index.ts';
import { type Folder, newFolder } from './askonce.ts';
import { openPage, type ServedInbox, type ServeInboxOptions, serveInbox } from './browser.ts';

export interface OpenedInbox {
  readonly page: Page;
  readonly faults: readonly string[];
}

export class Inbox {
  readonly folder: Folder = newFolder(afterAll);
  private served: ServedInbox | undefined;

  constructor(options: Omit<ServeInboxOptions, 'folder'> = {}) {
    beforeAll(async () => {
      this.served = await serveInbox({ ...options, folder: this.folder });
    });
  }

  get url(): string {
    return this.served!.url;
  }

  /** The credential of the person at the machine. */
  get personKey(): string {
    return this.served!.pageUrl.split('#token=')[1]!;
  }

  get client(): AskOnceClient {
    return new AskOnceClient({ url: this.url });
  }

  /** Puts a question, or several as one card, and says their ids. */
  async ask(body: AskBody): Promise<string[]> {
    const { items } = await this.client.ask(body, { wait: false });
    return items.map((item) => {
      if (item.outcome !== 'parked') throw new Error(`“${item.question}” waits for nobody: ${item.outcome}`);
      return item.id;
    });
  }

  /** A page of its own at a view, once it hears of what happens. */
  async open(view = '', options: BrowserContextOptions = {}): Promise<OpenedInbox> {
    const { page, faults } = await openPage(options);
    await page.goto(`${this.url}/#/${view}`);
    await live(page);
    return { page, faults };
  }

  /** Asks whether a call may be made, and says the id of the approval. */
  async approve(body: ApproveBody): Promise<string> {
    const reply = await this.client.approve(body, { wait: false });
    if (reply.decision !== 'parked') throw new Error(`${body.tool} waits for nobody: ${reply.decision}`);
    return reply.id;
  }

  /** The page as the person opens it from the address that `askonce serve` prints. */
  async openAsPerson(options: BrowserContextOptions = {}): Promise<OpenedInbox> {
    const { page, faults } = await openPage(options);
    await page.goto(this.served!.pageUrl);
    await live(page);
    return { page, faults };
  }

  /** The question as it is in the store, once somebody has settled it. */
  settled(id: string): Promise<Clarification> {
    return this.client.clarification(id, { wait: '10s' });
  }
}

/** Until the page hears of what happens. */
export async function live(page: Page): Promise<void> {
  await page.locator('[data-testid=connection][data-state=connected]').waitFor();
}

/** The card with a question. */
export function cardOf(page: Page, question: string): Locator {
  return page.getByTestId('card').filter({ hasText: question });
}
