/**
 * The words that tell an agent that stops for an answer from one that has finished and is being polite. Data for final-question.ts. All
 * patterns run on short texts only.
 */

const all = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'imu');

/** Courtesy questions after the work is done: the agent does not wait for an answer. */
export const COURTESY = all(
  /\b(?:anything|something|what|any) else\b/,
  /\b(?:any|other|further|more) (?:questions|feedback|changes|adjustments|requests)\b/,
  /\b(?:do|would) you (?:want|need|like) (?:more|further|additional|another|any (?:modifications|help|more))\b/,
  /\b(?:can|could) you (?:please )?(?:confirm|check|verify|try|test|review)\b(?!.*\b(?:which|what|where|who|whether|if|how|that)\b)/,
  /\bis there anything\b|\b(?:can|may|could) i (?:help|assist)\b|\bhow can i help\b|\bneed any help\b/,
  /\bnext(?: steps?)?\?|\bwhat(?:'s|’s| is) next\b/,
  /\b(?:would you like|do you want|want|shall|need) (?:me to |i )?(?:also|additionally)\b/,
  /\b(?:would you like|do you want|want|need) me to .{0,150}\b(?:as well|too|next|afterwards|while i'm at it|as a follow-?up)\b/,
  /\b(?:does|do|did) (?:this|that|it|these) (?:help|make sense|work for you|answer)\b/,
  /\b(?:sound|look|looks|sounds) good\?|\bmake sense\?|\bright\?$|\bcool, (?:right|huh)\?|\bwhat do you think\?/,
  /\bwho knows\b|\bwhy not\?$|\bisn't it\?|\bguess what\b/,
  /(?:他|ほか)に(?:何か|も)?.{0,30}か[?？。]?$|いかがでしょうか[?？]?$/,
  /还有(?:什么|其他|别的)|其他(?:问题|需要)|(?:还|再)需要.{0,20}吗/,
  /더 (?:필요|도와)|다른 .{0,20}(?:있|필요)|추가로/,
  /\b(?:sonst )?noch (?:etwas|was|fragen)\b|\bweitere fragen\b|\bautre chose\b|\balgo más\b|\balgo mais\b|\bmais alguma coisa\b/,
);

/** The agent says that it cannot continue without an answer. */
export const BLOCKS = all(
  /\bbefore (?:i|we) (?:can |could )?(?:go|continue|proceed|start|begin|change|implement|write|make|touch|do|move|commit|pick|apply|finish|run|add|edit)\b/,
  /\b(?:i|we)(?:'ll|’ll| will)? need (?:to know|your|the|a decision|you to|clarification|more|some|an answer|one|to (?:clarify|confirm|understand|ask|decide))\b/,
  /\b(?:clarifying|quick|few|one|two|three|couple of|following|open|some) questions?\b|^\W*(?:questions?|q)\W*:/,
  /\bplease (?:choose|pick|select|confirm|clarify|specify|decide|advise|tell me|let me know (?:which|what|how|where|whether))\b/,
  /\b(?:i'm|i’m|i am|it's|it’s|it is|that's|this is) (?:not sure|unsure|blocked|stuck|unclear|ambiguous|not clear|undecided)\b/,
  /\b(?:ambiguous|unclear|conflicting|conflict with|contradict\w*|mutually exclusive|underspecified)\b/,
  /\b(?:can ?not|can't|can’t|could not|couldn't|unable to|won't) (?:continue|proceed|tell|decide|determine|go on|know|finish|complete|choose|start)\b/,
  /\b(?:depends on|your (?:decision|input|choice|call|preference)|up to you|clarification|two (?:ways|options|approaches|possibilities))\b/,
  /確認(?:させて|したい|が必要|です)|不明|あいまい|曖昧|教えてください|決めてください|選んでください|质问|请(?:确认|选择|告诉)|不确定|확인이 필요|선택해|불분명/,
  /\b(?:unklar|bevor ich|avant de|pas clair|antes de|no está claro|não está claro)\b/,
);

/** The agent says that all the work is done. */
export const FINISHED = all(
  /(?:^|[.!?]\s|[-*•]\s)\W{0,4}(?:all |everything(?:'s| is)? )?(?:done|finished|completed?|implemented|all set)\b(?! (?:with )?(?:reading|looking|the analysis|analy))/,
  /\b(?:is|are|all|now|been|successfully) (?:now |fully |all )?(?:done|complete|completed|finished|implemented|in place|working|live|green)\b/,
  /\b(?:i've|i’ve|i have|we've|we have|i) (?:now |just )?(?:finished|completed|done)\b(?! (?:reading|looking|my (?:analysis|review)|the analysis))/,
  /\btests? (?:are |is |now |all )*(?:pass|passes|passed|passing|green)\b|\b\d+ (?:passed|passing)\b|\bbuild (?:succeeded|passes)\b/,
  /\b(?:completed?|done)[!.]|\bno (?:further |code )?changes (?:were |are )?(?:needed|required|necessary)\b|\balready (?:handles|works|done|implemented|in place|supported)\b/,
  /\bsuccessfully\b|✅|\bready for review\b|\bsummary of (?:the )?changes\b|\bwhat (?:i|was) changed\b|\bchanges made\b/,
  /完了(?:し|です|いたし)|終わりました|できました|已完成|完成了|全部完成|완료(?:했|되|하였|입)/,
  /\b(?:fertig|erledigt|abgeschlossen|terminé|terminée|listo|terminado|completado|concluído|pronto)[.!:]/,
);

const CHANGED =
  'added|implemented|created|updated|fixed|refactored|changed|removed|renamed|moved|written|wrote|rewrote|rewritten|replaced|converted|migrated|introduced|extracted|wired|installed|committed|pushed|deployed|merged|built|generated|applied|resolved|cleaned up|set up|split|enabled|configured|documented';

/** The agent says that some work is done; it is unclear whether all of it. */
export const CHANGED_SOMETHING = all(
  new RegExp(`\\b(?:i've|i’ve|i have|we've|we have|i)(?: now| also| just)? (?:${CHANGED})\\b`),
  new RegExp(`^\\W{0,6}(?:${CHANGED})\\b(?!.*\\?)`),
  new RegExp(`\\b(?:has|have|was|were) (?:now |also )?(?:been )?(?:${CHANGED})\\b`),
  /(?:追加|修正|実装|更新|作成|変更|削除|対応)(?:し|いたし)ました|已经?(?:添加|修复|更新|创建|实现|修改)|(?:추가|수정|구현|생성|업데이트|변경)(?:했|하였)습니다/,
  /\bhabe .{1,80}(?:hinzugefügt|geändert|behoben|erstellt|umgesetzt)\b|\bj['’]ai (?:ajouté|corrigé|créé|modifié)\b|\bhe (?:añadido|corregido|creado|actualizado)\b|\b(?:adicionei|corrigi|criei|atualizei)\b/,
);

/** "Raised the timeout …": a report without its subject. Excludes what was only looked at or is still to be done. */
export const PAST_OPENER =
  /^\W{0,6}(?!(?:Based|Need|Indeed|Looked|Checked|Reviewed|Inspected|Examined|Explored|Analy[sz]ed|Searched|Related|Suggested|Proposed|Planned|Detailed)\b)[A-Z][a-z]{2,}ed\b/mu;

/** An offer to do more. After a report of work it is courtesy; before any work it is a question. */
export const OFFER = all(
  /\b(?:would you like|do you want|do you need|want|need|like) (?:me|us) to\b|\bwould you like (?:a|an|some|to)\b|\bif you(?:'d| would)? (?:like|want)\b/,
  /ましょうか[?？。]?$|需要我|要我|(?:해 ?드릴까요)[?？]?$|\bm[öo]chte(?:n sie|st du),? dass ich\b|\b(?:voulez-vous|veux-tu|souhaitez-vous) que je\b|\b(?:quieres|quiere|quer|deseas|deseja) que\b/,
);

/** "Should I …?": also an offer, unless it contains a second choice. */
export const SHOULD_I = /^(?:(?:so|and|also|now)[, ]+)?(?:should|shall|can|may|could) (?:i|we)\b(?!.*\bor\b)/iu;

/** A question to a person about the work, in the first or second person or with a word that asks for a choice. */
export const ADDRESSED = all(
  /\b(?:should|shall|may|can|could|must|do)(?:n['’]t)? (?:i|we)\b|\b(?:want|like|prefer|need|allow|expect) (?:me|us) to\b/,
  /\b(?:do|would|could|can|will|are|have|should|did) you\b|\byou(?:'d|’d)? (?:want|prefer|like|mean|have in mind|rather)\b|\byour (?:preference|preferred|choice|call|intention|decision)\b/,
  /^(?:(?:so|and|also|then|or|ok|okay)[, ]+)?(?:which|where|what|who|how (?:many|much|long|often|large|big))\b.*\b(?:should|shall|must|to use|use|want|prefer|supposed to|expected)\b/,
  /^(?:(?:so|and|also|then|or)[, ]+)?(?:should|shall|must) (?:the|it|this|that|these|those|they|there|both|all|each|every|new|old|an?)\b/,
  /^(?:is it|would it be) (?:ok|okay|fine|all ?right|acceptable)\b/,
  /^(?:which|what)\b.*(?:\bor\b|\().*[?]/,
  /^(?:which|where)\b.{0,60}[?]/,
  /(?:ます|です|でしょう|ましょう|ません)か[?？。]?$|(?:どちら|どれ|どの|何|どこ|いくつ).{0,80}[?？]$|(?:吗|嗎|呢)[?？]$|(?:哪|什么|是否|要不要|还是|怎么|多少).{0,80}[?？]$|(?:까요|나요|습니까|세요|을까)[?？]?$/,
  /\b(?:soll(?:en|te|ten)?|darf|dürfen|kann) (?:ich|wir)\b|\b(?:möchten|wollen) sie\b|\b(?:möchtest|willst) du\b|^welche[rsnm]?\b|^wo(?:hin)? soll\b|^wie soll\b/,
  /\b(?:dois-je|puis-je|devons-nous|voulez-vous|veux-tu|souhaitez-vous|préférez-vous|préfères-tu)\b|^(?:quel(?:le)?s?|où)\b/,
  /\b(?:debo|debería|quieres|quiere|prefieres|prefiere|deseas)\b|^¿?(?:cuál|cuáles|qué|dónde)\b|\b(?:devo|deveria|você (?:quer|prefere)|prefere)\b|^(?:qual|quais|onde)\b/,
);

/**
 * A yes-or-no question about a thing. Error messages end like this ("Is the server running?"), so it counts only beside words that block.
 */
export const ABOUT_A_THING =
  /^(?:(?:so|and|also)[, ]+)?(?:is|are|does|do|will|would|can|has|have|what|where|who|when|why|how)\b/iu;

/** A line of a log, a tool or a test run, whatever it asks. */
export const LOG_LINE = all(
  /^\s*(?:\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d(?::\d\d)?|\[[a-z ]{3,12}\]|<\d>)/,
  /^\s*(?:error|fatal|warn|warning|info|debug|trace|hint|note|npm (?:err!|warn)|panic|exception|traceback|assert\w*|usage|caused by|e\d{3,})\b ?[:!\]]/,
  /^\s*(?:✓|✔|✗|✘|×|✕|√|PASS\b|FAIL\b|ok \d|not ok \d|\$ |# \$|%|\/\/|--|\+\+|@@|[a-z_-]+\.(?:[jt]sx?|py|go|rs|java|rb):\d)/,
  /^\s*\w*(?:error|exception): |\bdid you mean\b|\bdid you forget\b|\bhave you (?:installed|run|forgotten|tried)\b/,
);

/** Written after a question while the agent waits for the answer. */
export const WAITS = all(
  /^\W{0,3}(?:please |just |so please )?(?:let me know|tell me|advise|confirm|reply|respond|answer|choose|pick|specify|clarify)\b(?!.*\b(?:any questions|anything else|if you need)\b)/,
  /^\W{0,3}(?:i'll|i’ll|i will|i'm|i’m|i am) (?:wait|waiting|hold|holding|stop|stopping|pause|pausing|go on|continue|proceed|start|implement|make the change)\b/,
  /^\W{0,3}(?:i'd|i’d|i would|i|my) (?:recommend|suggest|lean|prefer|recommendation|suggestion|preference)\b(?!.*\b(?:so i|used|went with|chose|picked|took|did)\b)/,
  /^\W{0,3}(?:waiting for|awaiting|once (?:you|i)|as soon as (?:you|i)|then i(?:'ll| will| can)|with that i|thanks|thank you|your answer)\b/,
  /^(?:ご?(?:回答|返信|返答|確認|指示|判断|教示).{0,20}(?:お願い|ください|待)|教えてください|お知らせください|请(?:告诉|确认|选择|回复)|알려 ?주)/,
);

/** Text that some agents print below their last message. */
export const FOOTER =
  /^\s*(?:\[[^\]]{0,40}\]\s*)?(?:tokens? used|total (?:cost|tokens|duration)|session(?: id)?|cost|duration|elapsed|usage)\b\s*:?\s*[\s\S]{0,80}$|^\s*[\d,. ]{1,20}\s*$/iu;

/** A list of questions under such a heading is meant for later, or answered elsewhere. */
export const FOR_LATER = /\b(?:todos?|remaining|follow-?ups?|future|later|faq|ideas|covers|answers)\b/iu;
