/**
 * Makes the page an app that opens without a network. It keeps the shell only: the HTML of the page and its scripts, styles and icons.
 * Questions, answers and everything else of the API go past it. The HTML is asked of the server first, so a new version is used at once;
 * what the version before it had kept is then deleted.
 */
const SHELL = 'askonce-shell';
const PAGE = '/';
const KEPT = /^\/(?:assets\/[\w.-]+|favicon\.svg|icon-\d+\.png|apple-touch-icon\.png|manifest\.webmanifest)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(fetchPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || search !== '') return;
  if (mode === 'navigate' && pathname === PAGE) event.respondWith(pageFirstFromServer());
  else if (KEPT.test(pathname)) event.respondWith(keptFirst(event.request));
});

async function pageFirstFromServer() {
  try {
    return await fetchPage();
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: SHELL });
    if (kept) return kept;
    throw error;
  }
}

async function fetchPage() {
  const reply = await fetch(PAGE, { headers: { accept: 'text/html' } });
  if (!reply.ok) return reply;
  const cache = await caches.open(SHELL);
  const before = await cache.match(PAGE);
  const text = await reply.clone().text();
  if (before && (await before.text()) !== text) for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(PAGE, reply.clone());
  return reply;
}

/** The names of scripts and styles change with their contents. */
async function keptFirst(request) {
  const kept = await caches.match(request, { cacheName: SHELL });
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) await (await caches.open(SHELL)).put(request, reply.clone());
  return reply;
}
