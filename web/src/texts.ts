/** Every text of the page, so that a language is added in one place. Never contains words of agents or people. */

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const moment = (at: number) => new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });

const SURFACES: Readonly<Record<string, string>> = {
  repl: 'in the terminal',
  cli: 'on the command line',
  http: 'on the web',
  link: 'by answer link',
  mcp: 'in an MCP client',
  advance: 'in advance',
  library: 'by a program',
};

const REASONS: Readonly<Record<string, string>> = {
  target_file_exists: 'The file exists and would be overwritten.',
  target_file_ambiguous: 'Several files match.',
  target_action_ambiguous: 'The requested action is unclear.',
  missing_required_info: 'Required information is missing.',
  conflicting_requirements: 'The task contains conflicting requirements.',
};

const SOURCES: Readonly<Record<string, string>> = {
  user: 'a person',
  rule: 'a rule',
  history: 'an earlier answer',
  input: 'what the person said',
  preference: 'a preference',
  best_practice: 'best practice',
  default: 'the default, after no answer',
  fallback: 'the fallback, after no answer',
};

const AT_DEADLINE: Readonly<Record<string, string>> = {
  default: 'then the default is used',
  fallback: 'then the agent continues without an answer',
  fail: 'then the agent gives up',
};

const STATES: Readonly<Record<string, string>> = {
  QUEUED: 'Queued',
  RUNNING: 'Running',
  AWAITING_RESPONSE: 'Waiting for an answer',
  COMPLETE: 'Complete',
  ERROR: 'Failed',
  CANCELLED: 'Cancelled',
};

const STATUSES: Readonly<Record<string, string>> = {
  pending: 'Waiting',
  answered: 'Answered',
  declined: 'Declined',
  revoked: 'Revoked',
  superseded: 'Asked again',
  withdrawn: 'Withdrawn',
};

const EVENTS: Readonly<Record<string, string>> = {
  'clarification.requested': 'Question asked',
  'clarification.answered': 'Answered',
  'clarification.auto_resolved': 'Settled without a person',
  'clarification.joined': 'Joined an open question',
  'clarification.declined': 'Declined',
  'clarification.not_shown': 'Not shown by the client',
  'clarification.revoked': 'Answer revoked',
  'clarification.corrected': 'Answer corrected',
  'clarification.snoozed': 'Put off',
  'clarification.returned': 'Back in the inbox',
  'clarification.superseded': 'Asked again',
  'clarification.withdrawn': 'Question withdrawn',
  'ask.expired': 'Deadline passed',
  'ask.cancelled': 'Cancelled by the asker',
  'ask.fallback': 'Fell back',
  'ask.failed': 'Ask failed',
  'job.created': 'Created',
  'job.queued': 'Queued',
  'job.started': 'Started',
  'job.released': 'Returned to the queue',
  'job.awaiting': 'Waiting for an answer',
  'job.resumed': 'Resumed',
  'job.completed': 'Complete',
  'job.failed': 'Failed',
  'job.cancelled': 'Cancelled',
  'assumption.recorded': 'Assumption recorded',
};

export const texts = {
  app: 'AskOnce',
  title: (count: number) => (count > 0 ? `(${count}) AskOnce` : 'AskOnce'),
  skip: 'Skip to content',
  nav: {
    label: 'Views',
    waiting: 'Waiting',
    jobs: 'Jobs',
    history: 'History',
    preferences: 'Preferences',
    insight: 'Insight',
  },
  connection: {
    waits: 'Connecting',
    connected: 'Live',
    polling: 'Every 2 s',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
  },
  unsent: (count: number) => `${plural(count, 'answer', 'answers')} will be sent when the connection is back.`,
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  settings: 'Settings and keys',
  notices: 'Notices',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  edit: 'Edit',
  loading: 'Loading',
  more: 'Show more',
  tryAgain: 'Try again',
  notFound: 'Page not found.',
  failed: 'Could not load this.',

  token: {
    title: 'Token needed',
    why: 'This server requires a token. Paste one with the role answerer or admin.',
    how: 'The server’s operator creates one with:',
    label: 'Token',
    stay: 'Stay signed in on this browser',
    enter: 'Sign in',
    optionalTitle: 'Sign in to approve',
    optionalWhy: 'Approving needs a credential. Paste a token with the role answerer or admin.',
    optionalHow: 'Create one in your own terminal with:',
    wrong: 'The server rejected this token. Check that you copied all of it; it may also have expired or been revoked.',
    out: 'Sign out',
    as: (name: string | null, role: string) => (name ? `${name} (${role})` : role),
  },
  readOnly: 'Your token has the role asker: you can see open questions, but not answer them.',

  waitingCount: (count: number) => `${plural(count, 'question waiting', 'questions waiting')}`,
  newQuestions: (questions: readonly string[]) =>
    questions.length === 1 ? `New question: ${questions[0]}` : `${questions.length} new questions`,
  nothingWaits: 'No questions waiting',
  nothingWaitsMore: 'When an agent needs an answer, its question appears here. You can leave this page open.',
  nothingFound: 'No matching questions.',
  search: 'Search questions',
  order: 'Sort by',
  oldest: 'Oldest first',
  nearest: 'Nearest deadline first',
  bySession: 'Group by session',
  session: 'Session',

  why: (question: { reason?: string | undefined; destructive: boolean; offered?: unknown }) =>
    question.reason !== undefined
      ? (REASONS[question.reason] ?? question.reason)
      : question.destructive
        ? 'It could destroy, publish, pay or reveal something, so only a person may decide.'
        : question.offered
          ? 'A similar question was answered before, but that answer may not apply here.'
          : 'No earlier answer, preference or best practice applies.',
  whyLabel: 'Why you are being asked',
  destructive: 'Careful: hard to undo',
  offered: 'You answered a similar question with',
  offeredUse: 'Use this answer',
  recommended: 'Recommended',
  other: 'Something else',
  otherLabel: 'Your own answer',
  answerPlaceholder: 'Type your answer',
  fileLabel: 'File',
  filePlaceholder: 'Search for a file, or type a path',
  filesFound: (count: number) => (count === 0 ? 'No file matches.' : plural(count, 'file matches', 'files match')),
  filesNamed: 'Named by the agent',
  pickSeveral: 'Choose all that apply',
  yes: 'Yes',
  no: 'No',
  send: 'Send',
  sendSeveral: (count: number) => `Send ${plural(count, 'answer', 'answers')}`,
  remember: 'Remember for the project',
  decline: 'Decline',
  declineWhy: 'Why not? (optional)',
  declineNow: 'Decline the question',
  context: 'Context',
  contextAll: 'Show all',
  contextLess: 'Show less',
  contextBelow: 'More below',
  cardJob: 'Job',
  cardJobShow: 'Job and log',
  questionsOfAsk: (count: number) => plural(count, 'question', 'questions'),
  log: 'Log',
  enterSends: 'Enter sends, Shift+Enter starts a new line',
  left: (time: string) => `${time} left`,
  overdue: 'Deadline passed',
  atDeadline: ({ onTimeout, onTimeoutAnswer }: { onTimeout: string | null; onTimeoutAnswer: string | null }) =>
    onTimeout && onTimeoutAnswer
      ? `then the agent continues with “${clip(onTimeoutAnswer)}”`
      : (AT_DEADLINE[onTimeout ?? ''] ?? 'then the question times out'),

  answered: (answer: string) => `Answered “${clip(answer)}”`,
  declined: 'Declined',
  takeBack: 'Undo',
  takenBack: 'Answer revoked. The agent may ask again.',
  answeredElsewhere: (surface: string | null, by: string | null, ago: number | null) =>
    ['Answered', SURFACES[surface ?? ''] ?? '', by ? `by ${by}` : '', ago === null ? '' : agoText(ago)]
      .filter((part) => part !== '')
      .join(' '),
  goneElsewhere: 'This question is closed.',
  deadlinePassed: 'The deadline has passed.',
  notSent: (question: string, mine: string | null) =>
    mine === null ? question : `${clip(question, 160)} Not sent: “${clip(mine, 160)}”`,
  theirsCounts: (question: string, theirs: string, mine: string | null) =>
    `${clip(question, 160)} Their answer “${clip(theirs)}” counts${mine === null ? '.' : `; yours (“${clip(mine)}”) was not used.`}`,
  noNotifications: 'This browser does not support notifications.',
  notificationsRefused: 'Notifications are blocked for this page. Allow them in your browser’s settings.',

  job: {
    title: 'Jobs',
    new: 'New job',
    prompt: 'What should be done?',
    promptPlaceholder: 'Describe the work. If something is unclear, you will be asked once.',
    promptHint: 'Ctrl+Enter or ⌘+Enter starts the job',
    rephrase: 'New job with this prompt',
    more: 'More settings',
    sessionLabel: 'Session',
    sessionHint: 'Questions answered in it are not asked again. By default a new one.',
    policyLabel: 'What the agent may ask',
    policies: {
      job: ['Only about the prompt', 'One question before the work starts. If the agent asks later, the job fails.'],
      interactive: ['As much as it needs', 'Each question waits for you, and the agent continues with your answer.'],
      orchestrator: ['One question in the session', 'After that the agent continues with its own assumptions.'],
    },
    deadlineLabel: 'Answer within',
    deadlineHint: 'Such as 30m or 2h. If empty, the question waits forever.',
    onTimeoutLabel: 'If there is no answer',
    fail: 'The job fails',
    fallback: 'Build it with what is known',
    submit: 'Start the job',
    submitting: 'Starting',
    another: 'Another job',
    open: 'Open its page',
    project: 'Project',
    noProject: 'No project on this machine uses AskOnce yet. Ask something in one, and it appears here.',
    filter: 'States',
    filterSession: 'Filter by session',
    none: 'No jobs yet',
    noneMore: 'Start one here, or send one with POST /jobs.',
    noneMatch: 'No job matches.',
    elapsed: 'Time',
    runs: 'Runs',
    created: 'Created',
    policy: 'Policy',
    asker: 'Asker',
    progress: 'Progress',
    asked: 'Question about the prompt',
    result: 'Result',
    error: 'Why it failed',
    spec: 'Spec',
    instructions: 'Steps',
    settled: 'Settled',
    assumptions: 'Assumptions',
    confidence: (value: number) => `${Math.round(value * 100)} % sure`,
    risk: 'If wrong',
    timeline: 'Timeline',
    logNone: 'No log yet.',
    cancel: 'Cancel the job',
    cancelled: 'Job cancelled',
    unknown: 'Job not found.',
    settledBy: (source: string) => `by ${SOURCES[source] ?? source}`,
  },

  whose: {
    project: 'Project',
    agent: 'Agent',
    branch: 'Branch',
    folder: 'Folder',
    on: 'on',
    in: 'in',
    kind: 'Kind',
    questions: 'Questions',
    approvals: 'Approvals',
    age: 'Age',
    any: (label: string) => `${label}: any`,
    older: (ms: number) =>
      ms < 86_400_000
        ? `Older than ${plural(ms / 3_600_000, 'hour', 'hours')}`
        : `Older than ${plural(ms / 86_400_000, 'day', 'days')}`,
    askThis: (count: number) => `${plural(count, 'agent asks', 'agents ask')} this. Your answer also goes to:`,
  },

  later: {
    label: 'Later',
    hour: 'In an hour',
    hours: (count: number) => `In ${count} hours`,
    tomorrow: 'Tomorrow at nine',
    putOff: (count: number) => `${plural(count, 'question', 'questions')} put off`,
    returns: (at: number) => `Returns ${moment(at)}.`,
    now: 'Show now',
    done: (at: number) => `Put off until ${moment(at)}.`,
  },

  approval: {
    ask: (tool: string) => `Allow ${tool}?`,
    group: (count: number) => `${count.toLocaleString('en')} calls ask this`,
    settles: (count: number) => `Your decision settles these ${count.toLocaleString('en')} calls:`,
    settlesMore: (count: number) => `and ${plural(count, 'more call', 'more calls')}`,
    callId: 'Call',
    says: 'The agent says:',
    why: ({ reason, destructive }: { reason?: string | undefined; destructive: boolean }) =>
      reason ??
      (destructive ? 'The call is dangerous, so a person decides it each time.' : 'No rule of yours covers this call.'),
    careful: (whys: readonly string[]) => `Careful: ${whys.join('; ')}`,
    carefulMore: (count: number) => `${count} more`,
    command: 'Command',
    diff: 'Changes',
    path: 'File',
    url: 'Address',
    host: 'leads to',
    rest: 'Further input',
    input: 'Input',
    kept: (count: string) => `${Number(count).toLocaleString('en')} unchanged lines`,
    all: (characters: number) => `Show all ${characters.toLocaleString('en')} characters`,
    left: (characters: number) => `Show more: ${characters.toLocaleString('en')} characters are left`,
    choices: 'Decision',
    choose: {
      once: 'Allow once',
      session: 'Allow for this session',
      project: 'Always in this project',
      deny: 'Deny',
    },
    ruleOne: 'Allowed for longer, this rule is made:',
    ruleSeveral: 'Allowed for longer, this rule is made (choose one):',
    noWider: 'Dangerous calls are decided once each time; no rule can allow them.',
    message: 'Message to the agent (optional)',
    messageHint: 'Enter denies, Shift+Enter starts a new line',
    edit: 'Edit the call',
    editStop: 'Keep the call as it is',
    editCommand: 'Command to run instead',
    editJson: 'Input to use instead, as JSON',
    editOnce: 'An edited call is allowed once.',
    editEmpty: 'The command is empty.',
    editObject: 'The input must be a JSON object, such as {"command": "npm test"}.',
    editInvalid: (why: string) => `This is not valid JSON: ${why}`,
    send: (choice: string | null, count: number) => {
      const calls = count === 1 ? 'this call' : `${count} calls`;
      if (choice === null) return 'Send';
      if (choice === 'deny') return `Deny ${calls}`;
      return choice === 'once' ? `Allow ${calls}` : `Allow ${calls} and make the rule`;
    },
    decided: ({ decision, scope }: { decision: string; scope?: string | null | undefined }) =>
      decision === 'deny'
        ? 'Denied'
        : scope === 'session'
          ? 'Allowed for this session'
          : scope === 'project'
            ? 'Allowed always in this project'
            : 'Allowed once',
    severally: (said: string, count: number) => `${said}: ${count.toLocaleString('en')} calls`,
    partly: (said: string, done: number, count: number) => `${said}: only ${done} of ${count} calls`,
    partlyMore: 'The others are still listed with the reason, or were decided elsewhere.',
    revokeRules: (count: number) => (count === 1 ? 'Revoke the rule' : `Revoke the ${count} rules`),
    atDeadline: 'then the call is denied',
    noCredential: 'To decide this, show that you are a person',
    noCredentialWhy: 'Agents can open this page too, so approving needs a credential that they do not have.',
    noCredentialServe: 'Open the page at the address that this command printed in your terminal. It ends in #token=…:',
    noCredentialToken: 'Or create a token in your own terminal, and enter it here:',
    enterToken: 'Enter a token',
    allRules: 'Rules',
    asked: 'Show the call',
    edited: 'With another input:',
    madeRule: 'Rule:',
    said: 'Message to the agent:',
  },

  rules: {
    title: 'Rules',
    tabs: 'Answers and permissions',
    what: 'What agents may do without asking you. A rule is made when you allow a call for a session or the project. Dangerous calls are always asked about.',
    none: 'No rules yet',
    noneMore: 'You make one when you allow a call for this session or always in this project.',
    effect: { allow: 'Allow', ask: 'Ask', deny: 'Deny' },
    by: (by: string | null) => `by ${by ?? 'someone'}`,
    thisProject: 'this project',
    inProject: (project: string) => `Always in ${project}`,
    inSession: (session: string, project: string) => `In session ${session} of ${project}`,
    fromConfig:
      'From the configuration, so it cannot be revoked here. Remove it from approvals.json or the program’s options.',
    fromProject: (project: string) =>
      `From the config file of ${project}, so it cannot be revoked here. Remove it there.`,
    revoke: 'Revoke',
    revoked: 'Rule revoked. Such calls are asked about again.',
    credential: 'To revoke a rule, open the page at the address that askonce serve printed.',
  },

  history: {
    title: 'History',
    show: 'Show',
    all: 'Everything settled',
    people: 'Answered by people',
    auto: 'Settled without a person',
    declined: 'Declined',
    revoked: 'Revoked',
    none: 'Nothing settled yet',
    noneMore: 'Answers appear here, with who or what gave them and why.',
    noneMatch: 'No matches.',
    looked: (count: number) => `Searched the newest ${count.toLocaleString('en')}.`,
    search: 'Search history',
    filterSession: 'Session',
    revoke: 'Revoke',
    done: 'Revoked. The question may be asked again.',
    correct: 'Correct',
    newAnswer: 'The right answer',
    correctWhy: 'Why (optional)',
    corrected: 'Corrected. Agents that used the old answer learn of it.',
    by: (source: string | null, surface: string | null, by: string | null) =>
      source === 'user' || source === null
        ? [by ?? 'Someone', SURFACES[surface ?? ''] ?? ''].filter(Boolean).join(' ')
        : `Settled by ${SOURCES[source] ?? source}`,
    sure: (confidence: number) => `${Math.round(confidence * 100)} % sure`,
    because: 'Because',
  },

  preference: {
    title: 'Preferences',
    what: 'The usual answers in each project. Its agents get them without asking you; destructive questions are always asked.',
    none: 'No preferences yet',
    noneMore: 'They are learned from answers, saved with “Remember for the project”, or added here.',
    add: 'Add a preference',
    question: 'Question',
    answer: 'Answer',
    subject: 'About (optional)',
    project: 'Project',
    learnt: (times: number) => `Learned from ${plural(times, 'answer', 'answers')}`,
    set: 'Set by a person',
    forget: 'Forget',
    forgotten: 'Preference forgotten',
    undo: 'Undo',
    saved: 'Preference saved',
  },

  insight: {
    title: 'Insight',
    days: (count: number) => `${count} days`,
    span: 'Time span',
    asked: 'Put to a person',
    avoided: 'Settled without a person',
    overTime: 'Questions asked and avoided, by day',
    overTimeSaid: (asked: number, avoided: number) =>
      avoided + asked === 0
        ? 'No questions in this time.'
        : `${Math.round((100 * avoided) / (avoided + asked))} % of ${plural(asked + avoided, 'question', 'questions')} needed no person.`,
    waits: 'How long people took to answer',
    waitsSaid: (median: string, p90: string) => `Half within ${median}, 90 % within ${p90}.`,
    waitsNone: 'No answers in this time.',
    repeated: 'Most repeated questions',
    repeatedGist: (spared: number) => `AskOnce avoided ${plural(spared, 'repeat', 'repeats')}.`,
    repeatedNone: 'No question came up twice.',
    repeatedSaid: (times: number, asked: number) => `${plural(times, 'time', 'times')}, ${asked} put to a person`,
    day: 'Day',
    daySaid: (day: string, asked: number, avoided: number) =>
      `${day}: ${asked.toLocaleString('en')} put to a person, ${avoided.toLocaleString('en')} settled without one`,
    wait: 'Time to answer',
    answersHead: 'Answers',
    table: 'As a table',
    answers: (count: number) => plural(count, 'answer', 'answers'),
    incomplete: 'Not all events are counted yet: only the newest are included. Reload the page to count more.',
    sources: {
      history: 'Earlier answer',
      input: 'What the person said',
      preference: 'Preference',
      best_practice: 'Best practice',
      default: 'Default after the deadline',
    },
  },

  link: {
    over: 'Nothing to answer here',
    expired: 'This link has expired. Ask the sender for a new one.',
    invalid: 'This link is incomplete. Open it again from the original message.',
    used: 'This link has been used, or the question was closed elsewhere.',
    unreachable: 'The server is not responding. Try again later.',
    unsent: 'Not sent: the server is not responding. Your answer is kept here; send it again.',
  },

  keys: {
    title: 'Settings and keys',
    shortcuts: 'Keyboard shortcuts',
    move: 'Next or previous question',
    choose: 'Choose an option, or a rule',
    offered: 'Use the suggested earlier answer',
    yesNo: 'Yes or no; allow a call once, or deny it',
    send: 'Send the answer',
    remember: 'Remember for the project',
    decline: 'Decline, or deny a call with a message',
    context: 'Show all of the context and the job',
    search: 'Search',
    help: 'Show this list',
    escape: 'Leave a field or close',
    write: 'Write your own answer, or edit a call',
    wider: 'Allow a call for the session, or always in the project',
  },
  sound: 'Sound for new questions',
  notify: 'Browser notifications when this page is in the background',

  state: (state: string) => STATES[state] ?? state,
  status: (status: string) => STATUSES[status] ?? status,
  event: (type: string) => EVENTS[type] ?? type,
  ago: (ms: number) => agoText(ms),
} as const;

/** How long ago, in the largest unit that fits. */
function agoText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return plural(Math.floor(seconds / 86_400), 'day ago', 'days ago');
}

function clip(text: string, length = 60): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
