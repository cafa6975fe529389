/** What `askonce mcp` needs, loaded in one piece. */
export { serveStdio } from '@modelcontextprotocol/server/stdio';
export { mcpServer } from './server.ts';
