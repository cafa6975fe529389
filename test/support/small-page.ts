/** A page as small as one can be that is built as the inbox is: a module, a stylesheet, an icon. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageBuild } from '../../scripts/build-page.ts';

const FILES: Readonly<Record<string, string>> = {
  'vite.config.ts': 'export default { build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } } };\n',
  'index.html': `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Small</title><link rel="icon" href="./icon.svg">
<script type="module" src="./main.ts"></script></head>
<body><main id="app">nothing yet</main></body>
</html>
`,
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>\n',
  'main.ts': `import './main.css';
const app: HTMLElement = document.querySelector('#app')!;
const me = await (await fetch('/me')).json();
app.textContent = \`\${me.role} at the page, \${'long enough to be packed '.repeat(20).length}\`;
`,
  'main.css': `main { color: rgb(1, 2, 3); } ${'main { padding: 1px 2px 3px 4px; }\n'.repeat(20)}`,
};

/** Writes its sources below a folder, and says how it is built. */
export function smallPage(folder: string): PageBuild {
  const web = join(folder, 'web');
  mkdirSync(web, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(web, name), text);
  return { web, uses: [], out: join(folder, 'dist', 'web') };
}
