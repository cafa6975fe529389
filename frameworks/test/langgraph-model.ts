import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessage, BaseMessage } from '@langchain/core/messages';

/** A model that says what a function of the messages returns, so that it goes on where it was after a restart. */
export function modelOf(says: (messages: readonly BaseMessage[]) => AIMessage): BaseChatModel {
  return new ScriptedModel(says);
}

class ScriptedModel extends BaseChatModel {
  private readonly says: (messages: readonly BaseMessage[]) => AIMessage;

  constructor(says: (messages: readonly BaseMessage[]) => AIMessage) {
    super({});
    this.says = says;
  }

  override _llmType(): string {
    return 'scripted';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]) {
    const message = this.says(messages);
    return { generations: [{ text: String(message.content), message }] };
  }
}
