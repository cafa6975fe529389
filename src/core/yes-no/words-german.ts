/** What German speakers say for yes and no, from Hamburg to Vienna and Zurich. Umlauts are folded before reading. */
import type { Phrases } from './lexicon.ts';

export const GERMAN: Phrases = {
  yes: `
ich (glaub|denk) (schon|ja)
ja|jaa|jap|japp|jup|jupp|jop|jepp|jep|joah ja|jawohl|jawoll|jawoi|jou|yep|jaha|jau|joo|jahaa|oh ja|ah ja
na ja klar|jo klar|ei ja
ja (bitte|gerne|gern|klar|sicher|genau|danke|natuerlich|naturlich|unbedingt|doch|freilich|logo|mach|passt|stimmt|absolut|definitiv|sehr gerne|sehr gern|auf jeden fall|richtig|eh|voll|selbstverstandlich)
klar|na klar|aber klar[ doch]|klar doch|ja klar|klaro|klar gerne|klar mach|alles klar|sonnenklar|na logo|logo
logisch|na sicher|sicher|sicher doch|aber sicher[ doch]|ganz sicher|sicherlich|gewiss|aber gewiss|ganz gewiss
gewisslich|naturlich|natuerlich|natuerlch|naturlich gerne|aber naturlich|aber natuerlich|na naturlich
selbstverstandlich|selbstverstaendlich|freilich|aber freilich|eh klar|jedenfalls ja|auf jeden[ fall]|aufjedenfall
auf alle falle|definitiv|unbedingt|absolut|durchaus|allerdings ja|zweifellos|ohne zweifel|zweifelsohne|genau
ganz genau|genauso|genau so|genau das|exakt|korrekt
das ist (richtig|korrekt|wahr|genau richtig|es|gut so|perfekt|super|eine gute idee|in ordnung|ok fur mich|okay fur mich|gewunscht|sinnvoll|so)
richtig|ganz richtig|vollig richtig|stimmt|das stimmt|stimmt genau|so ist es|so ist das|so sei es|jenau|geht klar
geht in ordnung|geht ok|geht okay|geht fur mich klar|abgemacht|einverstanden|bin einverstanden|ich bin einverstanden
damit (bin ich|sind wir) einverstanden|ich stimme zu|stimme zu|zustimmung|meine zustimmung hast du|bestatigt
bestatige|ich bestatige|hiermit bestatigt|genehmigt|freigegeben|freigabe erteilt|angenommen|bewilligt|zugestimmt
akzeptiert|ich akzeptiere|bejaht|positiv|affirmativ|roger|gebongt|geritzt|deal|topp|hand drauf|gemacht|wird gemacht
gern|gerne|sehr gern|sehr gerne|liebend gern|liebend gerne|aber gern|aber gerne|gerne doch|von herzen gern
mit vergnugen|mit freuden|ja bitte|bitte ja|bitte gerne|gerne ja|wohl|sehr wohl|jawohl ja
von mir aus (gern|gerne|ja)|wenn du so lieb bist
(mach|mache|machen sie|macht|tu|tue|tun sie|machen wir)( das| es| s|)( so| mal| doch|)( weiter|)|machs|mach s
machs so|machen wir[ (so|das)]|so machen wir (das|es|s)|lass es uns (machen|tun|so machen)
lass uns das (machen|tun|so machen)|tu (das|es)|los|los geht s|los gehts|auf geht s|auf gehts|dann los|na los
na dann los|leg los|legen sie los|nur zu|immer zu|hau rein|gib ihm|fang an|fangen sie an|mach hin|weiter|weiter so
weitermachen|bitte weiter|(bitte |)(fortfahren|fahr fort|fahren sie fort|fortsetzen)|nur los|darfst du|du darfst
kannst du (machen|tun|gerne machen)
(das |)(kannst|darfst|solltest|sollst|musst) du[ (gerne|ruhig|gerne machen|ruhig machen|machen|tun|so machen)]
(das |)(konnen|durfen|sollten|sollen|mussen) sie[ (gerne|ruhig|gerne tun|gerne machen|tun|machen)]
konnen wir (so |gerne |)machen
(du|sie|wir|man) (kannst|darfst|solltest|sollst|konnen|durfen|sollten|sollen|kann|darf|sollte|soll)|grunes licht
hast grunes licht|du hast (mein ok|mein okay|grunes licht|meine erlaubnis|meine zustimmung|recht)
sie haben (mein ok|mein okay|grunes licht|meine erlaubnis|meine zustimmung|recht)|das soll(st|test) du|soll so sein
so soll es sein
(das |)(klingt|hort sich|sieht|schaut) (gut|super|prima|perfekt|toll|vernunftig|sinnvoll|gut an|super an|prima an|perfekt an|gut aus|super aus|prima aus|perfekt aus|hervorragend|ausgezeichnet)
klingt (nach einem (guten |)plan|nach (einer |)(guten |)idee)
(finde ich|find ich|ich finde das|das finde ich) (gut|super|prima|toll|klasse|sinnvoll|eine gute idee|ok|okay|richtig)
(passt|das passt|passt so|passt mir|passt gut|passt schon so|das passt so|das passt fur mich|passt fur mich|das passt mir|passt perfekt)
(gute|tolle|super|prima|sehr gute|klasse) idee
(das ist |ist |)(eine |ne )(gute|tolle|super|prima|sehr gute|klasse) idee
(ich )(denke|glaube|meine|finde|wurde sagen|wurd sagen|hoffe|vermute) (ja|schon|doch ja)
(denke|glaube|meine|wurde sagen|denk|glaub) (ja|schon)|denke ich|denk ich|ich denke so|ich sage ja|ich sag ja|sag ja
meine antwort ist ja|die antwort ist ja|die antwort lautet ja
das ware (gut|super|toll|prima|schon|perfekt|klasse|nett|lieb|hilfreich|fein|grossartig|sinnvoll|das beste|sehr gut|sehr nett|sehr schon|sehr hilfreich|mir recht|mir lieb|ideal|wunderbar|spitze)
ware (gut|super|toll|prima|schon|perfekt|klasse|nett|lieb|hilfreich|fein|ideal|sinnvoll|mir recht)
(das |)(mochte|will|hatte|wunsche) ich[ (gern|gerne|so|schon)]|ich (mochte|will|wunsche) (das|es)|ich (mochte|will)
wir (wollen|mochten) das|ich bitte darum|ich bitte drum|bitte darum|bitte tun sie das|ich bin dafur|bin dafur|dafur
ich bin dabei|bin dabei|von meiner seite (ja|ok|aus ja|passt|aus ok|gerne|in ordnung)
fur mich (ok|okay|passt|passt das|in ordnung|ja)|in ordnung|ist in ordnung|okay fur mich|ok fur mich
(das |)ist (mir |)recht|mir recht|ist gut so|so ist es (gut|richtig)
(das |)(ist|tut es|tut er|tut sie|gibt es|stimmt|haben wir|habe ich|hab ich|brauche ich|brauch ich|brauchen wir|ist es|geht|ware gut|will ich|mochte ich|wollen wir|sollte es|soll es|solltest du|sollten wir|ist so|ist der fall) so ist es
ja (das |es |)(ist|tut es|tut er|tut sie|gibt es|stimmt|haben wir|habe ich|hab ich|brauche ich|brauch ich|brauchen wir|ist es|geht|ware gut|will ich|mochte ich|wollen wir|sollte es|soll es|solltest du|sollten wir|ist so|ist der fall|ist er|ist sie|sind sie|kannst du|darfst du|sollst du|konnen sie|musst du)
`,
  no: `
nein|neinn|naein|nee|nö|noe|noo|nop|nope|nö nö|no|nah|ach nein|ach nee|oh nein danke|aber nein|o nein|na nein
nein (danke|bitte nicht|lieber nicht|nicht|nie|niemals|auf keinen fall|noch nicht|vielen dank|nicht notig|nicht notwendig|danke nicht|bitte|keinesfalls|gar nicht|brauchst du nicht|musst du nicht)
nee danke|nö danke|no danke|danke nein|danke aber nein[ danke]|danke nicht notig|auf (gar |)keinen fall
aufkeinenfall|keinesfalls|keineswegs|in keinem fall|unter keinen umstanden|mitnichten|niemals|nie|nie im leben
nie und nimmer|im leben nicht|nicht im (traum|geringsten|entferntesten|leben)|kommt (gar |)nicht in (frage|die tute)
ausgeschlossen|vergiss es|nichts da|von wegen|denkste|pustekuchen|negativ|abgelehnt|verweigert|ich lehne ab
lehne ich ab|das lehne ich ab|ich bin dagegen|bin dagegen|dagegen|nicht einverstanden|(ich |)bin nicht einverstanden
ich stimme nicht zu|stimmt nicht|das stimmt nicht
(das ist |)(falsch|inkorrekt|unnotig|uberflussig|nicht richtig|nicht korrekt|nicht notig|nicht notwendig|nicht erforderlich|nicht gewunscht|unerwunscht|nicht der fall|keine gute idee|eine schlechte idee|nicht gut|nicht in ordnung|nicht sinnvoll)
(das |)(ware|wird) nicht (notig|notwendig|erforderlich)[ sein]|wird nicht (benotigt|gebraucht)
(das |den |die |)(brauch|brauche|benotige) ich nicht[ (danke|mehr)]|(das |)brauchen wir nicht
(das |)braucht (es|man) nicht|(das |es |)(muss|braucht) (es |)nicht[ sein]|muss nicht sein|nicht notig
nicht notwendig|nicht erforderlich|kein bedarf|besteht kein bedarf|keine notwendigkeit
(bitte |lieber |besser |eher |)(nicht|net|nich|ned)[ (machen|tun|bitte|notig)]|lieber nicht|besser nicht|bitte nicht
lass (es|das|mal|es lieber|das lieber|es bitte|das bitte)|lassen sie (es|das)[ (bitte|lieber)]|lass es sein|lass mal
lass stecken
(mach|mache|machen sie|tu|tue|tun sie)( das| es| s|)( bitte|)( nicht| bloss nicht| ja nicht| lieber nicht)
bloss nicht|ja nicht|nur nicht|gar nicht|uberhaupt nicht|ganz und gar nicht|absolut nicht notig|bestimmt nicht
sicher nicht|sicherlich nicht|ganz sicher nicht|gewiss nicht|definitiv nicht|naturlich nicht|naturlich nein
selbstverstandlich nicht|klar nein|freilich nicht|(das |)(mochte|will) ich (lieber |)nicht
ich (mochte|will) (das |es |)(lieber |)nicht|ich wurde (es |das |)(lieber |)nicht|ich hatte (es |das |)lieber nicht
(ich )(denke|glaube|meine|wurde sagen|hoffe) (nein|nicht|eher nicht)
(glaube|denke|glaub|denk) (nicht|nein|eher nicht)|glaub ich nicht|glaube ich nicht|denke ich nicht|denk ich nicht
ich denke eher nicht|ich sage nein|ich sag nein|meine antwort ist nein|die antwort ist nein|die antwort lautet nein
(das |)(kannst|darfst|solltest|sollst|musst|brauchst) du nicht[ (machen|tun|zu tun|zu machen)]
(das |)(konnen|durfen|sollten|sollen|mussen|brauchen) sie nicht
(du|sie|wir|man) (kannst|darfst|solltest|sollst|konnen|durfen|sollten|sollen|kann|darf|sollte|soll|musst|mussen|brauchst|brauchen) (es |das |)nicht
(das )(passt|geht|klingt|ist|tut es|gibt es|will ich|wollen wir|sollten wir|haben wir|habe ich) nicht|passt nicht
geht nicht|schlechte idee|keine gute idee|ich verzichte|verzichte|ich passe|da passe ich|ohne mich|kein interesse
keinen bock
nein (ist es|tut es|gibt es|haben wir|habe ich|sind sie|das ist es|das will ich|das mochte ich|du sollst|du solltest|ich mochte|ich will|das sollte es|sollte es|soll es|ist er|ist sie) nicht
nein ich (nicht|will nicht|mochte nicht|denke nicht|glaube nicht)
`,
  softYes: `
gut|gut so|schon gut so|sehr gut|ist ok|ist okay|das ist ok|das ist okay|geht|ist gut|das ist gut|prima|super
perfekt|wunderbar|ausgezeichnet|hervorragend|fein|spitze|klasse|toll|passt schon so
`,
  leansYes: `
ja ja|jaja|jajaja|ja ja ja|joa|joah|jo|von mir aus|meinetwegen|macht sinn|ergibt sinn|das (macht|ergibt) sinn
leuchtet ein|(kein|gar kein|uberhaupt kein) (problem|thema|ding|stress)|keine frage|keine sorge|oh|ah|ach|na
bitte sehr|bitteschon|doch gerne|voll|total|vollkommen|vollig|hundert prozent|hundertprozentig|100 prozent|zu 100 %
sofort|gleich|direkt|umgehend|so|eh|schon|halt|dann|auch|geil|nice|cool|stark|cool cool|mal|ruhig
so bald wie moglich|asap|doch|immer|immer doch|wie gesagt|wie (vorgeschlagen|besprochen|beschrieben)|gerne so
einfach|hau raus
`,
  leansNo: `
lass|lassen sie
ne|nä|absolut nicht|noch nicht|jetzt nicht|gerade nicht|heute nicht|momentan nicht|im moment nicht|diesmal nicht
dieses mal nicht|zurzeit nicht|vorerst nicht|erstmal nicht|erst mal nicht
nicht (jetzt|heute|diesmal|mehr|wirklich|hier|so)|im moment|vorerst|erstmal|diesmal|momentan|ich brauche nichts
nichts|passt schon|passt schon danke|schon gut|schon ok|danke der nachfrage|danke furs angebot|danke fur das angebot
lass (es |das |alles |)(so|wie es ist|so wie es ist|bleiben)
(das |es |)(bleibt|kann bleiben|soll bleiben) (so|wie es ist)|so lassen|leider|leider nicht|tut mir leid|stopp|stop
halt|das reicht[ (so|mir|schon)]|reicht so|ein andermal|ein anderes mal|nachstes mal
`,
  neutral: `
bitte|bidde|bitteschon|bitte schon|danke|dankeschon|danke schon|danke sehr|vielen dank|vielen lieben dank
besten dank|herzlichen dank|lieben dank|merci|danke (vielmals|im voraus|dir|ihnen|euch)|ich danke dir
ich danke ihnen|freundlicherweise|mein freund|alter|digga|bro|mann|mensch|junge|chef|kumpel|leute|hallo|hi|moin
servus|gruezi|guten (morgen|tag|abend)|mit freundlichen grussen|mfg|lg|vg|ehrlich gesagt|was (denn |)sonst
(das |)(hab|habe) ich (doch |dir |ihnen |)(schon |bereits |gerade |)(mal |)gesagt
(ich |)(hab|habe) (es |das |)(doch |schon |bereits |)gesagt|wie (schon |bereits |)gesagt|wie oft (denn |)noch
zum letzten mal|zum hundertsten mal|noch(|  )mal|nochmal|hor auf zu fragen|frag nicht so viel|mann|seufz|puh|uff
oh mann|mensch|haha|hihi|lol|ehrlich|wirklich|echt|also|du|mein lieber|meine liebe
`,
  doubt: `
ja nein|nein ja|jein|ja und nein|ja oder nein|doch|doch doch|naja|na ja|nun ja|na gut|na schon|nun|tja|hm ja|ja eh
eh ja|ja mei|weiss nicht|ich weiss nicht|weiss ich nicht|keine ahnung|ka|kp|mir egal|egal|ist mir egal|wie du willst
wie sie wollen|wie du meinst|vielleicht|nicht sicher|bin nicht sicher|bin mir nicht sicher|nicht unbedingt
nicht ganz|nicht nur|nicht schlecht|nicht immer|nicht wirklich|nicht dass|warum nicht|wieso nicht|nicht wahr
ja doch nicht|macht nichts|ach ja|schon|schon ja|ja schon|kann sein|nein doch|doch nicht|wenn nicht
spricht nichts dagegen nicht|nichts dagegen|ich habe nichts dagegen|spricht nichts dagegen|eher|eher ja|eher nicht
eher nein
`,
};
