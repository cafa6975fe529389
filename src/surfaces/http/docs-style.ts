/** Styles of the API page: light and dark, for phones and desktops. */
export const DOCS_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1c1d21, #e6e6ea);
  --soft: light-dark(#5b5d66, #a5a7b2);
  --ground: light-dark(#ffffff, #16171a);
  --raised: light-dark(#f4f4f6, #1f2125);
  --line: light-dark(#dcdce2, #33353c);
  --link: light-dark(#0b57b0, #8ab8ff);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 60rem;
  padding: 1rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.2rem; }
h2::first-letter { text-transform: uppercase; }
h3 { margin: 0; font-size: 1rem; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.9rem; }
small, .may { color: var(--soft); font-weight: normal; font-size: 0.85rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.25rem 0; border-bottom: 1px solid var(--line); }
nav a { flex: 0 0 24rem; max-width: 100%; text-decoration: none; }
nav span { flex: 1 1 14rem; color: var(--soft); font-size: 0.9rem; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
article {
  margin: 1rem 0;
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
}
article p { margin: 0.5rem 0; }
article:target { outline: 2px solid var(--link); }
pre, .wide { overflow-x: auto; }
pre { margin: 0; padding: 0.75rem; background: var(--raised); border-radius: 0.25rem; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th, td { padding: 0.4rem 0.6rem 0.4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
`;
