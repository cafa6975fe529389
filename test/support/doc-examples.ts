/** The examples in the doc comments of the public names, read out of the sources as text. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SRC = new URL('../../src/', import.meta.url);

export interface Documented {
  /** `openAskOnce`, or `AskOnce.answer` for a method. */
  readonly name: string;
  /** The code of its @example; null where it has none. */
  readonly example: string | null;
}

/** Every value that index.ts exports, and every public method of the classes that it exports, most of them as types. */
export function documentedNames(): Documented[] {
  return exportsOf().flatMap(({ name, file, isType }) => {
    const text = readFileSync(new URL(file, SRC), 'utf8');
    if (isType) return methodsOf(text, name);
    const own = {
      name,
      example: exampleBefore(text, new RegExp(`^export (?:async )?(?:function|class|const) ${name}\\b`, 'm')),
    };
    const methods = methodsOf(text, name);
    // A class is documented by its methods; one without any needs an example of its own.
    return methods.length === 0 ? [own] : methods;
  });
}

/** The values that index.ts exports, with the file each comes from. */
export function valueExports(): Exported[] {
  return exportsOf().filter(({ isType }) => !isType);
}

interface Exported {
  readonly name: string;
  readonly file: string;
  readonly isType: boolean;
}

function exportsOf(): Exported[] {
  const index = readFileSync(fileURLToPath(new URL('index.ts', SRC)), 'utf8');
  return [...index.matchAll(/^export (type )?\{([^}]*)\} from '\.\/([^']+)'/gm)].flatMap(([, typesOnly, names, file]) =>
    names!
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        name: name.replace(/^type /, ''),
        file: file!,
        isType: typesOnly !== undefined || name.startsWith('type '),
      })),
  );
}

function methodsOf(text: string, name: string): Documented[] {
  const start = text.search(new RegExp(`^export class ${name}\\b`, 'm'));
  if (start < 0) return [];
  const body = text.slice(start, text.indexOf('\n}\n', start));
  const found = [...body.matchAll(/^ {2}(?:async |get )?(\w+)(?:<.*>)?\(/gm)].filter(
    ([, method]) => method !== 'constructor',
  );
  // Where a method has several signatures, the first is the one with the comment.
  const methods = found.filter(([, method], at) => found.findIndex(([, other]) => other === method) === at);
  return methods.map(([line, method]) => ({
    name: `${name}.${method}`,
    example: exampleBefore(body, new RegExp(`^${line!.replace(/[()|]/g, '\\$&')}`, 'm')),
  }));
}

/** The example of the doc comment that ends right before the declaration. */
function exampleBefore(text: string, declaration: RegExp): string | null {
  const before = text.slice(0, Math.max(0, text.search(declaration))).trimEnd();
  if (!before.endsWith('*/')) return null;
  const comment = before.slice(before.lastIndexOf('/**'));
  const example = /@example\n([\s\S]*?)(?=\n\s*\* @|\n?\s*\*\/$)/.exec(comment)?.[1];
  return example?.replace(/^\s*\* ?/gm, '') ?? null;
}

/**
 * The example as code that checks itself: what a comment behind an expression promises is compared with what came out, by a
 * function `same(got, promised)`.
 */
export function checkable(example: string): string {
  return example
    .split('\n')
    .map((line) => {
      const [, code, promised] = /^(.*);\s*\/\/ ('[^']*'|\d+|true|false|null)$/.exec(line) ?? [];
      if (code === undefined) return line;
      const printed = /^(.*)console\.log\((.*)\)$/.exec(code);
      if (printed) return `${printed[1]}same(${printed[2]}, ${promised});`;
      return /^(const|let|await)\b/.test(code) ? line : `same(${code}, ${promised});`;
    })
    .join('\n');
}
