/** Words that say little of what a question is about, because they are said of many things. */
import { words } from './phrases.ts';

/**
 * Words of which a question may consist and still name nothing, besides what every thing has: what there are many of in any work
 * ("the file", "the customer"), what may be done to any of them, and how they may be.
 */
export const GENERAL = words(
  'value values plan plans design designs number numbers figure figures approach approaches option options choice choices one ones ' +
    'thing things way ways solution solutions change changes edit edits fix fixes result results output outcome text message messages ' +
    'translation wording draft version versions proposal proposals idea ideas suggestion suggestions answer answers question questions ' +
    'problem problems issue issues error errors case cases step steps item items part parts content contents data list ' +
    'input setting entry field type kind sort right wrong correct incorrect good bad fine better best ' +
    'acceptable sensible alright sure true false next now first last more less look looks sound sounds seem seems mean means meant ' +
    'proceed continue go going ahead start begin stop wait choose chosen pick select take taken handle handled deal do agree approve ' +
    'accept confirm decide happen happens give say said call called show apply try work works set happy ready done everything anything ' +
    'something all each both either other others else rest not no yes ' +
    // What there are many of
    'file files folder directory command commands script service process job task tasks test tests alert alerts warning warnings ticket ' +
    'email emails mail letter reply response request requests invitation meeting event appointment visit document documents page pages ' +
    'report section paragraph sentence image picture photo function variable parameter argument property component table column row ' +
    'record line lines block package packages dependency dependencies library tool branch commit pr conflict conflicts customer ' +
    'contact supplier vendor account ' +
    // What may be done to it
    'run rerun execute install include exclude add added insert create created write written rewrite update updated upgrade modify ' +
    'adjust review reviewed check test restart retry rename renamed move copy split merge resolve resolved solve keep kept leave skip ' +
    'ignore open close send reply respond ask notify invite book reserve read load save saved put placed return implement build finish ' +
    'complete assign assigned consider decline attend join prepare follow scale run runs fail fails failed ' +
    // How it may be
    'missing expected intended desired actual suggested proposed recommended new old latest newest current existing major minor previous another different original ' +
    'final possible preferred exact exactly additional enough necessary required optional important urgent manually automatically later ' +
    'today tomorrow soon again together instead already yet much many often long far early late public private',
);
/** What every thing has. After a word that names something these make a name: "the session timeout". */
export const ATTRIBUTE = words(
  'name names deadline date day days time times hour hours minute minutes second seconds week weeks month months duration length width height ' +
    'size color colour title subject headline caption label labels tag tags description summary budget price cost amount total quantity ' +
    'count limit limits maximum minimum max min timeout interval frequency schedule port address location place destination path ' +
    'region unit units id identifier key prefix suffix level priority severity status state mode range scope threshold rate default ' +
    'defaults order position side owner author reviewer assignee recipient recipients audience people person persons participants guests ' +
    'goal purpose reason cause strategy method behavior behaviour alternative alternatives variant variants candidate candidates recommendation',
);
/** The same in German, French and Spanish, with the words that carry the form. */
export const GENERAL_ELSEWHERE = [
  'soll sollen sollte sollten ich wir du sie ihr er es man das der die den dem des ein eine einen einer einem und oder so wie was wer wen ' +
    'wem welche welcher welches welchen welchem wann wo wohin warum wieviel viele viel ist sind war wird werden kann können darf dürfen ' +
    'möchten möchtest möchte wollen willst will bevorzugen bevorzugst haben hat habe brauchen brauchst benötigen benötigst nehmen ' +
    'verwenden benutzen machen mache tun an auf aus bei bis für mit nach von vor zu zum zur in im am als auch noch nur schon jetzt nun ' +
    'nicht kein keine bitte mir mich uns ihnen dir dich dafür damit dazu davon dann weitermachen weiter fortfahren vorgehen fortsetzen ' +
    'variante varianten option optionen möglichkeit vorschlag lösung ansatz plan entwurf version name namen heißen nennen wert zahl ' +
    'nummer text nachricht titel betreff datum termin uhrzeit zeit frist budget preis betrag menge größe farbe datei dateien ordner ort ' +
    'adresse befehl test tests fehler problem änderung änderungen ergebnis ordnung richtig falsch gut ok okay passt recht korrekt ' +
    'einverstanden annehmen ablehnen bestätigen genehmigen starten ausführen anfangen beginnen beheben ändern hinzufügen schreiben ' +
    'antworten behalten lassen übernehmen wählen entscheiden prüfen priorität reihenfolge personen leute empfänger zweck grund ' +
    'zielgruppe seite bericht kunde kunden aufgabe neu neue neuen aktuelle letzte nächste nächsten schritt',
  'le la les l un une des de du d ce c ça cela je j tu il elle on nous vous me moi te lui leur que qu qui quoi quel quelle quels quelles ' +
    'quand où comment combien pourquoi est es sont être a ai as avez ont faut dois doit devrais peux puis peut voulez veux souhaitez ' +
    'préférez préfères et ou à au aux en dans pour par sur avec comme si ne pas plus y se s t ainsi bien nom donner option variante ' +
    'version solution approche plan proposition valeur nombre numéro texte message titre objet date heure jour délai échéance budget ' +
    'prix montant taille couleur fichier dossier lieu adresse commande test tests erreur problème changement modification résultat bon ' +
    'bonne correct juste convient va continue continuer poursuivre procéder faire fait choisir prendre garder utiliser appliquer ' +
    'accepter valider approuver confirmer lancer exécuter corriger modifier ajouter écrire répondre appeler nommer commencer ok oui non ' +
    'accord maintenant ensuite suite personnes destinataire priorité raison but public étape page rapport client tâche nouveau nouvelle ' +
    'prochaine dernière besoin',
  'el la los las lo un una unos de del que qué quién quiénes cuál cuáles cuándo dónde cómo cuánto cuántos cuántas por para es son está ' +
    'están ser fue ha he debo debe debería puedo puede podemos quieres quiere prefieres prefiere desea deseas necesitas necesita hay y o ' +
    'a al en con como si no sí se me te le nos su tu mi yo usted eso así nombre poner pongo llamar opción variante versión solución ' +
    'enfoque plan propuesta valor número texto mensaje título asunto fecha hora día plazo presupuesto precio importe cantidad tamaño ' +
    'color archivo carpeta lugar dirección comando prueba pruebas error problema cambio cambios resultado bien bueno correcto vale ' +
    'acuerdo continuar continúo seguir sigo proceder hacer hago haga elegir tomar usar mantener aplicar aceptar aprobar confirmar ' +
    'ejecutar corregir cambiar añadir agregar escribir responder empezar ahora adelante siguiente personas destinatario prioridad ' +
    'motivo todo todos paso página informe cliente tarea nuevo nueva',
].map(words);
/** The same for Japanese: kana and these letters carry the form of a question. */
export const GENERAL_JAPANESE =
  /[\p{Script=Hiragana}\p{P}\p{S}\p{Z}]|値|案|方法|方針|方|計画|内容|設計|数字|数値|選択肢|選択|変更|修正|結果|文章|文|翻訳|名前|問題|対応|処理|進|続|行|良|宜|正|合|使|決|選|何[名人個件回日時分秒]?|誰|言|思|場合|他|バージョン|必[須要]|項目|欄|人数|担当者?|タイムアウト|[秒分]数?|時間|時刻|日時|日付|日程|期限|期日|締|予算|金額|価格|数量|件[名数]|タイトル|色|サイズ|長さ|上限|下限|初期値|既定値|デフォルト|コマンド|実行|ファイル(?!名)|フォルダー?|ディレクトリ|編集|テスト|失敗|エラー|警告|メッセージ|追加|更新|作成|確認|承認|開始|再?起動|最新|現在|今|次|スキップ|手順|場所|保存先?|宛先|住所|理由|目的|対象|範囲|優先(?:度|順位?)|順番?|状態|種類|オプション|パターン|候補|提案|回答|質問|参加|出席|招待|連絡|相手|顧客|会議|予定|資料|ページ|関数|変数|引数|列|テーブル|パッケージ|ライブラリ|ツール|インストール|ブランチ|コミット|マージ|レビュー|ポート|番号|リージョン|箇所|適用|採用|解決|競合|全部|一部|両方|希望|\p{Script=Han}(?=[ぁ-ん])(?![はのをがにでとへやもか])/gu;
