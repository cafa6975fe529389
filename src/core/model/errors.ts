/**
 * The one catalogue of errors. Nobody tells errors apart by their text: `code` is stable, and docs/errors.md, which a test
 * compares with this file, says for each what happened and what to do next.
 */

interface ErrorKind {
  /** The HTTP status a server answers with. */
  readonly status: number;
  readonly title: string;
}

export const ERRORS = {
  // What was asked
  question_empty: { status: 400, title: 'The question has no text' },
  question_too_long: { status: 400, title: 'The question is longer than a person will read' },
  question_unprintable: { status: 400, title: 'The question holds control characters' },
  question_bidi: { status: 400, title: 'The question holds characters that reorder the text around them' },
  questions_count: { status: 400, title: 'An ask takes one to four questions' },
  type_unknown: { status: 400, title: 'No such clarification type' },
  options_too_many: { status: 400, title: 'More options than a person can choose from' },
  option_invalid: { status: 400, title: 'An option cannot be shown' },
  option_duplicate: { status: 400, title: 'Two options have the same label' },
  options_missing: { status: 400, title: 'Strict options need options' },
  default_invalid: { status: 400, title: 'The default would be refused as an answer' },
  default_missing: { status: 400, title: 'onTimeout "default" needs a default' },
  default_destructive: { status: 400, title: 'Silence may not destroy, publish, pay or reveal' },
  duration_invalid: { status: 400, title: 'Not a duration' },
  timeout_invalid: { status: 400, title: 'Not a timeout' },
  text_too_long: { status: 400, title: 'A text is too long to keep' },
  argument_invalid: { status: 400, title: 'An argument is not of its kind' },
  schema_invalid: { status: 400, title: 'Not a Standard Schema' },
  id_invalid: { status: 400, title: 'Not an id' },
  id_ambiguous: { status: 400, title: 'Several ids begin like this' },
  pattern_invalid: { status: 400, title: 'A semantic pattern or best practice cannot be used' },
  config_invalid: { status: 400, title: 'The configuration cannot be used' },
  config_untrusted: { status: 403, title: 'The project’s config file is not trusted' },
  // Who asks, and under what
  policy_unknown: { status: 400, title: 'No such policy' },
  policy_invalid: { status: 400, title: 'The policy is not complete' },
  policy_mismatch: { status: 409, title: 'The policy was fixed when the job or session was made' },
  asker_mismatch: { status: 409, title: 'The asker was fixed when the job or session was made' },
  job_not_running: { status: 409, title: 'The job does not run, so it cannot ask' },
  job_unknown: { status: 404, title: 'No such job' },
  job_not_asked: { status: 409, title: 'The job was not asked about' },
  job_exists: { status: 409, title: 'There is another job of this id' },
  job_ended: { status: 409, title: 'The job has ended' },
  job_elsewhere: { status: 409, title: 'The job belongs to another session' },
  reject_refused: { status: 409, title: 'This answer can no longer be rejected' },
  // Answers
  clarification_unknown: { status: 404, title: 'No such clarification' },
  ask_unknown: { status: 404, title: 'No such ask' },
  preference_unknown: { status: 404, title: 'No such preference' },
  answer_empty: { status: 400, title: 'The answer has no text' },
  answer_too_long: { status: 400, title: 'The answer is too long to keep' },
  answer_refused: { status: 422, title: 'The answer was refused and the question is still open' },
  already_answered: { status: 409, title: 'Another answer won' },
  clarification_closed: { status: 410, title: 'The question is closed' },
  not_revocable: { status: 409, title: 'There is nothing to revoke' },
  token_unknown: { status: 404, title: 'No such token' },
  link_invalid: { status: 404, title: 'No such answer link' },
  link_expired: { status: 410, title: 'The answer link has expired' },
  link_used: { status: 410, title: 'The answer link has been used' },
  person_only: { status: 403, title: 'Only a person may do this' },
  // What an item may carry as its code
  cap_reached: { status: 409, title: 'The scope has used its asks' },
  clarification_unresolved: { status: 409, title: 'The answer did not settle what was unclear' },
  answer_rejected: { status: 409, title: 'The answers given were rejected too often' },
  // The store
  store_unavailable: { status: 503, title: 'The store cannot be opened' },
  store_corrupt: { status: 503, title: 'The store is damaged or is no AskOnce store' },
  store_read_only: { status: 503, title: 'The store cannot be written' },
  store_full: { status: 507, title: 'There is no room left for the store' },
  store_gone: { status: 503, title: 'The store’s file was deleted or replaced while it was open' },
  store_newer: { status: 503, title: 'The store was written by a newer AskOnce' },
  store_busy: { status: 503, title: 'Another process held the store for too long' },
  store_unfinished: { status: 503, title: 'A copy into this store is not complete' },
  store_not_empty: { status: 409, title: 'The store to copy into is not empty' },
  copy_differs: { status: 500, title: 'The copy is not what its source is' },
  store_failed: { status: 500, title: 'The store failed' },
  unexpected: { status: 500, title: 'Something failed that should not' },
  engine_closed: { status: 503, title: 'AskOnce is closed' },
  // Agents
  agent_missing: { status: 500, title: 'The agent cannot be started' },
  agent_loops: { status: 500, title: 'The agent keeps asking what was answered' },
  agent_blocked: { status: 500, title: 'The agent says that it cannot go on' },
  agent_unreadable: { status: 500, title: 'What the agent said cannot be read' },
  scope_exceeded: { status: 500, title: 'The work took more turns or time than its scope allows' },
  request_incomplete: { status: 400, title: 'The request lacks what it must bring to be put to a person' },
  not_answered: { status: 409, title: 'The question has no answer' },
  agent_failed: { status: 500, title: 'The agent ended with an error' },
  agent_prompted: { status: 500, title: 'The agent waits for typing that cannot come' },
  agent_timeout: { status: 504, title: 'The agent took longer than it may' },
  // The model
  model_invalid: { status: 400, title: 'No model can be set up from these settings' },
  model_unavailable: { status: 503, title: 'A package that the model needs is not installed' },
  model_failed: { status: 502, title: 'The model gave no usable reply' },
  // Over HTTP
  request_malformed: { status: 400, title: 'The request cannot be read' },
  body_invalid: { status: 400, title: 'The body is not JSON that can be used' },
  token_missing: { status: 401, title: 'This needs a token' },
  token_invalid: { status: 401, title: 'The token is not valid' },
  role_too_low: { status: 403, title: 'The token’s role does not allow this' },
  owner_only: { status: 403, title: 'Another token made this' },
  host_refused: { status: 403, title: 'The server is not known by this name' },
  origin_refused: { status: 403, title: 'Another website may not do this' },
  route_unknown: { status: 404, title: 'There is nothing at this address' },
  method_not_allowed: { status: 405, title: 'The address does not take this method' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  body_too_large: { status: 413, title: 'The body is too large' },
  content_type_unsupported: { status: 415, title: 'The body is not sent as JSON' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  tokens_needed: { status: 500, title: 'A server that others can reach needs tokens' },
  port_taken: { status: 500, title: 'The server cannot listen there' },
  // Webhooks
  webhook_forbidden: { status: 400, title: 'No webhook may go to this address' },
  webhook_unknown: { status: 404, title: 'No such webhook' },
  webhook_failed: { status: 502, title: 'Whoever was to get the webhook did not take it' },
  // The command line
  usage: { status: 400, title: 'The command was not understood' },
  node_too_old: { status: 500, title: 'This Node is too old' },
} as const satisfies Record<string, ErrorKind>;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof ERRORS;

/**
 * Every error AskOnce throws on purpose.
 * @example
 * try {
 *   await askonce.questions.answer('q-unknown', 'yes');
 * } catch (error) {
 *   if (error instanceof AskOnceError) console.log(error.code); // 'clarification_unknown'
 * }
 */
export class AskOnceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AskOnceError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.details = details;
  }
}
