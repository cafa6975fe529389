/**
 * An orchestrator that needs only HTTP, as it could be written in any language. Start `askonce serve`, then
 *
 *   node examples/orchestrator-http.mjs http://127.0.0.1:4766 my-session
 *
 * and answer its one question on any surface. After a kill, start it again with the same session: it continues where it stopped.
 */
const [url = process.env.ASKONCE_URL ?? 'http://127.0.0.1:4766', session = `export-${Date.now()}`] =
  process.argv.slice(2);
const MAX_TURNS = 10;

/** One request to AskOnce. */
async function call(method, path, body) {
  const token = process.env.ASKONCE_TOKEN;
  const reply = await fetch(`${url}/sessions/${encodeURIComponent(session)}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said = await reply.json();
  if (!reply.ok) throw new Error(`${said.code}: ${said.detail}`);
  return said;
}

/** A PM in place of a model: it reads everything that has happened so far and returns what to do next. */
function pm(told) {
  const knows = (text) => told.some((line) => line.includes(text));
  if (!knows('The person answered:')) {
    return {
      status: 'NEEDS_CLARIFICATION',
      request: {
        question: 'Should the export hold personal data?',
        options: ['Yes, all of it', 'No, leave it out'],
        blocker: 'security_or_law',
        tried: ['The brief wants all fields', 'The privacy page forbids names'],
        fallback: 'Leave it out',
        risk: 'The export has to be made again',
      },
    };
  }
  if (!knows('is done')) return { status: 'PLAN', tasks: ['Write the export'] };
  if (!knows('You MUST proceed')) {
    return {
      status: 'NEEDS_CLARIFICATION',
      request: {
        question: 'Which separator should the file have?',
        options: ['comma', 'tab'],
        blocker: 'missing_external_data',
        tried: 'The brief does not say',
        fallback: 'comma',
      },
    };
  }
  const separator = { decision: 'The file is separated by commas', reasoning: 'It is usual', confidence: 'high' };
  return { status: 'COMPLETE', assumptions: [{ ...separator, risk: 'It is read wrongly' }] };
}

/** Returns what the PM reads after it asked. The PM is not started again before the person has responded. */
async function clarify(request) {
  let reply = await call('POST', '/clarification-requests', request);
  if (reply.decision === 'allow' || reply.decision === 'wait') {
    const { id, question } = reply.clarification;
    console.log(`${reply.decision === 'allow' ? 'asked' : 'still asked'}: ${question} (${id})`);
  }
  while (reply.decision === 'allow' || reply.decision === 'wait') {
    reply = await call('POST', '/clarification-requests?wait=30s', request);
  }
  return reply.decision === 'proceed' ? `The person answered: ${reply.response}` : reply.text;
}

const told = [];
for (let turn = 1; ; turn += 1) {
  if (turn > MAX_TURNS) throw new Error(`The PM took more than ${MAX_TURNS} turns.`);
  const { status, request, tasks = [], assumptions = [] } = pm(told);
  console.log(`turn ${turn}: ${status}`);
  if (status === 'NEEDS_CLARIFICATION') {
    told.push(await clarify(request));
    console.log(`told: ${told.at(-1).split('\n')[0]}`);
  }
  // In a real orchestrator, workers would do them.
  told.push(...tasks.map((task) => `“${task}” is done.`));
  for (const [n, assumption] of assumptions.entries()) {
    await call('POST', '/assumptions', { ...assumption, asker: 'pm', idempotencyKey: `${turn}.${n}` });
  }
  if (status === 'COMPLETE') break;
}

for (const { decision, risk } of (await call('GET', '/assumptions')).items) {
  console.log(`assumed: ${decision} (if wrong: ${risk})`);
}
console.log(JSON.stringify((await call('GET', '/state?asker=pm')).items[0], null, 2));
