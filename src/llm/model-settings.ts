/** Which model to use and how to reach it. Separate from providers.ts so that the published types need no optional peer dependency. */

export interface ModelSettings {
  /** `<provider>:<model>` such as `openai:gpt-5-mini`; with `url`, the model's name on that server. */
  readonly name: string;
  /** The base URL of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`. */
  readonly url?: string;
  /** By default the provider's own environment variable is read; a server at `url` gets no key. */
  readonly key?: string;
  /** For each attempt; there are two at most. */
  readonly timeoutMs?: number;
}
