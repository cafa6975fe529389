/** What Spanish speakers say for yes and no, on both sides of the Atlantic. Accents are folded before reading. */
import type { Phrases } from './lexicon.ts';

export const SPANISH: Phrases = {
  yes: `
(una |)(excelente|estupenda|magnifica|gran) idea
si|sii|sip|sipi|sep|sepi|sisi|pos si|pues si|pues claro[ que si]|ah si|si senor|si senora|si claro|si por favor
si gracias|si porfa|ok si|oui
claro|claro que si|clarin|clarinete|como no|(por|desde) (supuesto|luego)[ que si]|porsupuesto|obvio|obvio que si
obviamente|evidentemente|naturalmente|efectivamente|en efecto|ciertamente|cierto|es cierto|asi es|asi mero|exacto
exactamente|correcto|es correcto|eso es|eso mismo|eso si|justo[ eso]|tal cual|seguro|seguro que si|segurisimo
totalmente|definitivamente[ si]|absolutamente si|sin duda[ alguna]|sin lugar a dudas|afirmativo|positivo|confirmo
confirmado|lo confirmo|apruebo|aprobado|lo apruebo|acepto|aceptado|(estoy |)de acuerdo|deacuerdo|estamos de acuerdo
conforme|estoy conforme|autorizado|tienes (mi )(permiso|aprobacion)|visto bueno|tiene[s] (mi|el) visto bueno
vale|vale si|sale va|va va|va sale|vale va|sale y vale|orale|dale|dale nomas|dale si|venga|venga si|venga va|vamos
vamos alla|vamos a ello|vamos con (eso|ello)|andale|arre|a huevo|joya|listo|okis|okei|oka|ok dale|listo dale|hecho
trato hecho|de una|bueno si|bueno dale|bueno vale|pura vida|chevere|tranqui si|obvi
adelante|adelante con (eso|ello)|sigue|siga|siga adelante|sigue adelante|sigan|continua|continue|prosiga|prosigue
procede|proceda|procedan|puede[s] (hacerlo|proceder|seguir|continuar|hacer eso)
(hazlo|hagalo|haganlo|hacelo|hagamoslo|hagamos eso|haz eso|haga eso)[ (asi|ya|por favor|porfa|entonces|tranquilo|tranquilamente|sin problema[s])]
hazme el favor|hagale|metele|ponle|echale|si hazlo|lo hacemos|manos a la obra
(me|nos) parece (bien|perfecto|genial|buena idea|una buena idea|correcto|excelente|estupendo|fenomenal|fantastico|ok|razonable|muy bien|una idea estupenda|una gran idea)
(a mi |)me parece (bien|perfecto|genial)|suena (bien|genial|perfecto|estupendo|muy bien|excelente|fantastico)
es (una |)buena idea|buena idea|gran idea|que buena idea|me gusta[ la idea]|me encanta[ria][ la idea]|me gustaria
me gustaria (eso|que si|mucho)|eso quiero|(si |)(lo |)(quiero|queremos|deseo|necesito|prefiero|hago)
(yo |)(creo|pienso|supongo|diria|espero|considero) que si|(yo |)digo que si|que si|te digo que si|mi respuesta es si
la respuesta es si|un si|es un si|esta perfecto|perfecto|genial|estupendo|excelente|fenomenal|fantastico|magnifico
de maravilla|maravilloso|con (mucho |)gusto|encantado|encantada|sin problema[s] dale
por favor (hazlo|hagalo|adelante|si)|si eso|eso estaria (bien|genial|perfecto|muy bien)
(estaria|seria) (genial|perfecto|estupendo|bien|ideal|excelente|fantastico|buenisimo|bueno|lo ideal|de gran ayuda)
te lo agradeceria|se lo agradeceria|lo agradeceria|(tiene|tienes) razon|lo que (digas|dices|usted diga)
como (quieras si|digas|usted diga|gustes|guste)|deberias|(si |)(deberias|debes|puedes|puede|podes|podeis)
(si |)(debe|deberia)|es asi|lo es
(si )(lo (es|esta|son)|hay|tengo|tenemos|esta|estan|es|son|hace falta|lo hace|funciona|corresponde)
`,
  no: `
no y no|y no
nop|nope|nel|nel pastel|nones|nanai|naranjas|nah|nah no|noo|nono|ño|nein|non|pues no|pos no|ah no|que no
te digo que no|no senor|no senora|no gracias|no muchas gracias|gracias pero no[ gracias]|no por favor|por favor no
no porfa|no por dios|claro que no|obvio que no|obviamente no|por supuesto que no|desde luego que no|seguro que no
evidentemente no|definitivamente no|ciertamente no|naturalmente no|para nada|de ninguna manera|de ningun modo
en absoluto|ni hablar|ni de (broma|coña|chiste|cona|locos|loco)|ni en (broma|suenos|pedo)|ni loco|ni loca
ni pensarlo|ni lo sueñes|ni se te ocurra|que va|jamas|jamas en la vida|nunca|nunca jamas|negativo|denegado|rechazado
rechazo|lo rechazo|me niego|paso|yo paso|mejor no|mejor que no|preferiria que no|prefiero que no|preferiria no
prefiero no[ hacerlo]|no quiero|no lo quiero|no queremos|no deseo|no lo deseo|no me gustaria
no me parece[ (bien|buena idea|una buena idea|correcto|necesario|oportuno)]|no es (una |)buena idea|mala idea
es mala idea|no estoy de acuerdo|no de acuerdo|en desacuerdo
(yo |)(creo|pienso|supongo|diria|espero|considero) que no|no (lo |)(creo|pienso|veo|apruebo|acepto|autorizo)
no creo que (haga falta|sea necesario)|digo que no|mi respuesta es no|la respuesta es no|un no|es un no
no (hace|hacia|haria|hara) falta|no hay necesidad|no hay por que
no es (necesario|preciso|correcto|cierto|asi|verdad|conveniente|recomendable)|no sera (necesario|preciso)
no seria necesario|innecesario|es innecesario|no (lo |)(necesito|necesitamos|preciso)|no se necesita|no se requiere
no procede|no corresponde|(no lo|que no lo) (hagas|haga|hagan|hagamos)|no (hagas|haga) (eso|nada|nada de eso)
no lo (toques|cambies)|no te molestes|no se moleste|incorrecto|falso|eso no|no eso no|no deberias|no debes|no puedes
no lo (es|esta|son)|no hay|no tengo|no es|no esta|no son|no debe|no deberia|tampoco
`,
  softYes: 'esta bien|todo bien|esta ok|muy bien|bien',
  leansYes: `
va|sale|tiene sentido|es logico|logico|andando|a darle|(no |)faltaba mas|faltaria mas|buenisimo|bien|sin problema[s]
ningun problema|no hay problema|no hay ningun problema|no hay drama|por favor y gracias
cuando (quieras|puedas|guste)|ya|ahora mismo|de inmediato|enseguida|oh|ah|ay|uf si|eso|mucho|muchisimo|encantaria
anda|tambien|lindo|barbaro|bacan|guay|mola|chido|padre|al 100|cien por cien|cien por ciento|al cien|100 por 100
todo correcto|ya mismo
`,
  leansNo: `
todavia no|aun no|por ahora|por el momento|de momento|por ahora no|por el momento no|de momento no|ahora no
ahora mismo no|hoy no|esta vez|esta vez no|en este momento|esta bien asi|asi (esta |)bien|asi esta bien|dejalo|dejalo asi|dejelo
dejelo asi|dejemoslo asi|dejalo como esta|absolutamente no
gracias (igual|de todos modos|de todas formas|igualmente|por (preguntar|el ofrecimiento|la oferta|ofrecerlo))
no te preocupes|no se preocupe|estoy bien|asi estoy bien|en serio|nada|nada de eso|ya no|lo siento|otro dia
en otra ocasion|otra vez sera
`,
  neutral: `
por favor|porfa|porfavor|porfis|xfa|xfavor|plis|pliss|gracias|grax|muchas gracias|mil gracias|muchisimas gracias
te lo agradezco|se lo agradezco|de antemano|gracias de antemano|amigo|amiga|tio|tia|wey|guey|we|che|hombre|mujer
jefe|jefa|hermano|bro|senor|senora|hola|buenas|buenos dias|buenas tardes|de verdad|la verdad|entonces|pues
muy amable|con todo|oye|mira|que no es broma
(ya |)(te |se |)(lo |)(dije|he dicho|habia dicho)[ (antes|ya|mil veces)]|como (te |)(dije|ya dije)
por (ultima|enesima) vez|cuantas veces|otra vez|uf|ay|joder|caray|deja de preguntar|no preguntes mas|compa|parce
causa|pana|jaja|jajaja|haha|tranquilo|tranquila|sinceramente|desde ya|maestro|crack|de veras
`,
  doubt: `
bueno|bueno bueno|ya ya|si no|no si|si y no|si o no|claro claro si|no se|no lo se|no estoy seguro|no se si
no importa|me da igual|da igual|no me importa|no pasa nada|nada mas|no mas|no solo|como quieras|lo que quieras
tal vez|quizas|si pero|que si que|no mucho|no tanto|no del todo|no siempre|no esta mal|no estaria mal
no es mala idea|ni idea|ni si ni no|ja|ya si
`,
};
