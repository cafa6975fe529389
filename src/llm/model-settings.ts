/** Which model is asked, and how it is reached. It stands apart from providers.ts so that the published types need no optional peer. */

export interface ModelSettings {
  /** `<provider>:<model>` such as `openai:gpt-5-mini`; with `url` the model's name as that server knows it. */
  readonly name: string;
  /** The base of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`. */
  readonly url?: string;
  /** Else the provider's own environment variable is read; a server at `url` gets none. */
  readonly key?: string;
  /** For each try; there are two at most. */
  readonly timeoutMs?: number;
}
