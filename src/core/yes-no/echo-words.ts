/**
 * Words that may stand around an echo of the question without saying anything of their own, and those that negate it. A word
 * that narrows ("only", "except", "if") is in neither: what it adds would be lost.
 */
import type { LanguageCode } from './languages.ts';

export interface EchoWords {
  /** Words that carry no wish of their own; for scripts without blanks, phrases and endings. */
  readonly function: string;
  readonly negators: string;
}

export const ECHO_WORDS: Readonly<Record<LanguageCode, EchoWords>> = {
  en: {
    function:
      'the a an it them this that those these to of for in on at with i you we my your me us our do does be is are am should can will ' +
      'would could may shall want like need love prefer go ahead and so into from by there here please let which one ones any then okay ok if',
    negators: 'not no never without nothing none neither nor',
  },
  es: {
    function:
      'el la los las lo le les un una unos unas de del al a en con por para que y me te se nos mi tu su yo tu usted este esta esto ese esa eso ' +
      'estos estas esos esas quiero quiere quieres queremos deseas desea puedes puede debes debe deberias deberia necesito gustaria adelante favor hay es son',
    negators: 'no ni nunca jamas sin nada ningun ninguna tampoco',
  },
  pt: {
    function:
      'o a os as um uma uns umas de do da dos das ao aos em no na nos nas com por para pelo pela pra que e me te se eu tu voce meu minha seu sua ' +
      'este esta isto esse essa isso estes estas quero queremos quer queres deseja pode podes deve deves deveria preciso gostaria favor la',
    negators: 'nao nem nunca jamais sem nada nenhum nenhuma tampouco',
  },
  fr: {
    function:
      'le la les l un une des du de d au aux a en dans avec pour par sur que et me te se nous vous mon ma mes ton ta tes votre vos notre nos je j tu ce ' +
      'cet cette ces ca cela y il faut veux voulez souhaitez voudrais aimerais peux pouvez dois devez devrais devriez est sont moi on',
    negators: 'ne n pas ni jamais sans rien aucun aucune non',
  },
  de: {
    function:
      'der die das den dem des ein eine einen einem einer es sie ihn ihm ihr in im ins an am auf aus zu zum zur mit fur von vom bei und ich du wir mir mich ' +
      'uns dir dich mein meine meinen dein deine deinen ihre ihren diese dieser dieses diesen bitte mach mache machen sie soll sollst solltest sollten ' +
      'kannst konnen darfst mochte mochtest willst will hatte gerne gern dazu hinzu ab an auf aus bei durch ein hin hinaus her los mit nach um unter vor weg weiter zusammen zuruck so mal ruhig',
    negators: 'nicht kein keine keinen keinem keiner nie niemals ohne nichts weder',
  },
  ja: {
    function:
      'を|に|は|が|も|の|で|と|へ|から|まで|して|してください|してくれ|してね|してほしい|してほしいです|していい|していいです|していいですよ|していいよ|してもいい|してもいいです|' +
      'して構いません|しておいて|しておいてください|しといて|しといてください|してもらえますか|してもらえると助かります|していただけますか|していただけると助かります|します|する|しましょう|しよう|しちゃって|' +
      'してもらって構いません|していただいて構いません|してもらって大丈夫です|していただいて大丈夫です|していただいて結構です|てください|てくれ|てね|て|って|ってください|っていい|っていいです|っていいですよ|っていいよ|っておいて|っておいてください|' +
      'ておいて|ておいてください|てほしい|てほしいです|てもらえますか|ていただけますか|ていい|ていいです|ていいですよ|ていいよ|いて|いてください|んで|んでください|いで|いでください|ください|お願い|お願いします|お願いいたします|' +
      'をお願い|をお願いします|をお願いいたします|でお願いします|でいいです|でいいですよ|でいいよ|で大丈夫です|で問題ありません|でok|でokです|ましょう|ます|です|だ|よ|ね|ぜひ|是非|すべきです|したほうがいいです|した方がいいです|必要です|が必要です|その|この|それを|それ|これ|こと|ように',
    negators:
      'ない|ません|せん|ないで|ないでください|しないで|しないでください|しなくて|なくていい|なくていいです|なくて結構です|なくて大丈夫です|しなくていいです|わないで|わないでください|らないで|らないでください|さないで|さないでください|' +
      'やめて|やめてください|不要です|は不要です|必要ありません|は必要ありません|いりません|はいりません|なし|ず|ずに|なくて|さなくて|わなくて|らなくて|かなくて|なくていいよ|さなくていいです|わなくていいです|らなくていいです|かなくていいです',
  },
  zh: {
    function:
      '请|把|将|吧|就|的|了|我|你|您|我们|你们|帮|帮我|给|给我|替我|可以|要|需要|应该|想|想要|希望|一下|下|进行|去|来|做|也|都|它|这|那|个|些|这个|那个|这些|那些|啊|呀|啦|哦|麻烦|麻烦你|麻烦您|继续|上|好|好了|即可|吗',
    negators: '不|别|没|没有|无|勿|不要|不用|不必|不需要|无需|莫|未',
  },
  ko: {
    function:
      '을|를|이|가|은|는|도|에|의|로|으로|와|과|해|해요|하세요|하십시오|해주세요|해주십시오|해줘|해줘요|하자|합시다|하죠|해도돼|해도돼요|해도됩니다|하면됩니다|하시면됩니다|해주시면됩니다|해주시면감사하겠습니다|해주시면좋겠습니다|해주시면좋겠어요|해주시기바랍니다|해주시겠어요|' +
      '하셔도됩니다|하셔도돼요|해야해요|해야합니다|하는게좋겠어요|하는게좋겠습니다|하는게좋을것같아요|해보세요|부탁|부탁해|부탁해요|부탁드려요|부탁드립니다|부탁드릴게요|부탁합니다|주세요|주십시오|줘|줘요|세요|십시오|어|아|서|써|어요|아요|어주세요|아주세요|어줘|아줘|좀|그|이|저|꼭|해서|하고|도록|했으면좋겠어요|했으면합니다|요|시켜|시켜주세요|필요해요|필요합니다|원해요|원합니다',
    negators:
      '안|않|못|하지마|하지마세요|하지말아|하지말아주세요|하지말아줘|하지마십시오|하지말|하지맙시다|하지말자|지마|지마십시오|지말자|지마세요|지말아주세요|지말아|필요없어|필요없어요|필요없습니다|는필요없어요|은필요없어요|없|마세요|마|아니',
  },
};
