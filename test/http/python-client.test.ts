/** The Python client, read as text, against the description of the API. test/slow/clients/ runs it. */
import { describe, expect, it } from 'vitest';
import { page } from '../docs/markdown.ts';
import { sqlite } from '../support/stores.ts';
import { Described, type JsonSchema } from './described.ts';
import { serve } from './serving.ts';

const source = page('clients/python/src/askonce/__init__.py');

const onTheWire = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The fields of a class by their names on the wire: all of them, and those without a default. */
function fieldsOf(name: string): { all: string[]; required: string[] } {
  const [, body] = new RegExp(`^class ${name}\\b.*:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(source)!;
  const fields = [...body!.matchAll(/^ {4}(\w+): (.+)$/gm)];
  const named = (some: RegExpExecArray[]) => some.map(([, field]) => onTheWire(field!)).toSorted();
  return { all: named(fields), required: named(fields.filter(([, , type]) => !type!.endsWith(' = None'))) };
}

/** The values of a `Literal`. */
function valuesOf(name: string): string[] {
  const [, values] = new RegExp(`^${name} = Literal\\[(.+)\\]$`, 'm').exec(source)!;
  return [...values!.matchAll(/"(\w+)"/g)].map(([, value]) => value!).toSorted();
}

async function description() {
  const { send } = await serve(sqlite);
  const described = new Described(JSON.stringify((await send('nobody', 'GET /openapi.json')).body));
  const operation = (name: string) => described.operations.get(name)!;
  const body = (name: string) => operation(name).requestBody!.content['application/json']!.schema;
  const reply = (name: string, status = '200') =>
    described.schemaOf(operation(name).responses[status]!.content!['application/json']!.schema);
  return { described, body, reply };
}

/** What a schema has in any of its variants, and what it has in all of them. */
function shapeOf(variants: readonly JsonSchema[]): { all: string[]; required: string[] } {
  const all = new Set(variants.flatMap(({ properties }) => Object.keys(properties!)));
  // A field that may be null is optional in Python.
  const isGiven = (name: string) =>
    variants.every(({ required, properties }) => required!.includes(name) && !takesNull(properties![name]!));
  return { all: [...all].toSorted(), required: [...all].filter(isGiven).toSorted() };
}

function takesNull({ type, anyOf = [] }: JsonSchema): boolean {
  return [type].flat().includes('null') || anyOf.some(takesNull);
}

function enumOf({ enum: values, anyOf = [] }: JsonSchema): string[] {
  return ((values as string[] | undefined) ?? anyOf.flatMap(enumOf)).filter((value) => value !== null).toSorted();
}

describe('the Python client and the description of the API', () => {
  it('name the same operations, with the same methods and paths', async () => {
    const { described } = await description();
    const [, table] = /^OPERATIONS.*= \{\n([\s\S]+?)^\}/m.exec(source)!;
    const ours = [...table!.matchAll(/"(\w+)": \("(\w+)", "(\S+)"\)/g)].map(([, id, how, path]) => [
      id,
      `${how} ${path}`,
    ]);
    expect(ours.length).toBeGreaterThan(5);
    for (const [id, name] of ours) expect(described.operations.get(name!)?.operationId).toBe(id);
  });

  it('agree on what can be sent', async () => {
    const { described, body } = await description();
    const besides = (name: string, ...left: string[]) =>
      Object.keys(body(name).properties!)
        .filter((field) => !left.includes(field))
        .toSorted();
    const ofAskUserQuestion = ['answers', 'annotations', 'metadata'];
    expect(fieldsOf('AskFields').all).toEqual(
      besides('POST /clarifications', 'question', 'wait', ...ofAskUserQuestion),
    );
    expect(fieldsOf('ApproveFields').all).toEqual(besides('POST /approvals', 'tool', 'input', 'wait'));
    const listed = described.operations.get('GET /clarifications')!.parameters!.map(({ name }) => name);
    expect([...fieldsOf('ListFields').all, 'after', 'limit'].toSorted()).toEqual(listed.toSorted());
    expect(fieldsOf('DecideFields').all).toEqual(besides('POST /approvals/{id}/decision', 'decision'));
    expect(besides('POST /clarifications/{id}/answer')).toEqual(['also', 'answer', 'remember']);
  });

  it('agree on what comes back, and on what of it always comes', async () => {
    const { described, reply } = await description();
    const named = (name: string) => described.schemaOf({ $ref: `#/components/schemas/${name}` });
    expect(fieldsOf('Outcome')).toEqual(shapeOf(named('Outcome').oneOf!));
    expect(fieldsOf('Clarification')).toEqual(shapeOf([named('Clarification')]));
    expect(fieldsOf('Reply')).toEqual(shapeOf([reply('POST /clarifications')]));
    expect(fieldsOf('Approval')).toEqual(shapeOf([reply('POST /approvals'), reply('POST /approvals', '202')]));
    expect(fieldsOf('Receipt')).toEqual(shapeOf([reply('POST /clarifications/{id}/answer')]));
    expect(fieldsOf('Event')).toEqual(shapeOf([reply('GET /events').properties!.items!.items!]));
  });

  it('agree on the values that a field may have', async () => {
    const { described, body, reply } = await description();
    const { properties } = described.schemaOf({ $ref: '#/components/schemas/Clarification' });
    expect(valuesOf('OutcomeName')).toEqual(enumOf(reply('POST /clarifications').properties!.status!));
    expect(valuesOf('QuestionType')).toEqual(enumOf(properties!.type!));
    expect(valuesOf('QuestionStatus')).toEqual(enumOf(properties!.status!));
    expect(valuesOf('OnTimeout')).toEqual(enumOf(body('POST /clarifications').properties!.onTimeout!));
    expect(valuesOf('Scope')).toEqual(enumOf(body('POST /approvals/{id}/decision').properties!.scope!));
  });
});

describe('the package of the Python client', () => {
  it('has the version of this package, and needs no other', () => {
    const { version } = JSON.parse(page('package.json')) as { version: string };
    const project = page('clients/python/pyproject.toml');
    expect(project).toContain(`version = "${version}"\n`);
    expect(project).toContain('dependencies = []\n');
  });
});
