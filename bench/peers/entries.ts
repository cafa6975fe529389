/** Every system, in the order of the table. Each file is loaded only in the process that needs it. */
import type { Entry, Server } from './peer.ts';

async function postgres(): Promise<Server> {
  const { startPostgres } = await import('../../test/support/postgres-server.ts');
  return startPostgres({ settings: { fsync: 'on', max_connections: '100' } });
}

export const ENTRIES: readonly Entry[] = [
  {
    key: 'raw',
    name: 'raw SQLite, fewest rows',
    open: async (place) => (await import('./raw.ts')).rawSqlite(place),
  },
  {
    key: 'askonce',
    name: '**AskOnce**, SQLite',
    open: async (place) => (await import('./askonce.ts')).askonceSqlite(place),
  },
  {
    key: 'langgraph',
    name: 'LangGraph.js, SqliteSaver',
    packages: ['@langchain/langgraph', '@langchain/langgraph-checkpoint-sqlite'],
    open: async (place) => (await import('./langgraph.ts')).langgraphSqlite(place),
  },
  {
    key: 'mastra',
    name: 'Mastra, LibSQL file',
    packages: ['@mastra/core', '@mastra/libsql'],
    open: async (place) => (await import('./mastra.ts')).mastra(place),
  },
  {
    key: 'openai-agents',
    name: 'OpenAI Agents, RunState in SQLite',
    packages: ['@openai/agents'],
    open: async (place) => (await import('./openai-agents.ts')).openaiAgents(place),
  },
  {
    key: 'raw',
    name: 'raw PostgreSQL, 16 connections',
    open: async (place) => (await import('./raw.ts')).rawPostgres(place),
    server: postgres,
  },
  {
    key: 'askonce',
    name: '**AskOnce**, PostgreSQL',
    open: async (place) => (await import('./askonce.ts')).askoncePostgres(place),
    server: postgres,
  },
  {
    key: 'langgraph',
    name: 'LangGraph.js, PostgresSaver',
    packages: ['@langchain/langgraph', '@langchain/langgraph-checkpoint-postgres'],
    open: async (place) => (await import('./langgraph.ts')).langgraphPostgres(place),
    server: postgres,
  },
  {
    key: 'dbos',
    name: 'DBOS, PostgreSQL',
    packages: ['@dbos-inc/dbos-sdk'],
    open: async (place) => (await import('./dbos.ts')).dbos(place),
    server: postgres,
  },
  {
    key: 'restate',
    name: 'Restate, its own server',
    packages: ['@restatedev/restate-sdk', '@restatedev/restate-server'],
    open: async (place) => (await import('./restate.ts')).restate(place),
    server: async (dir, cache) => (await import('./restate-server.ts')).restateServer(dir, cache),
  },
];
