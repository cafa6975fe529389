/** What French speakers say for yes and no. Accents are folded and apostrophes part words before reading. */
import type { Phrases } from './lexicon.ts';

export const FRENCH: Phrases = {
  yes: `
oui|ouii|ouai|ouais|ouaip|ouep|ouip|oue|wi|wai|vi|voui|moui oui|mais oui|ah oui|ben oui|bah oui|eh oui|he oui|oh oui
oh que oui|ah ca oui|mais (bien sur|certainement|carrement|evidemment|tout a fait|si)
oui (merci|svp|stp|bien sur|volontiers|parfait|s il te plait|s il vous plait|tout a fait|monsieur|madame|chef|c est ca|absolument|carrement|exactement|avec plaisir)
bien sur[ que oui]|biensur|bien entendu|evidemment|evidement|naturellement|certainement|certes oui|certainement oui
assurement|absolument|carrement|completement|exactement|exact|tout a fait|effectivement|en effet
(bien |)(evidemment|certainement|surement|assurement) (que |)oui|(puisque |)(je (te |vous |)dis que oui)
je (vous |te |)(le )confirme|precisement|parfaitement
sans (aucun |)(doute possible|hesiter|hesitation|probleme vas-y)|sans aucun doute|volontiers|avec (grand |)plaisir
affirmatif|positif|je confirme|confirme|c est confirme|je valide|valide|c est valide|j approuve|approuve|j accepte
accepte|adjuge|entendu|c est entendu|c est d accord|d accord|d ac|dac|dacc|daccord|d acc
(je suis |on est |nous sommes |tout a fait )d accord[ (avec (ca|cela|vous|toi)|pour (ca|cela))]
ok pour (moi|ca|cela)|ca marche|ca roule|ca me va[ (tres bien|bien|parfaitement)]
cela me (va|convient)[ (tres bien|bien|parfaitement)]|ca me convient[ (tres bien|parfaitement)]|ca joue|ca colle
c est (tout bon|parfait|ca|exact|correct|juste|exactement ca|tout a fait ca|bien ca|vrai|une (bonne|excellente|tres bonne) idee|le cas|oui|un oui|parti|ok pour moi|bon pour moi|d accord pour moi)
bonne idee|excellente idee|tres bonne idee|super idee|(vous avez|tu as|t as) raison|banco|marche conclu|tope la
nickel|impec|impeccable|ca me plait|chiche
vas-y|vas y|allez-y|allez y|allons-y|allons y|vasy|zy va|allez|allez oui|allez go|go go|on y va|c est parti|fonce
foncez|(fais|faites|faisons|fait)(-| )(le|ca|cela|les)
(tu peux|vous pouvez|on peut)[ (y aller|le faire|faire ca|continuer|proceder|lancer|avancer)]
(tu dois|vous devez|tu devrais|vous devriez|il faut|il le faut|il faudrait|on devrait|on doit)[ (le faire|y aller)]
(fais|faites) donc|faites|faites comme ca|fais comme ca|faites ainsi|procede|procedez|continue|continuez|poursuis
poursuivez|lance|lancez|lance toi|je (t|vous) en prie|je vous prie|avec joie|feu vert|tu as mon (accord|feu vert)
vous avez mon (accord|feu vert)|je suis (pour|partant|partante|favorable|ok|okay|preneur|preneuse)
je (le |)(veux|souhaite|desire|prefere)(| bien)|je veux bien|j aimerais[ bien]|j aimerais (ca|cela|beaucoup)
je voudrais[ bien]|moi je veux bien
ce serait (bien|super|parfait|genial|top|cool|ideal|sympa|gentil|formidable|une bonne idee|tres bien|pas de refus|mieux)
ca serait (bien|super|parfait|genial|top|cool|ideal|sympa|une bonne idee|tres bien)
(je|nous) (pense|crois|dirais|suppose|trouve) que oui|(pense|crois) que oui|je dis oui|il me semble[ que oui]
je pense|je crois bien
(ca|cela) me (semble|parait) (bien|bon|parfait|correct|raisonnable|une bonne idee|etre une bonne idee|ok)
ca m a l air (bien|bon|parfait)|ma reponse est oui|la reponse est oui|parfait|genial|excellent|super oui|top oui
tres volontiers|pourquoi pas oui|pour moi c est (oui|bon|ok|d accord)|c est oui
oui (je le veux|j aimerais|je veux|je veux bien|je pense|c est bien ca|il faut|il le faut|tu peux|vous pouvez|on peut|ca marche|il y en a|j en ai|j en ai besoin|il y a|ca l est|elle l est|il l est|c est)
je le (confirme|valide|veux)|c est (mon|notre) souhait|si fait
`,
  no: `
j en veux pas
non|nonn|nan merci|nan c est bon|nope|nah|ah non|ben non|bah non|mais non|eh non|oh non|oh que non|ah ca non|ca non|certes non|que nenni
nenni
non (merci|svp|stp|pas du tout|s il te plait|s il vous plait|monsieur|madame|merci bien|merci beaucoup|pas la peine|pas besoin|surtout pas|vraiment pas|ca va aller|sans facon)
sans facon|merci mais non[ merci]|bien sur que non|evidemment que non|evidemment pas|bien evidemment que non
certainement pas|surement pas|surtout pas|absolument pas besoin|pas du tout|pas question|hors de question
il n en est pas question|c est hors de question|en aucun cas|en aucune facon|en aucune maniere|aucunement|nullement
jamais|jamais de la vie|au grand jamais|negatif|refuse|je refuse|je decline|rejete|je m y oppose|je suis contre
je passe[ mon tour]|tres peu pour moi|tu reves|meme pas en reve|pas moyen|pas la peine|ce n est pas la peine
c est pas la peine|pas besoin[ (de ca|merci)]|(y a|il n y a) pas besoin|(je n |j )(ai|en ai) pas besoin
je n en ai pas besoin|j en ai pas besoin|pas necessaire
(ce |c |)(n est|est|ne sera|sera|ne serait|serait) pas (necessaire|utile|nécessaire|la peine|indispensable|une bonne idee|correct|exact|juste|vrai|ca|le cas|bon|d accord|possible|souhaitable)
inutile|c est inutile|mauvaise idee|c est une mauvaise idee|faux|c est faux|incorrect|pas d accord
je ne suis pas d accord|je suis pas d accord|(ne |n |)(fais|faites|faisons) (pas|rien|surtout pas)[ (ca|cela|de ca)]
(ne |)(le|les) (fais|faites) (pas|surtout pas)|ne (touche|touchez|change|changez) (pas|a rien|rien)|ne le faites pas
ne fais rien|(tu ne |vous ne |tu |vous )(dois|devez|peux|pouvez|devrais|devriez) pas[ (le faire|faire ca)]
il ne faut pas|faut pas|je (ne |)(veux|souhaite|voudrais|prefere|desire) pas|j aimerais pas|je n aimerais pas
je (n |)en veux pas
je (prefere|prefererais|aimerais mieux) (pas|que non|ne pas|que vous ne le fassiez pas|que tu ne le fasses pas)
(je ne |je |)(pense|crois|dirais) pas|(je |)(pense|crois|dirais|suppose|prefere) que non|je dis non
ma reponse est non|la reponse est non|c est non|c est un non|pour moi c est non|mieux vaut pas|vaut mieux pas
il vaut mieux pas|plutot pas
non (je ne veux pas|je veux pas|ce n est pas ca|c est pas ca|il ne faut pas|tu ne peux pas|vous ne pouvez pas|pas ca)
ne vous (derangez|embetez|donnez) pas[ (cette peine|la peine|pour ca)]|te derange pas|ne te derange pas
`,
  softYes: `
c est bien|c est ok|tres bien|c est tres bien|bien|c est bon pour moi|ca peut aller|c est cool|c est super
`,
  leansYes: `
go|grave|envoye|envoye donc|ouais ouais|c est logique|logique|ca (fait|a du) sens|ca tombe sous le sens|super
top|cool|genial|nickel|merveilleux|formidable|magnifique|chouette|sans (probleme|souci)[s]
pas de (probleme|souci)[s]|aucun (probleme|souci)|y a pas de (probleme|souci)|pas de pb|tout de suite
des que possible|immediatement|ah|oh|eh|ben|bah|he|he he|quand tu veux|quand vous voulez|a fond|a 100 %
cent pour cent|a 200 %|bien|avec ca|totalement|mille fois oui|mille fois
`,
  leansNo: `
absolument pas
pas (maintenant|encore|pour l instant|pour le moment|aujourd hui|cette fois|tout de suite|ici|vraiment|ce coup-ci|ce coup ci|ca|cela|pour moi)
pour l instant|pour le moment|cette fois|cette fois-ci|ca ira|ca va aller|ca va merci|c est bon merci|laisse|laissez
laisse (tomber|comme ca|ca)|laissez (tomber|comme ca|ca|ainsi)|merci quand meme|merci d avoir (demande|propose)
c est gentil|desole|desolee|t inquiete|ne t inquiete pas|ne vous inquietez pas|rien|une autre fois|plus tard
restons[ -]en la|on laisse comme ca
`,
  neutral: `
vraiment|je (t|vous) (l |)ai (deja |)dit
c est bon|ca va
s il te plait|s il vous plait|s il te plaît|svp|stp|s v p|s t p|sil te plait|sil vous plait|siouplait|merci|mercii
je (te |vous |)(l ai |ai |)(deja |)(dit|repondu)|je (te |vous )l ai (deja |)dit
comme (je (te |vous |)l ai |)(deja |)dit|pour la (derniere|enieme) fois|combien de fois|arrete de demander
arretez de demander|pff|pfff|bon sang|punaise|purree|oh la la|encore une fois
merci (bien|beaucoup|d avance|a toi|a vous|infiniment|bcp|par avance)|grand merci|mille mercis|mille merci
remerciements|mon ami|mec|mon pote|chef|patron|frere|monsieur|madame|messieurs|bonjour|salut|bonsoir|alors|donc
je te prie|je vous en prie|je t en prie|franchement|sincerement|honnetement|bien a vous|cordialement|aimable a vous
mdr|ptdr|haha|c est gentil|c est gentil a vous|mon cher|ma chere|coucou|par contre non|bises|bisous
`,
  doubt: `
si|mais si|si si|bon|bof|moui|mouais|ouais bof|oui bof|oui non|non oui|oui et non|oui ou non|je ne sais pas
je sais pas|chais pas|jsp|sais pas|aucune idee|peut-etre|peut etre|peu importe|ca m est egal|m est egal
comme tu veux|comme vous voulez|pas sur|pas sure|je ne suis pas sur|pas forcement|pas vraiment|pas mal|pas toujours
pas exactement|pas que|pas seulement|non seulement|pourquoi pas|ca depend|non plus|moi non plus|n importe
n importe quoi|on verra|c est pas faux|ce n est pas faux|c est pas mal|pas bete|pas de refus|ni oui ni non
encore oui|oui oui c est ca|c est ca oui|je suppose
`,
};
