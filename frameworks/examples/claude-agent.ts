/** An agent of the Claude Agent SDK whose questions and calls are answered in AskOnce. Needs ANTHROPIC_API_KEY. */
import { query } from '@anthropic-ai/claude-agent-sdk';
import { openAskOnce } from 'askonce';
import { askUserServer, canUseTool, onElicitation } from 'askonce/claude-agent';

const { ASKONCE_DB, PROMPT = 'Set up the database.' } = process.env;
const askonce = await openAskOnce(ASKONCE_DB === undefined ? {} : { db: ASKONCE_DB });
const place = { session: 'checkout' };

// Answer in `askonce inbox`. Stop the program while it waits, and start it again: what you have answered is not asked again.
const messages = query({
  prompt: PROMPT,
  options: {
    canUseTool: canUseTool(askonce, place),
    onElicitation: onElicitation(askonce, place),
    mcpServers: { askonce: askUserServer(askonce, place) },
    allowedTools: ['mcp__askonce__ask_user'],
  },
});
for await (const message of messages) {
  if (message.type === 'result') console.log(message.subtype === 'success' ? message.result : message.subtype);
}
await askonce.close();
