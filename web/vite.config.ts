/** Builds the inbox page into dist/web, where the server finds it. Nothing inline, so that the strict CSP holds. */
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const root = import.meta.dirname;
/** Whatever is no part of the page is the server's, while the page is worked on. */
const API = '^/(clarifications|approvals|jobs|sessions|preferences|events|me|files|insight|webhooks|pair|a/|b/)';
const target = process.env.ASKONCE_URL ?? 'http://127.0.0.1:4766';
// A browser that opens an answer link wants the page; the page itself wants the question.
const bypass = (request: { headers: { accept?: string | undefined } }) =>
  request.headers.accept?.includes('text/html') ? '/index.html' : undefined;
const proxy = { [API]: { target, changeOrigin: true, headers: { origin: target }, bypass } };

export default defineConfig({
  root,
  plugins: [tailwindcss()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(root, '..', 'dist', 'web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
  },
  server: { proxy },
  preview: { proxy },
});
