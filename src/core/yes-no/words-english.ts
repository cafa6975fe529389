/** What English speakers say for yes and no, written, spoken and texted. Contractions are written out. */
import type { Phrases } from './lexicon.ts';

const ADVERB =
  '(definitely|certainly|absolutely|really|surely|totally|indeed|sure|also|very much|most certainly|very well|still)';
const GOOD =
  '(good|great|fine|perfect|excellent|awesome|right|wonderful|ok|okay|lovely|fantastic|reasonable|nice|ideal)';
const PROFORM =
  '(i (do|did|am|was|have|should|would|can|will|must)|(you|we|they|these|those) (do|did|are|were|have|should|would|can|will|may|must)|(it|he|she|that|this|there) (does|did|is|was|has|should|would|can|will|may|must))';
const SURELY = '(definitely|certainly|absolutely|really|sure|surely|indeed)';
const THAT = '(it|that|this|so|them|those|these)';
const TO_ME = '[ (to|by|with|for) (me|us)]';

/** Understood in every one of the languages, so each of them may mix these in. */
export const SHARED: Phrases = {
  yes: `
yes|yeah|yep|yup|ok|okay|okey|oki|okie|okie dokie|okie-dokie|okidoki|oki doki|okeydokey|okey dokey|okey-dokey
okiedokie|yessir|yes sir|👍|✅|👌|🆗|✔|☑|🙆|+1|okok
`,
  no: 'no|nope|nop|👎|❌|🚫|🙅|✖|-1',
  leansYes: 'yeah yeah|yeah yeah yeah|💯|🙌|🚀|💪|🎉|✨|🤝|🔥|cool|super|top|perfect|100 %|1000 %|👏|🥳',
  neutral: `
please|pls|plz|thanks|thx|ty|🙏|🙂|😀|😃|😄|😁|😊|☺|😉|😎|❤|💕|🤗|😇|😺|🥰|sorry|😅|🙈|😆|😌|😋|🤓|😸|👋|🫡|🤙
😍
`,
  doubt: 'yes no|no yes|yes and no|yes or no|yeah no|no yeah|yeah nah|nah yeah|yeah right',
};

export const ENGLISH: Phrases = {
  yes: `
yes already
(i|we) would be (happy|ok|okay|fine) with (that|it|this)
as you (suggest|suggested|propose|proposed|described|said)
y|ye|yea|yah|yeh|aye|aye aye|yas|yass|yus|yuh|yis|uh huh|uh-huh|uhuh yes|mhm|mm hm|mm-hm|mmhm|mm hmm|mm-hmm|mmhmm
yuppers|yeppers|yupp|yesh|yeas|yers
yse|eys|yess|yest|yeha|yeash|yeap|yeep|yepp|okya|oaky|okau|sur|shure|suer|ofc|ofcourse|off course|of coarse
of cource|deffo|defo|fo sho|for sure|4 sure|sho
sure|sure thing|surely|(of|but of|why of|yes of) course|[most ](certainly|definitely|assuredly)|definately|definetly
definitly|defintely|absolutely|absolutly|absolutley|totally|affirmative|affirm|roger|roger that|copy that|wilco
ten four|10 4|indeed|very well|naturally|undoubtedly|without (a|any) doubt|no doubt|by all means|obviously
[(just|please|then|so)] go (ahead|for it|on)[ (with|and do) ${THAT}]|go right ahead|goahead|go-ahead|green light
full steam ahead|proceed|proceed with (it|that|this)|make it (so|happen)|have at it|knock yourself out|be my guest
feel free|feel free to|ship it|send it|lgtm|do eet|let us (do ${THAT}|go for it|proceed|go ahead|roll)
lets (do ${THAT}|go for it|proceed|go ahead|roll)|carry on|go go go|on you go
[(just|please|then|so|yes)] do (it|that|so|this|them)[ (please|then|now)]|please do|do please|pls do|do go ahead
go do it|you do that
(i|we) [would ](agree|approve|concur|confirm|accept|consent)[ (with|to) (that|this|you|it)]|agreed|approved
confirmed|accepted|granted|permission granted|consider it (approved|agreed|done)
you have my (approval|permission|blessing|go ahead|ok|okay)|approve|confirm
(i|we) (want|need) (that|it|this|you to)|(i|we) do want (that|it|to|you to)
(i am|we are) (in favour|in favor|for it|all for it|all for that|on board|(happy|ok|okay|fine|good) with (that|it|this))
count me in
(that|it|this) is (right|correct|true|accurate|exactly right|just right|the case|(ok|okay|fine|good) (with|by) (me|us)|what i (want|need|meant|asked for))
sounds [(really|very|pretty|all)] ${GOOD}|sounds ${GOOD}${TO_ME}
sounds like a (good |great |solid |)(plan|idea|deal)|that sounds (good|great|fine|perfect)${TO_ME}
looks ${GOOD}${TO_ME}|(that |it |this |)(works|work|will work) (great |perfectly |fine |well |)for (me|us)
that works|(fine|ok|okay|good|great|alright|all good) (by|with|for) (me|us)|suits me|that suits (me|us)
correct|that is correct|exactly|precisely|true|very true|right you are|spot on|bang on|you are (right|correct)
you got it|you bet|you betcha|you betya|bet|too right|damn right|hell yes|hell yeah|heck yes|heck yeah|oh yes
oh yeah|ah yes|yes yes|yes yes yes|yay|yes ma am|yes boss|yes indeed|yes indeedy|why yes|but of course
all right|alright|alrighty|alrighty then|aight|righto|right oh|right on|right-o|rightio|okay then|ok then|okay cool
ok cool|cool yes|deal|done deal|fine by me|it is a (yes|yes from me|deal)|that is a yes[ from me]
(a |)(big|firm|definite|strong|hard|solid|resounding|clear) yes[ from me]|my answer is yes|the answer is yes
i say yes|i said yes|i vote yes|yes from me|yes to that|i am saying yes|say yes|put me down (for|as) (a |)yes
thumbs up|okey doke|with pleasure|i insist|please and thank you
if you would[ please]|if you please|very much so
you (have|got) (the|a|my) (green light|go ahead|go-ahead|ok|okay)
you are (good|clear|free|welcome|cleared|ok|okay) to (go|go ahead|proceed|do (so|it|that))|good to go|all clear
i have no objection[s]|no objection[s][ (here|from me|from my side)]
(i|we) [do not ]see no (problem|issue)[s] with (that|it)|(i|we) have no (problem|issue)[s] with (that|it)
`,
  no: `
not approved|request denied|permission denied|nonono|(i|we) (must|have to) decline
n|nah|naw|nay|nuh uh|nuh-uh|uh-uh|uh uh|noo|nopey|nopes|noep|nah nah|naah|nahh|nnope|neh|nu uh|noap|nup|na ah
nix
no (thanks|thank you|thankyou|thx|ty|ta|cheers|sir|ma am|need|not needed|not necessary|no|no no)|nothanks|no tks|nty
no way jose|no (thanx|thanxs|thnaks|thansk|thakns|tahnks)|[thanks for (offering|asking|the offer) ]but no|so no|no thnx|thanks (but|) no thanks|thank you but no thank you|negative|negatory|i said no|my answer is no
the answer is no|(it is|that is|that will be|that would be|it will be) a no[ (from|for) (me|us)]
(a |)(big|firm|definite|hard|strong|solid|resounding|clear) no[ (from|for) me]|i say no|i vote no|no from me
not a chance|no chance|fat chance|not on your life|over my dead body|under no circumstances|in no way
not in a million years|no siree|no can do|no dice|nothing doing|forget it|forget about it|hell no|heck no|god no
never|never ever|no never
do not|please do not|do not please|pls do not
do not (do|touch|bother|change|add|try|worry about) (it|that|this|so|them)[ (please|at all|now|yet)]
do not (bother|proceed|continue|go ahead|go on)[ (please|with (it|that|this))]
please do not (bother|proceed|continue|go ahead|go on|do (it|that|this|so))[ with (it|that|this)]
(i|we) do not (think|believe|suppose|reckon|expect|imagine) so|(i|we) think not|i should think not|i am afraid not
afraid not
of course not|certainly not|definitely not|surely not|clearly not|obviously not|not at all|not in the least
not in the slightest|not this time|not for (me|us|now)|not today|not really necessary|not necessary|not needed
not required|unnecessary|no need[ (for|to do) (that|it|this)]|no need to
there is no need[ (for|to do) (that|it|this)]|no necessity
(that|it|this) (is|will|would) not [(be|really|strictly)] (necessary|needed|required|be necessary|be needed|be required)
(that|it) is (un necessary|unnecessary)|(i|we) do not (need|want|require|like) (it|that|this|to|you to|them|any|one)
(i|we) do not (really )(need|want) (it|that|this)
(i|we) (would|will) not (need|want|do|like|be needing) (it|that|this)|(i|we) would not
(i|we) would (rather|prefer|sooner) (not|you did not|we did not|you do not|not to|that you did not|if you did not)
(i|we) prefer not[ to]|rather not|(i had|you had|we had|it is|) better not|best not|please no|please not|no please
hard pass|(i|we) will (pass|skip|skip it|skip that|decline|have to decline|have to say no)
(i|we) (decline|refuse|disagree|object|reject)|declined|denied|rejected|disapproved|permission denied|pass on that
(i am|we are) (against it|against that|not in favor|not in favour|opposed)|no deal|thumbs down
that is not (right|correct|true|it|what i (want|meant|need|asked for)|a good idea|necessary|the idea|the plan|the case)
not (correct|right|true|a good idea|a great idea|good)|incorrect|wrong|that is (wrong|incorrect|false)|bad idea
(that is|it is|sounds like) a bad idea|i think that is a bad idea|i do not agree|i do not approve
let us not[ (do (that|it))]|lets not[ (do (that|it))]|(that|it|this) (does|will|would) not work[ (for|with) me]
no (i|we) am (not|good)|count me out|i am out
`,
  softYes: `
that is [(all|totally|perfectly|absolutely|quite|completely|just)] (fine|ok|okay|alright|all right|good|cool|acceptable)
fine|all good|that will (work|do)
`,
  leansYes: `
why not|as you (say|wish|like)|i think (that is|it is|that would be) a (good|great) idea
(i am|i was|(you|we|they) (are|were)|(he|she|there) (is|was)|it was) (ok|okay|fine|alright|all right|well|good|great|right|agreed|approved|perfect|sure)
happily|gladly|${PROFORM}|${PROFORM} (indeed|so)
(i|you|we|it|that) ${SURELY} (do|does|am|are|is|have|has|should|would|can|will|must)
(i|we) (think|believe|would say|reckon|hope|expect|imagine) so|let us go|lets go|you know it
(that|it|this) (is|looks|seems|would be|will be|sounds) [(really|very)] (${GOOD}|best|helpful|appreciated|much appreciated)
(that|it) (is|would be|sounds like) a (good|great|fine|sensible|nice) (idea|plan|call|choice)
that is the (plan|idea|way to go)|would be (${GOOD}|helpful|appreciated)
[(a|what a)] (good|great|fine|excellent|nice|brilliant|splendid|smart) (idea|plan|call|thinking|choice)
(i|we) would (love|like|appreciate|prefer|welcome) (that|it|this|to)[ (very much|so much)]
would love (that|it|to)|(that |it |)makes [(perfect|total|a lot of|good)] sense
(that |it )would (work|do)[ (great|perfectly|nicely|fine|well)]|(i am|we are) (in|down|game|sure|positive|certain)
i have no doubt|works|it (works|will work|will do)
right|good|great|perfect|excellent|awesome|brilliant|wonderful|lovely|nice|sweet|fantastic|splendid|superb
no problem[o]|no probs|no worries|np|no prob|much so|oh|ah|ya|please and thanks|amazing|fab|marvelous
marvellous|neat|dope|lit|legit|solid|happy to|love it|i love it|like it|i like it|i like that|i love that|so much
a lot|asap|right away|(at|all at) once|straight away|immediately|with my blessing|on it|why|a hundred percent
100 percent|hundred percent|one hundred percent|100|let us|it is time|good stuff|good one
i am sure|for certain|that one
then|go|continue|do|you may|you can|course|much appreciated|appreciated|appreciate it|would you
`,
  leansNo: `
keep (it|that|them)|oh no
${PROFORM} not|${PROFORM} (really|definitely|certainly) not
(i|you|we|it|that) ${SURELY} (do|does|am|are|is|have|has|should|would|can|will|must) not
(it is|that is|we have|i have had|there is|there are|) (enough|plenty|too much|too many)[ already]|not interested
(i am|we are) not interested
absolutely not
(i am|we are|i|we are all|i am all) (good|fine|ok|okay|set|all set|sorted)[ (thanks|thank you|as is|for now|here)]
all set
not (now|yet|right now|at the moment|at this time|at this point|just yet|really|ever|here|even|again|anymore|any more)
at all|(for|right) now|at the moment|at this time|at this point|today|this time
(leave|keep) (it|that|this|them|things|everything) (alone|be|out|as is|as it is|as they are|the way it is|as they were|there|off)
leave (it|that)|skip (it|that|this|them)|do not worry[ about (it|that)]|stop|stop it|stop that|cancel|cancel that
(it|that) is not|no way|way|maybe next time|next time|another time|some other time|hold off|hold off on (that|it)
i appreciate (it|the offer|that)|thanks for (asking|the offer|offering|checking)
thank you for (asking|the offer|offering|checking)|let it be|let us leave it
not (wanted|desired|worth it|ok|okay|acceptable|happening|going to happen|likely|my thing)|(it|that) is not worth it
not one bit|not a bit|please stop|that is all|that is enough|(will|would|could|should|may|can|must) not|none
`,
  neutral: `
(it|that) is (fine|ok|okay|alright|all right|good)[ (thanks|thank you|like that|as is)]|but (thanks|thank you)[ (anyway|for asking)]|thank you|thankyou|thank u|tks|thnx|tnx|thnks|cheers|ta|kindly|sir|ma am|madam|mate|man|bro|bruh|dude|buddy|pal
friend|my friend|boss|chief|guys|folks|team|love|dear|fam|homie|very much|so much|a lot|much|many thanks
thanks (a lot|a bunch|a million|a ton|so much|very much|again|mate|man|bro|dude|buddy|for asking|for checking)
thank you (so much|very much|kindly|again|sir|for asking|for checking)|pretty please|please sir|hi|hello|hey
hey there|hi there|honestly|really|actually|truly|xoxo|pleease|plese|pleas|plase|pleaze|i say
i guarantee|good (morning|afternoon|evening)|${ADVERB}|as (i|we) (said|told you)|like i said|i (said|mean it)
as always|again|in (this|that) case|ugh|sigh|argh|gosh|jeez|geez|duh|omg|dammit|damn|come on|stop asking
please stop asking|quit asking|and do it
(i|we) [have ][already ](said|told you|answered)[ (so|that|it|already|before|you)]
i told you (so |)(already|before|)|[as ](i|we) (said|told you)[ before]
for the (last|hundredth|tenth|third|second) time|once (again|more)|how many times|how often|like i told you
(that|it) is (very |)kind[ of you]|(and |)(i|we) (have |)(already |)told you (that|so) already|lol|lmao|rofl|haha|hahaha|hehe|heh|xd|finally|at last|so|of all things|much obliged|for (me|us)|from (me|my side)|my good man|claude|folks
`,
  doubt: `
(i|we) (will|can|would|should|could|may|must) do (it|that|this|so)
do not (stop|skip|skip it|skip that|cancel|leave|leave it|hold|wait|pass|forget|keep)[ (it|that|them)]
sure sure|yeah sure whatever|yeah ok whatever|oh sure|oh really|oh right|oh great|ok ok|okay okay|ok fine|okay fine
fine fine|oh fine|oh ok|oh okay|oh well|very well then|no no yes|so so|i do not know|i do not care|i do not mind
do not know|no idea|no clue|no preference|not sure|not certain|i am not sure|i would not know|no matter|no wonder
no more|no less|no one|no way|no kidding|no shit|no fair|not bad|not a problem|not an issue|not a bad idea
why not yes|do not mind|i would not mind|not only|not quite|not exactly|i will not lie|it does not matter
that does not matter|do not care|not that|yes man|if you would not|no not that|do you|are you|is it|is that|should i
should we|can you|could you|will you|would you|have you|good no|that one no|i have had
`,
};
