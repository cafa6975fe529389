/** A real server and a real browser for one test: `askonce serve` in a folder of its own, and a page that is open on it. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, inject, onTestFinished } from 'vitest';
import { type Folder, newFolder, type Started } from './askonce.ts';

/** In a container there is no sandbox to be had; and nothing of a browser's own goes over the network. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

let browser: Promise<Browser> | undefined;

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});

/** One browser for all tests of a file. */
function theBrowser(): Promise<Browser> {
  const found = inject('chromium');
  if ('fault' in found) throw new Error(found.fault);
  browser ??= chromium.launch({ executablePath: found.path, args: FLAGS });
  return browser;
}

export interface ServedInbox {
  readonly url: string;
  /** The page's address as it is printed: with the credential of the person, unless tokens are needed. */
  readonly pageUrl: string;
  readonly folder: Folder;
  readonly started: Started;
}

export interface ServeInboxOptions {
  /** Further flags of `askonce serve`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The folder to serve, so that a server can be started anew on what is there. */
  readonly folder?: Folder;
}

/** `askonce serve` on a free port, over a store of its own; it ends with the test. */
export async function serveInbox({
  args = [],
  env = {},
  folder = newFolder(),
}: ServeInboxOptions = {}): Promise<ServedInbox> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const started = folder.start(['serve', ...port, ...args], { env });
  const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
  const pageUrl = await started.stderrShows(/^ {2}page +(\S+)/m);
  return { url, pageUrl, folder, started };
}

export interface OpenedPage {
  readonly page: Page;
  /** What went wrong in it: errors, refusals of its policy, requests that came to nothing. */
  readonly faults: readonly string[];
}

/** A page of its own, as somebody would open it who has never been there. */
export async function openPage(options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await (await theBrowser()).newContext(options);
  onTestFinished(() => context.close());
  // Sooner than a test ends, so that what was waited for is named.
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // What the page itself gave up is no fault: it left the view that wanted it.
    if (why !== 'net::ERR_ABORTED') faults.push(`${request.url()}: ${why}`);
  });
  return { page, faults };
}
