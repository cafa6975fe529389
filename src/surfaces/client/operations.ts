/** Every operation of the HTTP API with its method and path, under its name in OpenAPI and in the client. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const OPERATIONS = {
  ask: ['POST', '/clarifications'],
  clarifications: ['GET', '/clarifications'],
  clarification: ['GET', '/clarifications/{id}'],
  answer: ['POST', '/clarifications/{id}/answer'],
  decline: ['POST', '/clarifications/{id}/decline'],
  revoke: ['POST', '/clarifications/{id}/revoke'],
  correct: ['POST', '/clarifications/{id}/correct'],
  snooze: ['POST', '/clarifications/{id}/snooze'],
  cancel: ['POST', '/clarifications/{id}/cancel'],
  approve: ['POST', '/approvals'],
  decide: ['POST', '/approvals/{id}/decision'],
  rules: ['GET', '/approvals/rules'],
  revokeRule: ['DELETE', '/approvals/rules/{id}'],
  link: ['POST', '/clarifications/{id}/link'],
  linkedQuestion: ['GET', '/a/{token}'],
  answerByLink: ['POST', '/a/{token}'],
  declineByLink: ['POST', '/a/{token}/decline'],
  pressButton: ['POST', '/b/{token}'],
  pair: ['POST', '/pair'],
  history: ['GET', '/sessions/{id}/history'],
  requestClarification: ['POST', '/sessions/{id}/clarification-requests'],
  clarificationState: ['GET', '/sessions/{id}/state'],
  assumptions: ['GET', '/sessions/{id}/assumptions'],
  assume: ['POST', '/sessions/{id}/assumptions'],
  preferences: ['GET', '/preferences'],
  setPreference: ['PUT', '/preferences'],
  forgetPreference: ['DELETE', '/preferences'],
  recall: ['GET', '/recall'],
  me: ['GET', '/me'],
  projects: ['GET', '/projects'],
  files: ['GET', '/files'],
  insight: ['GET', '/insight'],
  events: ['GET', '/events'],
  createJob: ['POST', '/jobs'],
  answerJob: ['POST', '/jobs/{id}/clarification'],
  job: ['GET', '/jobs/{id}'],
  jobLog: ['GET', '/jobs/{id}/log'],
  jobs: ['GET', '/jobs'],
  cancelJob: ['POST', '/jobs/{id}/cancel'],
  addWebhook: ['POST', '/webhooks'],
  webhooks: ['GET', '/webhooks'],
  removeWebhook: ['DELETE', '/webhooks/{id}'],
} as const satisfies Record<string, readonly [Method, string]>;

export type Operation = keyof typeof OPERATIONS;

/** Not retried: a repeat would get a different reply, so it would hide whether the first one succeeded. All others may be sent again. */
export const ONCE: readonly Operation[] = ['forgetPreference', 'addWebhook', 'removeWebhook'];
