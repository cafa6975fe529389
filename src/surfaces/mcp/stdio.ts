/** The imports of `askonce mcp`, loaded as one chunk. */
export { serveStdio } from '@modelcontextprotocol/server/stdio';
export { mcpServer } from './server.ts';
