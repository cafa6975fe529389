/**
 * A way to tell a person about a question: the port that each channel implements, and what it is given. What a message may contain is
 * decided in message.ts; a channel only brings it where the person is.
 */

export const MESSAGE_KINDS = ['question', 'dangerous', 'approval'] as const;

/** `question` is harmless; a dangerous question or an approval is decided in the signed-in inbox only. */
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Which questions a channel tells about. A field that is left out allows everything. */
export interface ChannelFilter {
  /** Paths of projects, or the names of their folders. */
  readonly projects?: readonly string[];
  readonly kinds?: readonly MessageKind[];
  /**
   * Minutes of the local day: from the first up to the second, past midnight if the first is later. Outside, messages are held until the
   * hours begin.
   */
  readonly hours?: readonly [number, number];
}

/** What a message may contain. */
export interface ChannelContent {
  /** The text of the question and its options; left out where strangers can read. */
  readonly text: boolean;
  /** Buttons that answer, and a link that does; left out where strangers can press. */
  readonly buttons: boolean;
}

/** A waiting question, as a channel may show it. */
export interface QuestionMessage {
  /** The id of the question. */
  readonly id: string;
  readonly kind: MessageKind;
  /** The path of the project. */
  readonly project: string;
  readonly job: string | null;
  /** The program that asks, and the git branch and the folder that it works in; null if unknown, or if the text may not be shown. */
  readonly agent: string | null;
  readonly branch: string | null;
  readonly folder: string | null;
  /** Says what is wanted, in which project and by whom, never what is asked. */
  readonly title: string;
  /** The question; null if it may not be shown. */
  readonly text: string | null;
  /** The labels of its options, if the text may be shown. */
  readonly options: readonly string[];
  /** Each answers the question, once, when its token is sent back. */
  readonly buttons: readonly { readonly label: string; readonly token: string }[];
  /** The inbox, where the person is signed in. */
  readonly link: string;
  /** Answers this one question without being signed in; null where that may not be. */
  readonly answerLink: string | null;
  /** Sends a button back over HTTP; null if other devices cannot reach the server. */
  readonly buttonUrl: ((token: string) => string) | null;
}

/** A question that is settled, for the message that is out. */
export interface SettledMessage {
  readonly id: string;
  /** Says how it ended and in which project, never what was asked or answered. */
  readonly title: string;
  /** The question, if it may be shown. */
  readonly text: string | null;
  /** The answer, if it may be shown. */
  readonly answer: string | null;
  readonly by: string | null;
}

/** Answers a question by the token of a button. Rejects if the button was used, has expired or is not one. */
export type PressButton = (token: string, who: { readonly by: string; readonly surface: string }) => Promise<void>;

/** How a channel is told to do something: how long it may take. */
export interface ChannelCall {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * What a failure affects, as `affects` in the details of the error. `message`: this one is refused for good, and is passed over. `channel`:
 * nothing reaches the service now, so everything is tried again, for as long as it takes. Without it, a message is tried again for as long as it
 * takes, and a change of one a few times.
 */
export type Affected = 'message' | 'channel';

/** A way to tell a person about a question. Its errors are `channel_failed`, with an `Affected` where that is known. */
export interface Channel {
  /** The same in every process that tells the same people the same way: they share one cursor, so each message is sent once. */
  readonly id: string;
  /** For the log and `askonce doctor`. */
  readonly name: string;
  /** What the person should know of its settings, for `askonce doctor`. */
  readonly note?: string;
  readonly filter: ChannelFilter;
  readonly content: ChannelContent;
  /** Whether sending the same message again replaces the first one. */
  readonly isRepeatable: boolean;
  /** Sends a message and returns what `update` needs to find it again. */
  send(message: QuestionMessage, call: ChannelCall): Promise<string>;
  /** Changes a message that was sent: its question is settled. Absent where messages cannot be changed. */
  update?(handle: string, settled: SettledMessage, call: ChannelCall): Promise<void>;
  /** Changes a message whose question is now asked by more agents. Absent where that would be a second notification. */
  revise?(handle: string, message: QuestionMessage, call: ChannelCall): Promise<void>;
  /** Listens for buttons that come back by the channel itself. */
  start?(press: PressButton, log: (line: string) => void): void;
  stop?(): Promise<void>;
}
