/**
 * What a message to a person may contain. Pure, and the only place that decides it: no secret ever; no text where strangers can read; no
 * button for what is dangerous, and none where strangers can press it.
 */
import { basename } from 'node:path';
import { clip } from '../../core/answer/check.ts';
import type { ClarificationRecord } from '../../core/model/records.ts';
import { nameOf } from '../../core/model/scoped-id.ts';
import { looksSecret } from '../../text/secret-shape.ts';
import { namesSecret } from '../../text/secrets.ts';
import type { ChannelContent, ChannelFilter, MessageKind, QuestionMessage, SettledMessage } from './channel.ts';

/** Services cut or reject longer messages; the inbox shows the whole. */
const MAX_TEXT = 600;
const MAX_OPTION = 200;
/** A title with all its parts has less than 150 characters, as Slack wants it. */
const MAX_PROJECT = 50;
const MAX_NAME = 30;

/** Where the server is, and what lets a message answer. */
export interface MessageLinks {
  /** The address of the server, without a slash at the end. */
  readonly base: string;
  /** Whether other devices can reach it there. */
  readonly isReachable: boolean;
  readonly buttons: QuestionMessage['buttons'];
  /** The token of an answer link. */
  readonly answer: string | null;
}

function kindOf({ destructive, call }: Pick<ClarificationRecord, 'destructive' | 'call'>): MessageKind {
  if (call) return 'approval';
  return destructive ? 'dangerous' : 'question';
}

const TITLES: Readonly<Record<MessageKind, string>> = {
  question: 'Question',
  dangerous: 'Dangerous question',
  approval: 'Approval',
};

export function questionMessage(
  question: ClarificationRecord,
  content: ChannelContent,
  links: MessageLinks,
  /** How many agents ask it. */
  askers = 1,
): QuestionMessage {
  const kind = kindOf(question);
  const { base, isReachable } = links;
  const isShown = content.text && !isSecret(question);
  const mayAnswer = content.buttons && kind === 'question';
  return {
    id: question.id,
    kind,
    project: question.project,
    job: question.job === null ? null : nameOf(question.job),
    agent: content.text ? question.agent : null,
    branch: content.text ? (question.branch ?? null) : null,
    folder: content.text ? (question.folder ?? question.project) : null,
    title: titled(TITLES[kind], question, content, askers),
    text: isShown ? clip(question.question, MAX_TEXT) : null,
    options: isShown ? question.options.map(({ label }) => clip(label, MAX_OPTION)) : [],
    // A button shows an option of the question.
    buttons: mayAnswer && isShown ? links.buttons : [],
    link: inboxLink(base, question.id),
    answerLink: mayAnswer && isReachable && links.answer !== null ? `${base}/a/${links.answer}` : null,
    buttonUrl: isReachable ? (token) => `${base}/b/${token}` : null,
  };
}

/** The address of the inbox with one question. */
export function inboxLink(base: string, id: string): string {
  return `${base}/#/q/${encodeURIComponent(id)}`;
}

export function settledMessage(question: ClarificationRecord, content: ChannelContent): SettledMessage {
  const { id, status, answer, by } = question;
  const isShown = content.text && !isSecret(question);
  return {
    id,
    title: titled(
      status === 'answered' ? 'Answered' : status === 'declined' ? 'Declined' : 'No longer needed',
      question,
      content,
    ),
    text: isShown ? clip(question.question, MAX_TEXT) : null,
    answer: isShown && status === 'answered' && answer !== null && !looksSecret(answer) ? clip(answer, MAX_TEXT) : null,
    by: isShown ? by : null,
  };
}

/** Where strangers read, only the project is named: a branch or an agent's name may say what is worked on. */
function titled(
  what: string,
  { project, branch, agent }: ClarificationRecord,
  content: ChannelContent,
  askers = 1,
): string {
  const named = content.text ? [branch, askers > 1 ? null : agent] : [];
  const short = named.filter((name) => typeof name === 'string').map((name) => clip(name, MAX_NAME));
  const parts = [clip(basename(project), MAX_PROJECT), ...short, ...(askers > 1 ? [`${askers} agents`] : [])];
  return `${what} in ${parts.join(' · ')}`;
}

/** Whether a question asks for a secret, or shows one. Its context is never sent, but says what is asked for. */
function isSecret(question: ClarificationRecord): boolean {
  return namesOrShowsSecret(question) || (question.call !== undefined && looksSecret(question.call.input));
}

/** The same without a look at the call of an approval. */
export function namesOrShowsSecret({
  question,
  header,
  context,
  reason,
  options,
}: Pick<ClarificationRecord, 'question' | 'header' | 'context' | 'reason' | 'options'>): boolean {
  const words = [
    question,
    header,
    reason,
    context,
    ...options.flatMap(({ label, description }) => [label, description]),
  ];
  const text = words.filter((word) => word !== undefined).join('\n');
  return namesSecret(text) || looksSecret(text);
}

/** Whether a channel tells about a question. */
export function passes({ projects, kinds }: ChannelFilter, question: ClarificationRecord): boolean {
  if (kinds !== undefined && !kinds.includes(kindOf(question))) return false;
  const { project } = question;
  return projects === undefined || projects.some((one) => one === project || one === basename(project));
}

/** When a channel's hours begin, if they do not include this moment; null if they do. */
export function hoursBegin({ hours }: ChannelFilter, at: number): number | null {
  if (hours === undefined) return null;
  const [from, to] = hours;
  const time = new Date(at);
  const minute = time.getHours() * 60 + time.getMinutes();
  if (from <= to ? minute >= from && minute < to : minute >= from || minute < to) return null;
  const begins = new Date(at);
  if (minute >= from) begins.setDate(begins.getDate() + 1);
  return begins.setHours(0, from, 0, 0);
}
