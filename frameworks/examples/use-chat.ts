/** A chat whose approval buttons and the inbox race: mount `chatRoute` in your server, and `Chat` with a `post` to it in your page. */
import { useChat } from '@ai-sdk/react';
import * as ai from 'ai';
import type { AskOnce } from 'askonce';
import { askonceApproval } from 'askonce/ai-sdk';
import { createElement as h, useEffect } from 'react';

export function chatRoute(askonce: AskOnce, model: ai.LanguageModel, tools: ai.ToolSet) {
  const toolApproval = askonceApproval(askonce, { session: 'chat', tools: ['deploy'], wait: false });
  return async (path: string, { id, allow, messages }: { id: string; allow?: boolean; messages: ai.UIMessage[] }) => {
    if (path === '/chat') {
      const how = { model, tools, toolApproval, messages: await ai.convertToModelMessages(messages) };
      return ai.streamText(how).toUIMessageStreamResponse({ originalMessages: messages });
    }
    // A click. Check here that this person may approve. If the inbox was first, the click is refused.
    if (allow !== undefined) await askonce.approvals.decide(id, { decision: allow ? 'allow' : 'deny' }).catch(() => {});
    const { outcome } = (await askonce.questions.wait(id))!;
    return Response.json('answer' in outcome && outcome.answer === 'Yes');
  };
}
type Props = { post(path: string, body: object): Promise<Response> };
function Buttons({ id, settled, post }: Props & { id: string; settled(approved: boolean): unknown }) {
  const decide = (allow?: boolean) => post('/decide', { id, allow });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one wait for each approval; a click ends it as the inbox does.
  useEffect(() => void decide().then(async (reply) => settled((await reply.json()) as boolean)), [id]);
  const button = (allow: boolean, text: string) => h('button', { type: 'button', onClick: () => decide(allow) }, text);
  return h('span', {}, button(true, 'Allow'), button(false, 'Deny'));
}
export function Chat({ post }: Props) {
  const fetch = (_: unknown, init?: RequestInit) => post('/chat', JSON.parse(String(init?.body)));
  const sendAutomaticallyWhen = ai.lastAssistantMessageIsCompleteWithApprovalResponses;
  const chat = useChat({ transport: new ai.DefaultChatTransport({ fetch }), sendAutomaticallyWhen });
  const row = ({ toolCallId: key, state, approval: of }: ai.ToolUIPart | ai.DynamicToolUIPart) => {
    const settled = (approved: boolean) => chat.addToolApprovalResponse({ id: of!.id, approved });
    const open = state === 'approval-requested' && h(Buttons, { id: of!.requestReason!, settled, post });
    return h('p', { key }, state, open);
  };
  const rows = chat.messages.flatMap(({ parts }) => parts.filter(ai.isToolUIPart).map(row));
  return [h('button', { key: 0, type: 'button', onClick: () => chat.sendMessage({ text: 'Deploy.' }) }, 'Send'), rows];
}
