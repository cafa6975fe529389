/** Replies held against what /openapi.json says of them. */
import { z } from 'zod';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface ApiOperation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

export interface Described {
  readonly name: string | undefined;
  readonly method: string;
  readonly path: string;
  /** Which of the server's parts it belongs to. */
  readonly tags: readonly string[];
}

/** What of a request or a reply is not as described. */
export class Descriptions {
  private readonly api: OpenApi;

  constructor(api: unknown) {
    this.api = api as OpenApi;
  }

  all(): Described[] {
    return Object.entries(this.api.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, tags = [] }]) => ({
        name: operationId,
        method: method.toUpperCase(),
        path,
        tags,
      })),
    );
  }

  /** A `fetch` that throws where a request is sent, or a reply comes, that is not described. `seen` gets the operations. */
  checking(seen: Set<string>): typeof fetch {
    return async (input, init) => {
      const { pathname } = new URL(input as string);
      const operation = this.mustTake(init?.method ?? 'GET', pathname, init?.body as string | undefined);
      const reply = await fetch(input, init);
      const type = reply.headers.get('content-type')?.split(';')[0] ?? '';
      const described = operation.responses[String(reply.status)];
      if (!described) throw new Error(`${operation.operationId} answers ${reply.status}, which nobody describes`);
      seen.add(operation.operationId!);
      if (type === 'text/event-stream' || reply.status === 204) return reply;
      const schema = described.content?.[type]?.schema;
      this.mustFit(schema, await reply.clone().json(), `the ${reply.status} of ${operation.operationId}`);
      return reply;
    };
  }

  /** Throws where there is no such operation, or it takes no such body. */
  mustTake(method: string, path: string, body: string | undefined): ApiOperation {
    const operation = this.operationAt(method, path);
    if (body === undefined) return operation;
    const schema = operation.requestBody?.content['application/json']?.schema;
    this.mustFit(schema, JSON.parse(body), `the body of ${operation.operationId}`);
    return operation;
  }

  private operationAt(method: string, path: string): ApiOperation {
    const at = Object.keys(this.api.paths).find((template) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    const found = at === undefined ? undefined : this.api.paths[at]![method.toLowerCase()];
    if (!found) throw new Error(`nobody describes ${method} ${path}`);
    return found;
  }

  private mustFit(schema: object | undefined, value: unknown, what: string): void {
    if (!schema) throw new Error(`nobody describes ${what}`);
    const whole = { ...schema, $defs: this.api.components.schemas };
    const json = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
    const { error } = z.fromJSONSchema(JSON.parse(json)).safeParse(value);
    if (error) throw new Error(`${what} is not as described: ${error.message}`);
  }
}
