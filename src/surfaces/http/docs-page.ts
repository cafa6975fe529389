/** Renders the API's description as a page: plain HTML, no script. Pure: takes the OpenAPI document, returns the page. */

/** The parts of an OpenAPI document that are used here. */
export interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly 'x-may'?: string;
  readonly 'x-body-optional'?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Contents };
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Contents }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

type Contents = Readonly<Record<string, { readonly schema?: Schema }>>;
export type Schema = Readonly<Record<string, unknown>>;

const OPERATION = 'operation';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const WHO: Readonly<Record<string, string>> = {
  anyone: 'anyone',
  asker: 'any token',
  answerer: 'an answerer’s or an admin’s token',
  admin: 'an admin’s token',
};

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function docsPage(document: Description): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, all]) =>
    METHODS.flatMap((method): Listed[] => (all[method] ? [{ method, path, operation: all[method] }] : [])),
  );
  // Operational endpoints come last, since readers rarely look for them.
  const tags = [...new Set(operations.map(tagOf))].toSorted(
    (a, b) => Number(a === OPERATION) - Number(b === OPERATION),
  );
  const schemas = Object.entries(document.components?.schemas ?? {});
  const { title, version, description = '' } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${safe(title)} API</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header>
<h1>${safe(title)} API <small>${safe(version)}</small></h1>
<p>${prose(description)}</p>
<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Operations">
${tags.map((tag) => index(tag, operations)).join('\n')}
</nav>
<main>
${tags.map((tag) => section(tag, operations)).join('\n')}
<section>
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaBlock(name, schema)).join('\n')}
</section>
</main>
</body>
</html>
`;
}

function index(tag: string, operations: readonly Listed[]): string {
  const items = operations
    .filter((one) => tagOf(one) === tag)
    .map(
      (one) =>
        `<li><a href="#${anchor(one)}"><b>${one.method.toUpperCase()}</b> <code>${safe(one.path)}</code></a> <span>${prose(one.operation.summary ?? '')}</span></li>`,
    );
  return `<h2>${safe(tag)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function section(tag: string, operations: readonly Listed[]): string {
  const articles = operations.filter((one) => tagOf(one) === tag).map(article);
  return `<section>\n<h2>${safe(tag)}</h2>\n${articles.join('\n')}\n</section>`;
}

function article(listed: Listed): string {
  const { method, path, operation } = listed;
  const { summary = '', description, parameters = [], requestBody, responses = {} } = operation;
  const may = operation['x-may'] ?? 'admin';
  return `<article id="${anchor(listed)}">
<h3><b class="${method}">${method.toUpperCase()}</b> <code>${safe(path)}</code></h3>
<p>${prose(summary)}</p>
${description === undefined ? '' : `<p>${prose(description)}</p>`}
<p class="may">For ${safe(WHO[may] ?? may)}.</p>
${parameters.length === 0 ? '' : parameterTable(parameters)}
${requestBody === undefined ? '' : contents('Body', requestBody.content)}
${Object.entries(responses)
  .map(([status, { description, content }]) => {
    const said = description === undefined || description === 'Default Response' ? '' : `: ${prose(description)}`;
    return contents(`${safe(status)}${said}`, content);
  })
  .join('\n')}
</article>`;
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): string {
  const rows = parameters.map(({ name, in: where, required, schema = {}, description }) => {
    const said = description ?? (schema.description as string | undefined) ?? '';
    const kind = `<code>${safe(written(schema, ''))}</code>`;
    return `<tr><td><code>${safe(name)}</code></td><td>${safe(where)}${required ? ', required' : ''}</td><td>${kind}</td><td>${prose(said)}</td></tr>`;
  });
  const head = '<tr><th>Parameter</th><th>In</th><th>Type</th><th>Description</th></tr>';
  return `<div class="wide"><table>\n${head}\n${rows.join('\n')}\n</table></div>`;
}

function contents(heading: string, content: Readonly<Record<string, { schema?: Schema }>> = {}): string {
  const entries = Object.entries(content);
  if (entries.length === 0) return `<h4>${heading}</h4>`;
  return entries
    .map(([type, { schema = {} }]) => `<h4>${heading} <small>${safe(type)}</small></h4>\n<pre>${linked(schema)}</pre>`)
    .join('\n');
}

function schemaBlock(name: string, schema: Schema): string {
  const said = typeof schema.description === 'string' ? `<p>${prose(schema.description)}</p>` : '';
  return `<article id="schema-${safe(name)}">\n<h3><code>${safe(name)}</code></h3>\n${said}\n<pre>${linked(schema)}</pre>\n</article>`;
}

function linked(schema: Schema): string {
  return safe(written(schema, '')).replace(
    /‹([\w.-]+)›/g,
    (_, name: string) => `<a href="#schema-${name}">${name}</a>`,
  );
}

/** A schema as a TypeScript type, which takes a fifth of the space; references are in ‹ ›. */
function written(schema: Schema, indent: string): string {
  if (typeof schema.$ref === 'string') return `‹${schema.$ref.split('/').at(-1)!}›`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices !== undefined) return choices.map((one) => written(one, indent)).join(' | ');
  if (Array.isArray(schema.allOf)) return (schema.allOf as Schema[]).map((one) => written(one, indent)).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') return `${grouped(written((schema.items ?? {}) as Schema, indent))}[]`;
  if (schema.properties !== undefined) return objectOf(schema, indent);
  if (schema.type === 'object') return '{ [name]: … }';
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function objectOf(schema: Schema, indent: string): string {
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties as Record<string, Schema>).map(([name, one]) => {
    const said = typeof one.description === 'string' ? `  // ${one.description.replaceAll('\n', ' ')}` : '';
    return `${inner}${name}${required.has(name) ? '' : '?'}: ${written(one, inner)}${said}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

function grouped(text: string): string {
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text;
}

function tagOf({ operation }: Listed): string {
  return operation.tags?.[0] ?? 'other';
}

function anchor({ method, path }: Listed): string {
  return `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`;
}

/** Text with its `code` marked up. */
function prose(text: string): string {
  return safe(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function safe(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
