/** The OpenAPI 3.1 description of the API, generated from the routes' schemas, so that the two cannot differ. */
import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../core/model/errors.ts';
import { PROBLEM_TYPE } from '../../library/problem.ts';
import type { App } from './app.ts';
import { type Description, docsPage, type Schema } from './docs-page.ts';
import { DOCS_STYLE } from './docs-style.ts';

const problem = z
  .looseObject({
    type: z.string().describe('`urn:askonce:error:` followed by the code'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What happened, and what to do next'),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode]).describe('Stable; for programs'),
    instance: z.string().optional().describe('The id of the request in the server’s log'),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('What is wrong, for each part of the request'),
  })
  .describe('Any error (RFC 9457)');

/** Set by `transform`, which sees a route's schema, for `withProblems`, which sees only the generated document. */
const BODY_OPTIONAL = 'x-body-optional';

/** Describes all routes that are added after this call. */
export async function describeRoutes(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'AskOnce',
        version,
        description:
          'Agents ask, people answer, and no question is asked twice. On loopback no token is needed; otherwise every request needs one.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{}, { bearer: [] }],
    },
    transform: (route) => {
      const described = jsonSchemaTransform(route as Parameters<typeof jsonSchemaTransform>[0]);
      const may = (route.route.config as { may?: string } | undefined)?.may ?? 'admin';
      const open = may === 'anyone' ? { security: [] } : {};
      const body = route.schema?.body;
      const optional = body instanceof z.ZodType && body.safeParse(undefined).success ? { [BODY_OPTIONAL]: true } : {};
      return { ...described, schema: { ...described.schema, ...open, ...optional, 'x-may': may } };
    },
    transformObject: (document) => withProblems(jsonSchemaTransformObject(document as never) as never) as never,
  });
}

export function docsRoutes(app: App): void {
  const open = { config: { may: 'anyone', page: true }, schema: { hide: true } } as const;
  let page: string | undefined;
  app.get('/openapi.json', open, () => app.swagger());
  app.get('/docs', open, (_request, reply) => {
    page ??= docsPage(app.swagger() as unknown as Description);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/docs/style.css', open, (_request, reply) => reply.type('text/css; charset=utf-8').send(DOCS_STYLE));
}

/** Every operation may return a problem, so routes need not declare it; and an optional body is not required. */
function withProblems(document: Description): Description {
  const refused = {
    description: 'An error; see `code`.',
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => {
    const all = Object.entries(operations).map(([method, operation]) => {
      const { [BODY_OPTIONAL]: isOptional, requestBody, ...rest } = operation;
      const body = requestBody && (isOptional ? { ...requestBody, required: false } : requestBody);
      const responses = { ...operation.responses, default: refused };
      return [method, { ...rest, ...(body ? { requestBody: body } : {}), responses }];
    });
    return [path, Object.fromEntries(all)];
  });
  const { $schema: _, ...schema } = z.toJSONSchema(problem) as Schema;
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: { ...document.components?.schemas, Problem: schema } },
  };
}
