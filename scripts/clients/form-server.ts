/** An MCP server as any other: it shows a form through its client, and has a tool of which a client may run many at once. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'forms', version: '1.0.0' });
const _meta = { 'anthropic/alwaysLoad': true };
server.registerTool('show_form', { description: 'Shows a form.', inputSchema: {}, _meta }, async () => {
  const reply = await server.server.elicitInput({
    message: 'Where should it be deployed?',
    requestedSchema: {
      type: 'object',
      properties: {
        region: { type: 'string', title: 'Region', enum: ['eu', 'us'], enumNames: ['Europe', 'America'] },
        replicas: { type: 'integer', title: 'Replicas', minimum: 1 },
        backups: { type: 'boolean', title: 'Backups' },
      },
      required: ['region', 'replicas', 'backups'],
    },
  });
  return { content: [{ type: 'text', text: JSON.stringify(reply) }] };
});
server.registerTool(
  'note',
  { description: 'Notes a number.', inputSchema: { n: z.number() }, annotations: { readOnlyHint: true }, _meta },
  ({ n }) => ({ content: [{ type: 'text', text: `noted ${n}` }] }),
);
await server.connect(new StdioServerTransport());
