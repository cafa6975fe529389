/** /openapi.json as a test reads it: the operations there are, and what a reply has that they do not say. */
import type { OutgoingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../src/core/model/errors.ts';

export interface JsonSchema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: unknown;
}

type Contents = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
}

/** What any request may meet before a route sees it. Each operation's `default` tells of it; all else it must name. */
const BEFORE_THE_ROUTE: ReadonlySet<unknown> = new Set<ErrorCode>([
  ...(['request_malformed', 'body_invalid', 'token_missing', 'token_invalid', 'role_too_low', 'host_refused'] as const),
  ...(['origin_refused', 'route_unknown', 'method_not_allowed', 'body_too_large'] as const),
  ...(['content_type_unsupported', 'rate_limited'] as const),
]);

const PROBLEM: JsonSchema = { $ref: '#/components/schemas/Problem' };

export class Described {
  /** By `METHOD /path/{of}`. */
  readonly operations: ReadonlyMap<string, Operation>;
  private readonly schemas: OpenApi['components']['schemas'];
  private readonly checks = new Map<JsonSchema, z.ZodType>();

  constructor(document: string) {
    const { paths, components } = JSON.parse(document) as OpenApi;
    this.schemas = components.schemas;
    this.operations = new Map(
      Object.entries(paths).flatMap(([path, all]) =>
        Object.entries(all).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one] as const),
      ),
    );
  }

  /** A schema itself, where another one only refers to it. */
  schemaOf(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : this.schemas[schema.$ref.split('/').at(-1)!]!;
  }

  /** The operation that a request comes to. */
  nameOf(method: string, url: string): string | null {
    const path = url.split('?', 1)[0]!;
    for (const name of this.operations.keys()) {
      const [wanted, template] = name.split(' ') as [string, string];
      if (method !== wanted) continue;
      if (new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)) return name;
    }
    return null;
  }

  /** A `fetch` that throws where a request is sent, or a reply comes, that is not described. `seen` gets the operations' ids. */
  checking(seen: Set<string>): typeof fetch {
    return async (input, init) => {
      const method = init?.method ?? 'GET';
      const name = this.mustTake(method, new URL(input as string).pathname, init?.body as string | undefined);
      const reply = await fetch(input, init);
      const { status } = reply;
      const headers = Object.fromEntries(reply.headers);
      // A stream has no end that could be waited for.
      const isStream = headers['content-type']?.startsWith('text/event-stream') === true;
      const fault = isStream ? null : this.fault(method, name, { status, headers, text: await reply.clone().text() });
      if (fault !== null) throw new Error(`${name}: ${fault}`);
      seen.add(this.operations.get(name)!.operationId!);
      return reply;
    };
  }

  /** The operation that a request comes to. Throws where there is none, or it takes no such body. */
  mustTake(method: string, path: string, body: string | undefined): string {
    const name = this.nameOf(method, path);
    if (name === null) throw new Error(`nobody describes ${method} ${path}`);
    if (body === undefined) return name;
    const schema = this.operations.get(name)!.requestBody?.content['application/json']?.schema;
    const misfit = schema ? this.misfit(schema, JSON.parse(body)) : 'it takes none';
    if (misfit !== null) throw new Error(`the body of ${name} is not as described: ${misfit}`);
    return name;
  }

  /** What a reply has that its operation does not say, or null. */
  fault(method: string, name: string | null, { status, headers, text }: Reply): string | null {
    const operation = name === null ? undefined : this.operations.get(name);
    const type = String(headers['content-type'] ?? '').split(';')[0]!;
    if (status < 200 || status >= 500) return `the status is ${status}`;
    // Nobody describes it, and what it sends as a body Node drops.
    if (method === 'HEAD') return null;
    if (status >= 400) {
      if (type !== 'application/problem+json') return `a problem is sent as ${type}`;
      const problem = JSON.parse(text) as { code: ErrorCode; status: number };
      const misfit = this.misfit(PROBLEM, problem);
      if (misfit !== null) return `it is no problem as described: ${misfit}`;
      if (problem.status !== status || ERRORS[problem.code].status !== status)
        return `${problem.code} came as ${status}`;
      const isNamed = operation === undefined || String(status) in operation.responses;
      return isNamed || BEFORE_THE_ROUTE.has(problem.code) ? null : `nobody says that it may answer ${status}`;
    }
    if (operation === undefined) return null;
    const response = operation.responses[String(status)];
    if (!response) return `nobody says that it may answer ${status}`;
    if (status === 204) return text === '' ? null : 'there is a body where none can be';
    const schema = response.content?.[type]?.schema;
    if (type !== 'application/json') return schema || !response.content ? null : `nobody says that it may send ${type}`;
    if (!schema) return 'nobody describes the body';
    const misfit = this.misfit(schema, JSON.parse(text));
    return misfit === null ? null : `the body is not as described: ${misfit}`;
  }

  private misfit(schema: JsonSchema, value: unknown): string | null {
    let check = this.checks.get(schema);
    if (!check) {
      const whole = JSON.stringify({ ...this.schemaOf(schema), $defs: this.schemas });
      check = z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')));
      this.checks.set(schema, check);
    }
    const { error } = check.safeParse(value);
    return error ? JSON.stringify(error.issues.slice(0, 3)) : null;
  }
}
