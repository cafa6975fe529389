/**
 * The catalogue of errors. Do not tell errors apart by their text: `code` is stable. docs/errors.md, which a test compares with this file,
 * says for each code what happened and what to do next.
 */

interface ErrorKind {
  /** The HTTP status of the response. */
  readonly status: number;
  readonly title: string;
}

export const ERRORS = {
  // Questions
  question_empty: { status: 400, title: 'The question has no text' },
  question_too_long: { status: 400, title: 'The question is too long' },
  question_unprintable: { status: 400, title: 'The question contains control characters' },
  question_bidi: { status: 400, title: 'The question contains characters that reorder the text around them' },
  questions_count: { status: 400, title: 'An ask takes one to four questions' },
  type_unknown: { status: 400, title: 'Unknown clarification type' },
  options_too_many: { status: 400, title: 'Too many options' },
  option_invalid: { status: 400, title: 'Invalid option' },
  option_duplicate: { status: 400, title: 'Duplicate option' },
  options_missing: { status: 400, title: 'strictOptions needs options' },
  default_invalid: { status: 400, title: 'The default is not a valid answer' },
  default_missing: { status: 400, title: 'onTimeout "default" needs a default' },
  default_destructive: { status: 400, title: 'A destructive question cannot be settled without a person' },
  duration_invalid: { status: 400, title: 'Invalid duration' },
  timeout_invalid: { status: 400, title: 'Invalid timeout' },
  text_too_long: { status: 400, title: 'A text is too long' },
  argument_invalid: { status: 400, title: 'Invalid argument' },
  schema_invalid: { status: 400, title: 'Not a Standard Schema' },
  id_invalid: { status: 400, title: 'Invalid id' },
  id_ambiguous: { status: 400, title: 'The id is ambiguous' },
  pattern_invalid: { status: 400, title: 'Invalid semantic pattern or best practice' },
  config_invalid: { status: 400, title: 'Invalid configuration' },
  config_untrusted: { status: 403, title: 'The project’s config file is not trusted' },
  // Askers and policies
  policy_unknown: { status: 400, title: 'Unknown policy' },
  policy_invalid: { status: 400, title: 'Invalid policy' },
  policy_mismatch: { status: 409, title: 'The policy of a job or session cannot be changed' },
  asker_mismatch: { status: 409, title: 'The asker of a job or session cannot be changed' },
  job_not_running: { status: 409, title: 'The job is not running, so it cannot ask' },
  job_unknown: { status: 404, title: 'Unknown job' },
  job_not_asked: { status: 409, title: 'The job has no question' },
  job_exists: { status: 409, title: 'A different job with this id exists' },
  job_ended: { status: 409, title: 'The job has ended' },
  job_elsewhere: { status: 409, title: 'The job belongs to another session' },
  reject_refused: { status: 409, title: 'This answer can no longer be rejected' },
  // Answers
  clarification_unknown: { status: 404, title: 'Unknown clarification' },
  ask_unknown: { status: 404, title: 'Unknown ask' },
  preference_unknown: { status: 404, title: 'Unknown preference' },
  answer_empty: { status: 400, title: 'The answer is empty' },
  answer_too_long: { status: 400, title: 'The answer is too long' },
  answer_refused: { status: 422, title: 'The answer is not valid, and the question is still open' },
  already_answered: { status: 409, title: 'The question was already answered' },
  clarification_closed: { status: 410, title: 'The question is closed' },
  not_correctable: { status: 409, title: 'There is no answer to correct' },
  not_same_question: { status: 409, title: 'It is another question' },
  not_revocable: { status: 409, title: 'There is nothing to revoke' },
  token_unknown: { status: 404, title: 'Unknown token' },
  link_invalid: { status: 404, title: 'Unknown answer link' },
  link_expired: { status: 410, title: 'The answer link has expired' },
  link_used: { status: 410, title: 'The answer link has been used' },
  pairing_refused: { status: 410, title: 'The pairing code is not valid' },
  person_only: { status: 403, title: 'Only a person may do this' },
  // Approvals
  call_changed: { status: 409, title: 'The call id was used for another call' },
  approval_needed: { status: 403, title: 'An approval is decided, not answered' },
  not_approval: { status: 409, title: 'The question is no approval' },
  scope_refused: { status: 422, title: 'The decision cannot reach this far' },
  edit_refused: { status: 422, title: 'The input cannot be edited like this' },
  answerer_needed: { status: 403, title: 'Only a known person may approve' },
  rule_unknown: { status: 404, title: 'Unknown rule' },
  rule_invalid: { status: 400, title: 'Invalid rule' },
  // Codes of items
  cap_reached: { status: 409, title: 'The limit of asks is reached' },
  clarification_unresolved: { status: 409, title: 'The answer did not resolve the ambiguity' },
  answer_rejected: { status: 409, title: 'Answers were rejected too often' },
  // The store
  store_unavailable: { status: 503, title: 'The store cannot be opened' },
  store_corrupt: { status: 503, title: 'The store is damaged or is not an AskOnce store' },
  store_read_only: { status: 503, title: 'The store is read-only' },
  store_full: { status: 507, title: 'The store is out of disk space' },
  store_gone: { status: 503, title: 'The store’s file was deleted or replaced while it was open' },
  store_newer: { status: 503, title: 'The store was written by a newer version of AskOnce' },
  store_busy: { status: 503, title: 'Another process held the store for too long' },
  store_unfinished: { status: 503, title: 'This store is an incomplete copy' },
  store_not_empty: { status: 409, title: 'The target store is not empty' },
  copy_differs: { status: 500, title: 'The copy differs from its source' },
  store_failed: { status: 500, title: 'The store failed' },
  unexpected: { status: 500, title: 'Unexpected error' },
  engine_closed: { status: 503, title: 'AskOnce is closed' },
  // Agents
  agent_missing: { status: 500, title: 'The agent cannot be started' },
  agent_loops: { status: 500, title: 'The agent keeps asking a question that was answered' },
  agent_blocked: { status: 500, title: 'The agent reports that it is blocked' },
  agent_unreadable: { status: 500, title: 'The agent’s output cannot be read' },
  scope_exceeded: { status: 500, title: 'The job used up its turns or time' },
  request_incomplete: { status: 400, title: 'The request is incomplete' },
  not_answered: { status: 409, title: 'The question has no answer' },
  agent_failed: { status: 500, title: 'The agent failed' },
  agent_prompted: { status: 500, title: 'The agent is waiting for keyboard input' },
  agent_timeout: { status: 504, title: 'The agent timed out' },
  // The model
  model_invalid: { status: 400, title: 'Invalid model settings' },
  model_unavailable: { status: 503, title: 'A package required for the model is not installed' },
  model_failed: { status: 502, title: 'The model returned no usable reply' },
  // HTTP
  request_malformed: { status: 400, title: 'Malformed request' },
  body_invalid: { status: 400, title: 'The body is not valid JSON' },
  token_missing: { status: 401, title: 'A token is required' },
  token_invalid: { status: 401, title: 'The token is not valid' },
  role_too_low: { status: 403, title: 'The token’s role does not allow this' },
  owner_only: { status: 403, title: 'Created with another token' },
  host_refused: { status: 403, title: 'Host not allowed' },
  origin_refused: { status: 403, title: 'Origin not allowed' },
  route_unknown: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  body_too_large: { status: 413, title: 'The body is too large' },
  content_type_unsupported: { status: 415, title: 'Unsupported content type' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  tokens_needed: { status: 500, title: 'A server that other machines can reach needs tokens' },
  server_unreachable: { status: 503, title: 'The server cannot be reached' },
  port_taken: { status: 500, title: 'The server cannot listen there' },
  // Webhooks
  webhook_forbidden: { status: 400, title: 'Webhook address not allowed' },
  webhook_unknown: { status: 404, title: 'Unknown webhook' },
  webhook_failed: { status: 502, title: 'The webhook could not be delivered' },
  channel_failed: { status: 502, title: 'A notification could not be sent' },
  engine_unavailable: { status: 503, title: 'The engine that places jobs cannot be reached' },
  channel_unavailable: { status: 503, title: 'A package required for a notification channel is not installed' },
  // The command line
  usage: { status: 400, title: 'Invalid command line' },
  node_too_old: { status: 500, title: 'This version of Node.js is too old' },
} as const satisfies Record<string, ErrorKind>;

/** A code from the catalogue. */
export type ErrorCode = keyof typeof ERRORS;

/**
 * Every error that AskOnce throws deliberately.
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
