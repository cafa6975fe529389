/**
 * The words a task is read by, as data: what is to be done, what names nothing, what is only manners. English, German, French and
 * Spanish word by word; Japanese as patterns, since it has no blanks. A word that stands in no list says nothing, and is no reason to ask.
 */

/** What a task wants done with its object. */
export type TaskAction = 'create' | 'change' | 'fix' | 'delete' | 'explain';

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

const ACTION_LISTS: Readonly<Record<TaskAction, string>> = {
  create: `create creates creating make makes making write writes writing generate generating scaffold draft produce build new compose
    erstelle erstell erstellen schreibe schreib schreiben generiere generieren anlegen lege leg baue bauen mach mache machen
    crée créer créez écris écrire écrivez génère générer générez fais faire rédige rédiger construis
    crea crear cree escribe escribir escriba genera generar genere haz hacer construye redacta hazlo créalo`,
  change: `add adds adding update updates updating change changes changing edit modify alter adjust improve enhance optimize optimise
    refactor rename move convert replace rewrite upgrade bump migrate format translate extend set enable disable turn switch allow
    support implement install configure integrate connect sort split merge simplify clean tidy document style port put increase reduce
    use apply introduce include wrap extract inline handle validate cache overwrite append insert polish save export dump output store
    run test deploy release publish commit push start stop open close send copy design prepare finish complete continue
    füge hinzufügen ergänze ergänzen ändere ändern aktualisiere aktualisieren bearbeite bearbeiten verbessere verbessern ersetze ersetzen
    benenne umbenennen verschiebe verschieben überarbeite überarbeiten erweitere erweitern
    ajoute ajouter ajoutez change changer changez modifie modifier modifiez améliore améliorer améliorez renomme renommer remplace
    remplacer déplace déplacer mets mettre
    añade añadir agrega agregar actualiza actualizar cambia cambiar modifica modificar mejora mejorar renombra renombrar reemplaza
    reemplazar mueve mover cámbialo mejóralo modifícalo actualízalo`,
  fix: `fix fixes fixing repair correct debug resolve solve patch mend
    behebe beheben repariere reparieren korrigiere korrigieren
    corrige corriger corrigez répare réparer réparez résous résoudre
    arregla arreglar arregle corregir corrija repara reparar soluciona solucionar arréglalo corrígelo repáralo`,
  delete: `delete deletes deleting remove removes removing erase drop purge
    lösche löschen entferne entfernen
    supprime supprimer supprimez efface effacer enlève enlever
    elimina eliminar borra borrar quita quitar elimínalo bórralo`,
  explain: `explain describe summarize summarise review analyze analyse inspect investigate show list find tell check compare look read
    understand what why how where who which when
    erkläre erklär erklären beschreibe beschreiben zeige zeig prüfe prüfen warum wieso wie wo
    explique expliquer expliquez décris décrire montre montrer vérifie pourquoi comment où
    explica explicar describe describir muestra mostrar revisa revisar qué cómo dónde explícalo`,
};

export const ACTION_OF: ReadonlyMap<string, TaskAction> = new Map(
  Object.entries(ACTION_LISTS).flatMap(([action, words]) =>
    list(words).map((word) => [word, action as TaskAction] as const),
  ),
);

/** Orders that are whole without an object: everybody knows what is run, tested or deployed. */
export const WHOLE_ALONE = new Set(
  list('run test deploy release publish commit push start stop build format lint install continue clean upgrade'),
);

/** Of these verbs a named file is what they bring about; where it exists, it would be gone. */
export const MAKES_FILE = new Set(
  list(ACTION_LISTS.create).filter((word) => !/^(?:build|baue|bauen|construis|construye)$/.test(word)),
);
/** Adds to a file that is there; with "a" or "new" before the file it makes one. */
export const ADDS = new Set(list('add adds adding füge ergänze ajoute ajouter ajoutez añade añadir agrega agregar'));
/** What they put behind "to" or "as" is written whole. */
export const WRITES_TO = new Set(
  list(
    'write writes writing save export dump output generate generating schreibe schreib schreiben écris écrire escribe escribir',
  ),
);

/** Words that part a verb from a file it does not make: the file is pointed at. */
export const POINTS_AT = new Set(
  list(`for from in inside into on onto of about like with without using via against between that which who whose where when while
    because if so to as based similar per by than around near under over through after before instead is are was were be
    covering containing including reading describing documenting explaining showing testing importing following replacing wrapping
    calling extending matching regarding sure certain use uses reads needs imports sense
    für von vom mit ohne in im ins aus wie über zu zum zur nach dass welche welches basierend auf bei
    pour de du des depuis avec sans dans en comme sur selon qui que à au aux
    para del desde con sin como sobre según que al`),
);
export const NEGATIONS = new Set(
  list(`not never without don't dont doesn't won't shouldn't cannot can't avoid except nicht kein keine keinen niemals ohne ne pas jamais
    sans no nunca sin`),
);

/** Before a noun; the word behind one is no order. */
export const ARTICLES = new Set(
  list(`the a an my our your this that these those its their his her any each every some
    der die das den dem ein eine einen einem mein meine unser unsere diese dieser dieses
    le la les l un une des mon ma mes notre nos ce cette ces
    el los las uno una unos unas mi mis nuestro nuestra este esta estos estas`),
);
export const NEW_ONE = new Set(
  list('a an new another ein eine einen neue neues neuen un une una nouveau nouvelle nuevo nueva'),
);

/** They stand for a thing that is there: "make it", not "make something". */
export const STANDS_FOR = new Set(list('it this that these those them es das dies dieses ça cela ceci esto eso lo'));

/** A wish for what is not there yet, where "a" or "new" follows. */
export const WISHES = new Set(list('want wants need needs like möchte brauche veux voudrais quiero necesito'));

/** They ask; what is asked about may be put in other verbs. */
export const ASKS = new Set(
  list('what why how where who which when warum wieso wie wo pourquoi comment où qué cómo dónde'),
);

/** Manners, and words that hold a sentence together. */
export const FILLERS = new Set(
  list(`yes no yep nope sure ja nein oui non sí please pls plz kindly can could would will shall should you i we me us my want wants need needs like to just now then and or also
    quickly hey hi hello ok okay so well thanks thank let let's lets i'd i'm do does did go get give help be is are am was for of with at on
    in up out off by as if when again already still really very more much too it's that's what's maybe asap again
    the a an bitte mal kannst du könntest können sie ich wir möchte will und oder doch danke jetzt der die das den ein eine einen hinzu an
    auf zu s'il te vous plaît plait peux tu pouvez je nous veux voudrais et ou merci maintenant le la les un une de du des
    por favor puedes podrías usted yo quiero y o gracias ahora el los las una uno`),
);

/** Words that stand for a thing without naming one, and qualities that anything may have. */
export const VAGUE = new Set(
  list(`something some thing things stuff it that this these those them one ones anything everything all here there whatever somehow
    someone file files bug issue problem error mistake better good nice nicer great best cool right properly correctly work works working done
    faster quicker slower bigger smaller shorter longer simpler cleaner prettier easier perfect awesome magic job task what
    es dies dieses diese etwas irgendwas irgendetwas ding dinge sache alles was besser gut schön schöner datei fehler problem
    ça ca cela ceci quelque chose truc tout mieux bien fichier erreur problème
    esto eso ello lo algo cosa cosas todo mejor bien archivo error problema`),
);
/** Of several, or of all, it is said which: "fix bugs" is an order, "fix the bug" leaves open which. */
export const SAYS_ENOUGH = new Set(list('bugs errors issues problems mistakes warnings'));

/** Said of a thing that does not do what it should. */
export const PROBLEMS = new Set(
  list(`broken breaks broke break fails fail failing failed crash crashes crashed crashing wrong missing slow leaks leak hangs freezes
    freeze flickers doesn't don't isn't aren't can't cannot won't not never throws kaputt geht funktioniert cassé marche roto falla
    funciona stuck unresponsive incorrect outdated`),
);
/** A sentence that says something has one of these. */
export const STATES = new Set(
  list(`is are was were be been has have had should must needs need shall may might does do did ist sind hat soll sollte muss est sont
    doit devrait es está son tiene debe debería takes looks shows says gets becomes overlaps returns works`),
);

/** Words for parts of a program: a task that ends with one and has no verb names a thing. */
export const THINGS = new Set(
  list(`page pages screen view button form component module class function method config configuration settings readme api endpoint route
    database table menu header footer navbar sidebar dialog modal app application website site server client script docs documentation
    login logout signup dashboard homepage landing profile checkout cart layout theme logo icon navigation service controller model schema
    migration parser logger test tests suite pipeline workflow dockerfile makefile package library widget panel toolbar search feed inbox
    user users admin account avatar invoice report
    seite startseite knopf formular tabelle menü datenbank einstellungen
    connexion accueil bouton formulaire tableau paramètres
    página inicio botón formulario tabla ajustes`),
);

/** Names of the trade that are written like a file. */
export const NO_FILE =
  /^(?:node|next|vue|nuxt|three|d3|express|ember|backbone|react|angular|chart|p5|moment|solid|alpine|require|discord|socket|asp|ml|svelte)\.(?:js|ts|io|net)$|^\.net$|\.(?:com|org|net|io|dev|ai|co|eu|de|fr|es|jp)$/i;

/** Endings that files of projects have. A name with another one is a file only where the project has it. */
export const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|json[c5l]?|md|mdx|txt|rst|adoc|ya?ml|toml|ini|cfg|conf|env|lock|html?|css|s[ac]ss|less|vue|svelte|astro|py|ipynb|rb|go|rs|java|kts?|swift|cs|fs|cpp|cc|c|hpp|h|php|lua|pl|r|jl|exs?|erl|hs|scala|clj|dart|sh|bash|zsh|fish|ps1|bat|cmd|sql|prisma|graphql|gql|proto|xml|svg|png|jpe?g|gif|webp|ico|pdf|csv|tsv|log|docx?|xlsx?|tf|gradle|properties|diff|patch|map|wasm|zip|tar|gz|gitignore|dockerignore|editorconfig|npmrc|nvmrc|prettierrc|eslintrc|example|local)$|^\.[a-z][\w.-]*$/i;
