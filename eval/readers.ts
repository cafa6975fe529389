/**
 * A process of its own, given one reader: what its first use costs in CPU time, with the words of an ordinary question. The platform's
 * segmenter is started before, since it is not ours to count. Prints milliseconds. `list` as the name prints the names.
 */
import type { Question } from '../src/core/model/question.ts';
import type { Heard } from '../src/core/model/resolution.ts';
import { interpret } from '../src/interpret/interpret.ts';
import { readTask } from '../src/interpret/task-reading.ts';
import { semanticResolver } from '../src/resolve/semantic-resolver.ts';
import { ruleSentinel } from '../src/resolve/sentinel.ts';
import { mayConsent } from '../src/text/consent.ts';
import { aboutTheSame } from '../src/text/context.ts';
import { touches } from '../src/text/latest-words.ts';
import { isName } from '../src/text/names.ts';
import { seeksPermission } from '../src/text/permission.ts';
import { asksLeave, asksSeveral, isNegated, isRead } from '../src/text/question-form.ts';
import { identicalKey, questionKey } from '../src/text/question-key.ts';
import { isDangerous, mentionsHarm } from '../src/text/risk.ts';
import { looksSecret } from '../src/text/secret-shape.ts';
import { namesSecret } from '../src/text/secrets.ts';
import { sketchOf } from '../src/text/similarity.ts';
import { subjectNamedIn } from '../src/text/subject.ts';
import { readYesNo } from '../src/text/yes-no.ts';

const ENGLISH = 'Should I delete the old logs before the release?';
const JAPANESE = 'どの形式で設定ファイルを保存しましょうか？';
const CHOICE = {
  question: 'Which format should I use?',
  type: 'SELECT_ONE',
  options: [{ label: 'YAML', description: 'Easy to read.' }, { label: 'JSON' }],
  multiSelect: false,
  strictOptions: false,
  destructive: false,
};
const SAID = 'use YAML, and テストもお願いします';
const beside = (context: string) => ({ ...CHOICE, header: 'Config', context });
const asked = CHOICE as unknown as Question;
const heard = { text: SAID, paths: [], spent: false, at: 0 } as unknown as Heard;

const interpretation = (text: string) => interpret({ originalPrompt: text, resolvedPrompt: text });

const READERS: Readonly<Record<string, () => unknown>> = {
  isDangerous: () => [isDangerous({ question: ENGLISH }), isDangerous({ ...CHOICE, question: JAPANESE })],
  mentionsHarm: () => [mentionsHarm('1. Back up\n2. Drop the users table'), mentionsHarm(JAPANESE)],
  mayConsent: () => [mayConsent(CHOICE), mayConsent({ question: 'Should I add tests?', type: 'CONFIRM' })],
  'question forms': () =>
    [ENGLISH, JAPANESE].map((text) => [asksLeave, asksSeveral, isNegated, isRead].map((is) => is(text))),
  seeksPermission: () => [seeksPermission('Should I proceed?'), seeksPermission('続けてもよろしいですか？')],
  questionKey: () => [questionKey(ENGLISH), questionKey(JAPANESE)],
  identicalKey: () => identicalKey(ENGLISH, ['rm -rf Logs', JAPANESE], null),
  sketchOf: () => [sketchOf(ENGLISH), sketchOf(JAPANESE)],
  subjectNamedIn: () => [subjectNamedIn(ENGLISH), subjectNamedIn(JAPANESE)],
  aboutTheSame: () => aboutTheSame(beside('for the analytics service'), beside('for the オフライン store')),
  touches: () => touches(SAID, CHOICE, 'JSON'),
  namesSecret: () => [namesSecret('What is the API key of the mail service?'), namesSecret(JAPANESE)],
  looksSecret: () => looksSecret(SAID),
  isName: () => [isName('not sure yet'), isName('どちらでもいい')],
  readYesNo: () => [readYesNo('uh, no', null, ENGLISH), readYesNo('いいえ、やめて', null, JAPANESE)],
  'semantic resolver': () => semanticResolver()({ question: asked, heard, preference: null, language: null }),
  sentinel: () => ruleSentinel()({ question: asked, heard: null, preference: null, language: null }),
  interpret: () => interpretation('Build a small red house with a garden'),
  'interpret, Japanese': () => interpretation('小さな赤い家を建ててください'),
  readTask: () => [readTask('create notes.md', { files: [] }), readTask('notes.mdを作って', { files: [] })],
};

const [name = 'all'] = process.argv.slice(2);
if (name === 'list') console.log(Object.keys(READERS).join('\n'));
else {
  for (const { segment } of new Intl.Segmenter('ja', { granularity: 'word' }).segment('最初の言葉')) void segment;
  const start = process.cpuUsage();
  for (const reader of name === 'all' ? Object.values(READERS) : [READERS[name]!]) reader();
  const { user, system } = process.cpuUsage(start);
  console.log((user + system) / 1_000);
}
