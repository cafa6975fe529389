/** What Portuguese speakers say for yes and no, in Brazil and Portugal. Accents are folded before reading. */
import type { Phrases } from './lexicon.ts';

export const PORTUGUESE: Phrases = {
  yes: `
pois claro[ que sim]
sim|simm|siim|pois sim|e sim|ah sim|ora sim|mas e claro[ que sim]|mas claro[ que sim]|sim senhor|sim senhora
sim claro|sim por favor|sim pf|sim obrigad(o|a)|yep|opa|opa sim|uhum|aham|arram|ahan|humhum|hum hum|yeah
claro|claro que sim|claro sim|e claro[ que sim]|com certeza[ (sim|absoluta|que sim)]|concerteza|certeza|certamente
certo|ta certo|esta certo|tudo certo|ctz|com ctz|sem duvida[s][ (nenhuma|alguma)]|sem sombra de duvida[s]|obvio
obvio que sim|obviamente|evidentemente|naturalmente|logico|logico que sim|efetivamente|efectivamente|de fato
de facto|exato|exatamente|exactamente|isso|isso mesmo|isso ai|isso sim|e isso|e isso ai|e isso mesmo|correto
correcto|esta correto|verdade|e verdade|afirmativo|positivo|confirmo|confirmado|confirmadissimo|aprovo|aprovado
aceito|aceite|de acordo|estou de acordo|concordo[ (plenamente|totalmente|com isso)]|combinado|fechado|fechou|feito
autorizado|autorizo|tens (o meu |)(ok|aval|autorizacao)|tem (o meu |meu |)(ok|aval|autorizacao)
por mim (sim|tudo bem|pode ser|ok|esta bem|ta bom|ta otimo|esta otimo)
blz|beleza|bele|belezinha|belê|massa|show|show de bola|joia|jóia|tranquilo|suave|demorou|bora|bora la|bora sim|vamos
vamos la|vamos nessa|vamos a isso|vamos em frente|partiu|valeu sim|vale|tmj|ta bom|tá|tabom|ta bem|esta bem|ta otimo
ta ok|tudo bem|tudo bem sim|pode crer|so se for agora|bom sim|fixe|boa|bacana|dale|okapa|oquei
pode|pode sim|pode ser|pode ser sim|pode fazer[ (isso|sim|assim)]
pode (ir|seguir|prosseguir|continuar|avancar|mandar|mandar ver|mandar bala|proceder|tocar|crer|deixar comigo sim)[ (em frente|sim)]
podes|podes sim|podes (fazer|avancar|seguir|continuar|ir)[ isso]|podem|podemos|podemos sim|deve|deve sim|deves
devemos|deveria|deveria sim|(va|vai) em frente|va la|segue|siga|siga em frente|segue em frente|siga la|em frente|avance
avanca|avante|prossiga|continue|continua|manda ver|manda bala|manda|forca|forca nisso|mete bala|toca|toca o barco
faca|faca isso|faz|faz isso|faz favor de fazer|faca[ isso] por favor|faca assim|faz assim|faca se|fazer sim
vamos fazer[ isso]|por favor (faca|faz)[ isso]|faca o favor
parece (bom|bem|otimo|perfeito|boa ideia|uma boa ideia|ok|correto|certo|excelente)[ (para|pra) mim]
(acho|acho que e) (bom|otimo|uma boa ideia|boa ideia|uma otima ideia)|soa (bem|bom|otimo|perfeito)
(e uma |)(boa|otima|excelente|grande) ideia|me parece (bom|bem|otimo|perfeito|boa ideia|uma boa ideia|certo|correto)
parece me (bem|bom|otimo|perfeito|boa ideia|uma boa ideia|correto)
parece-me (bem|bom|otimo|perfeito|boa ideia|uma boa ideia|correto)|gosto[ da ideia]|gostei|gostei da ideia
gostaria[ (sim|disso|muito|que sim)]|adoraria|adorava|(eu |)(quero|queremos|desejo|preciso|prefiro)[ sim]
(eu |)(acho|creio|penso|acredito|suponho|diria|espero) que sim|digo que sim|minha resposta e sim
a minha resposta e sim|a resposta e sim|e um sim|perfeito|otimo|otima|excelente|maravilha|perfeitamente
com (todo o |muito |)(prazer|gosto)
(seria|ia ser) (otimo|bom|perfeito|excelente|legal|ideal|muito bom|uma boa|uma boa ideia|maravilhoso|fantastico|optimo)
isso seria (otimo|bom|perfeito|excelente|legal|ideal)|optimo|optima ideia|agradecia|agradeceria|eu agradeceria
favor (fazer|prosseguir|continuar|seguir)|(tens|voce tem|tem) razao|sem problema[s] pode|fico feliz com isso
(e|esta|sao|ha|tem|existe|quero|faz|funciona|devo|tenho|temos|vou|vamos|estou) sim
sim (e|esta|sao|ha|tem|existe|quero|faz|funciona|deve|tenho|temos|vou|estou|preciso|pode|podes|deves|deveria|queremos)
certinho
`,
  no: `
nao|naum|naao|nope|nop|nah|nananinanao|neca|necas|nem pensar|nem a pau|nem morto|nem morta|nem que a vaca tussa
nem por sombras|nem por isso nao|de jeito nenhum|de jeito maneira|de maneira (nenhuma|alguma)|de modo (nenhum|algum)
de forma (nenhuma|alguma)|jamais|nunca|nunca jamais|nada disso|negativo|negado|rejeitado|recuso|rejeito|pois nao nao
ora nao|ah nao|nao senhor|nao senhora|nao obrigad(o|a)|nao muito obrigad(o|a)|nao brigad(o|a)|nao valeu
nao (por favor|pf|pfv)|por favor nao|obrigad(o|a) mas nao|claro que nao|e claro que nao|obvio que nao|logico que nao
obviamente nao|com certeza (que |)nao|certamente (que |)nao|evidentemente nao|naturalmente que nao
definitivamente nao|nao mesmo|acho melhor nao|melhor nao|e melhor nao|prefiro (que |)nao|preferia (que |)nao
prefiro nao fazer|preferiria (que |)nao
(eu |)nao (quero|queremos|desejo|preciso|precisamos|gostaria|gosto|concordo|aceito|aprovo|autorizo)[ (disso|isso|nao|que nao|da ideia|dela|dele)]
(eu |)(acho|creio|penso|acredito|suponho|diria|espero) que nao|digo que nao|nao (acho|creio|penso)
minha resposta e nao|a minha resposta e nao|a resposta e nao|e um nao|passo|dispenso
nao (precisa|precisas|e preciso|e necessario|ha necessidade|tem necessidade|sera necessario|sera preciso|seria necessario|carece|vale a pena|e correto|esta correto|esta certo|e verdade|e isso|e uma boa ideia|e boa ideia|me parece|me parece bem|me parece boa ideia|me parece uma boa ideia|me parece necessario)[ (nao|fazer isso|disso|obrigado|obrigada)]
precisa nao|quero nao|desnecessario|e desnecessario
(nao |por favor nao )(faca|facas|faz|fazer)[ (isso|nada|nada disso)]
nao (pode|podes|deve|deves|deveria|podem|podemos|devemos)[ nao]|nao (mexa|mexas|toque|toques)[ nisso]|incorreto
errado|falso|discordo|ma ideia|pessima ideia|nao (e|esta|sao|ha|tem|existe|tenho|temos|vou|vamos|estou|funciona)
isso nao|assim nao|tambem nao|tao pouco
`,
  softYes: 'bem|muito bem|muito bom|esta bom|esta otimo|legal|tranquilo|de boa|de boas',
  leansYes: `
faz (todo o |todo |)sentido|sem problema[s]|nenhum problema|nao ha problema|nao tem problema|sem stress|sem estresse
na boa|oh|ah|ai|e|ja|agora mesmo|imediatamente|ja ja|logo|quando (quiser|puder|puderes|quiseres)|muito|demais|mesmo
total|totalmente|absolutamente|definitivamente|gosto|100 por cento|cem por cento|mil vezes|manda|lindo|que bom|pois
pois e|pois claro
`,
  leansNo: `
ainda nao|por enquanto|por enquanto nao|por agora|por agora nao|agora nao|hoje nao|desta vez|desta vez nao|dessa vez
dessa vez nao|no momento|de momento|neste momento|deixa|deixa assim|deixe assim|deixa estar|deixa quieto
deixa pra la|deixa para la|deixe estar|deixa como esta|absolutamente nao|esta bem assim|assim esta bem|ta bom assim
esta bom assim|obrigad(o|a) (na mesma|mesmo assim|de qualquer forma|por perguntar|pela oferta)|nao se preocupe
nao te preocupes|estou bem|to bem|nada|outra vez|fica pra proxima|fica para a proxima|lamento|desculpa|desculpe
`,
  neutral: `
por favor|porfavor|pfv|pf|pff|pls|faz favor|se faz favor|sff|por gentileza|por obsequio|obrigad(o|a)|obg|obgd|obgda
brigad(o|a)|brigadao|brigadinho|muito obrigad(o|a)|mt obrigad(o|a)|obrigad(o|a) (desde ja|pela ajuda)
muitissimo obrigado|valeu|vlw|agradeco|agradecido|agradecida|desde ja|grato|grata|cara|mano|mana|meu|amigo|amiga
irmao|parceiro|chefe|pa|gente|galera|senhor|senhora|ola|oi|bom dia|boa tarde|boa noite|entao|voce|de verdade|serio
sinceramente|(ta|esta) (doido|doida|louco|louca|maluco|maluca)
(eu |)ja (te |)(falei|disse|respondi)[ (que|antes|isso)]|como (eu |)(ja |)(disse|falei)
pela (ultima|enesima|milesima) vez|quantas vezes|de novo|outra vez|para de perguntar|pare de perguntar|ai|ufa|aff
olha|mesmo|kk|kkk|kkkk|rs|rsrs|haha
`,
  doubt: `
pois nao|pois pois|pois|sei la|nao sei|sei nao|nao sei se|talvez|quem sabe|tanto faz|nao importa|nao me importo
sim e nao|sim ou nao|sim nao|nao sim|nao so|nao muito|nao tanto|nao e ma ideia|nao e mau|nem sim nem nao|e nao
pode nao|ta ta|ta ta ta|tudo menos
`,
};
