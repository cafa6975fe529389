/** `askonce request`: seed 002 for agents that can only run commands. The exit code says what to do next, stdout explains it. */
import type { RequestReply } from '../../orchestrator/request.ts';
import type { ClarificationRequest } from '../../orchestrator/requests.ts';
import { EXIT, note, noteFailure, sayJson, sayResult } from '../terminal/output.ts';
import { patiently, typeNamed } from './ask.ts';
import { placeOf, sessionAt } from './assumptions.ts';
import { personOnly } from './person-only.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { withService } from './with-store.ts';

export interface RequestFlags extends GlobalOptions {
  type?: string;
  option?: string[];
  recommended?: string;
  header?: string;
  context?: string;
  subject?: string;
  destructive?: boolean;
  blocker?: string;
  tried?: string[];
  fallback?: string;
  risk?: string;
  session?: string;
  job?: string;
  asker?: string;
  userMessage?: string;
  timeout?: string;
  wait?: string;
}

const EXIT_OF_DECISION: Readonly<Record<RequestReply['decision'], number>> = {
  proceed: EXIT.ok,
  send_back: EXIT.error,
  allow: EXIT.parked,
  wait: EXIT.parked,
  fall_back: EXIT.fallback,
};

export async function request(question: string, flags: RequestFlags): Promise<number> {
  if (flags.userMessage !== undefined) personOnly('request --user-message');
  const place = placeOf(flags);
  const location = await serviceLocation(flags);
  const { asker, userMessage, timeout } = flags;
  const how = {
    ...(place.job === undefined ? {} : { job: place.job }),
    ...(asker === undefined ? {} : { asker }),
    ...(userMessage === undefined ? {} : { userMessage }),
    ...(timeout === undefined ? {} : { timeout }),
  };
  const { language } = location.settings;
  return withService(location, async (askonce) => {
    const id = await sessionAt(askonce, place);
    const session = askonce.session(id, language === null ? {} : { language });
    return patiently(
      { askonce, flags, location },
      (patience) => session.request(requestFrom(question, flags), { ...how, ...patience }),
      (reply, parked) => report(reply, flags.json === true, (one) => parked(one, session.id)),
    );
  });
}

function requestFrom(question: string, flags: RequestFlags): ClarificationRequest {
  const { recommended, header, context, subject, blocker, tried, fallback, risk } = flags;
  return {
    question,
    ...(flags.type === undefined ? {} : { type: typeNamed(flags.type) }),
    ...(flags.option === undefined ? {} : { options: flags.option }),
    ...(recommended === undefined ? {} : { recommended }),
    ...(header === undefined ? {} : { header }),
    ...(context === undefined ? {} : { context }),
    ...(subject === undefined ? {} : { subject }),
    ...(flags.destructive ? { destructive: true } : {}),
    ...(blocker === undefined ? {} : { blocker }),
    ...(tried === undefined ? {} : { tried }),
    ...(fallback === undefined ? {} : { fallback }),
    ...(risk === undefined ? {} : { risk }),
  };
}

function report(reply: RequestReply, json: boolean, parked: (id: string) => void): number {
  if (json) sayJson(reply);
  switch (reply.decision) {
    case 'proceed':
      if (!json) sayResult(reply.response);
      break;
    case 'fall_back':
      if (!json) sayResult(reply.text);
      note(`[fallback] ${reply.evidence}`);
      break;
    case 'send_back':
      noteFailure(reply.text, 'request_incomplete');
      break;
    default:
      parked(reply.id);
  }
  return EXIT_OF_DECISION[reply.decision];
}
