/**
 * How a Chinese or Korean question may be put without asking anything else. Works on folded text; only words that any speaker
 * takes for one another are one here. Negation, 之前 and 之后, 大于 and 小于, "is" and "should be" stay.
 */

type Rules = readonly (readonly [pattern: RegExp, by: string])[];

const replaced = (text: string, rules: Rules): string =>
  rules.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text);

const WORDS: Rules = [
  [/您/g, '你'],
  [/^(?:请问|请告诉我|请确认)[,，:：]?/g, ''],
  [/(?:使用|采用|选用)(?!者|率|量|说明|情况|权|期|方法|手册|条款)/g, '用'],
  [/(?:什么|哪一?[种个款项])(?=样?的?[\p{Script=Han}a-z])/gu, '哪'],
  [/全部/g, '所有'],
  [/已经/g, '已'],
  [/放[到入](?=哪|什)/g, '放在'],
  [/多长时间|多长(?!度)/g, '多久'],
  [/如何|怎样|怎么样/g, '怎么'],
  [/编写/g, '写'],
  [/设置为|设成|设置成/g, '设为'],
];

/** The asker's "should", in whose mouth ever: 我应该, 你希望我, 要. Not 主要, 重要, 需要 as "is needed". */
const SHOULD =
  '(?:你(?:希望|想要?|要|需要)(?:让)?我|你希望|(?:需要|要)我|我?(?:应该|应当)|我要|我该|(?<![主重必首只还想需不摘概纲提])要(?!求|点|素|不要))';
const SHOULD_ANYWHERE = new RegExp(SHOULD, 'g');
/** Asked for a reason, or inside a clause of its own, "should" belongs where it stands. */
const KEEPS_SHOULD = /为什么|为何|(?:应该|应当)[^,，。]{1,8}的\p{Script=Han}+[有是]/u;
const ASKS_WHICH = /什么|哪|多少|多久|几|怎么|谁|还是/;
const WHETHER = /是否(?:应该|应当|需要我|要我|要)|应不应该|该不该|要不要(?:我)?|需不需要我/g;
const YES_NO_SHOULD = new RegExp(`(^|[,，。])${SHOULD}([^,，。]+)吗$`);

/**
 * @example
 * chinese('您希望我使用哪个框架') === chinese('我应该用什么框架'); // true
 */
export function chinese(text: string): string {
  const out = replaced(text, WORDS);
  if (KEEPS_SHOULD.test(text)) return out;
  // The mark stands first, because "should" may stand before or after what it is about.
  if (ASKS_WHICH.test(out)) {
    const bare = out.replace(SHOULD_ANYWHERE, '').replace(/(?<=目录|文件夹)[下里中]$/, '');
    return bare === out ? out : `应${bare.replace(/设为(?=什么|多少|多久|哪)/, '是')}`;
  }
  return replaced(out, [
    [WHETHER, '要不要'],
    [YES_NO_SHOULD, '$1要不要$2'],
    [/(?:是否需要|需不需要)([^,，。]+)$/g, '需要$1吗'],
    [/^是否可以([^,，。]+)$/g, '我可以$1吗'],
    [/(^|[,，。])我(?:是否可以|可不可以|能否|能不能|可以)([^,，。]+?)吗?$/g, '$1我可以$2吗'],
  ]);
}

const KOREAN_END = '(?=$|[.,?!])';
const KOREAN: Rules = [
  [new RegExp(`(?:되나요|될까요|됩니까|되겠습니까|될지요|돼요)${KOREAN_END}`, 'g'), '될까요'],
  [
    new RegExp(
      `(?:할까요|해야 하나요|해야 할까요|해야 합니까|하는 게 좋을까요|하면 될까요|해 ?드릴까요|해 ?줄까요|하기를 원하시나요|하시겠습니까|하시겠어요)${KOREAN_END}`,
      'g',
    ),
    '할까요',
  ],
  [/(?:사용|이용)할까요/g, '쓸까요'],
  [new RegExp(`(?:쓰나요|씁니까|써야 하나요|써야 할까요|쓰면 될까요)${KOREAN_END}`, 'g'), '쓸까요'],
  [/무슨 |어느 |어떤 /g, '어떤 '],
];
const KOREAN_WHICH = /^(?:([^,]+?)[은는] )?어떤 ([^ ]+?)(을|를|으로|로) (쓸까요|할까요)$/;

/**
 * @example
 * korean('어느 형식을 사용하나요') === korean('어떤 형식을 사용할까요'); // true
 */
export function korean(text: string): string {
  // With a subject of its own it may be the program that does it, not the asker.
  const plain = /[은는이가] /.test(text) ? text : text.replace(/(?:하나요|합니까)(?=$|[.,?!])/, '할까요');
  const out = replaced(plain, KOREAN);
  const which = KOREAN_WHICH.exec(out);
  if (!which) return out.replace(/[은는] 무엇(?=을|으로|를|로)/, ' 무엇');
  const [, topic, noun, particle, verb] = which;
  const what = particle === '으로' || particle === '로' ? '무엇으로' : '무엇을';
  return `${topic === undefined ? '' : `${topic} `}${noun} ${what} ${verb}`;
}
