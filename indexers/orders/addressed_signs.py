"""The signs of a sentence that is addressed to a machine, each with what it weighs.

The words are those of orders to language models in some twenty languages; ``TRIGGERS`` are parts of
words without one of which no rule matches.
"""

from __future__ import annotations

import re

from msgspec import Struct


class Rule(Struct, frozen=True):
    """``machine`` where the sign names an assistant or its prompt."""

    name: str
    weight: int
    pattern: re.Pattern[str]
    machine: bool = False


def _rule(name: str, weight: int, *alternatives: str, machine: bool = False) -> Rule:
    joined = "|".join(f"(?:{alternative})" for alternative in alternatives)
    return Rule(name, weight, re.compile(joined), machine)


# Words of the signs, by what they mean.
_MODEL = (
    r"(?:large )?language models?|llms?|chat ?gpt|gpt-?\d\w*|chat ?bots?|ai (?:assistants?|models?"
    r"|reviewers?|agents?|systems?|language models?|tools?)|ais?|claude|gemini|copilot"
)
_GIVEN = r"instructions?|prompts?|rules|directions|directives|guidelines|commands|guardrails"
_EARLIER = r"previous|prior|above|earlier|preceding|foregoing|existing|other|original|former|system"
_OBJECT = r"(?!(?:in|at|by|from|with)\b)\w+"  # "override the default in your rules" is no order
_PAPER = (
    r"(?:papers?|manuscripts?|articles?|submissions?|works?|documents?|texts?|reports?|products?"
    r"|candidates?|applicants?|resumes?|cvs?|essays?|proposals?|reviews?)"
)
_SAY = (
    r"mention|reveal|disclose|tell|say|output|cite|quote|summari[sz]e|criti[cq]\w*|report|discuss"
    r"|include|show|admit|point out|highlight|repeat|refer to|acknowledge"
)

RULES = (
    _rule(
        "tells it to forget its instructions",
        3,
        rf"(?:ignore|disregard|forget|override|bypass|discard|drop)\W+(?:{_OBJECT}\W+){{0,3}}?"
        rf"(?:{_EARLIER}|your|all|any)\W+(?:{_OBJECT}\W+){{0,2}}?(?<!/)(?:{_GIVEN})\b(?![/.]\w)",
        rf"(?:ignore|disregard|forget|override)\W+(?:[\w'’]+\W+){{0,6}}?(?:{_GIVEN})\W+(?:above|"
        r"so far|given (?:above|before|earlier))\b",
        r"(?:ignore|disregard|forget|override)\W+(?:everything|anything|all)\W+(?:\w+\W+){0,3}?"
        r"(?:above|before|previous\w*|so far|told|said)\b",
        r"(?:ignorier\w*|vergiss|vergessen sie|missachte\w*)\W+(?:\w+\W+){0,3}?(?:vorherigen?|"
        r"bisherigen?|vorigen?|obigen?|früheren?|alle|deine|ihre)\W+(?:\w+\W+){0,2}?"
        r"(?:anweisung\w*|instruktion\w*|befehle?|vorgaben|regeln|prompts?)",
        r"(?:ignore[zr]?|oublie[zr]?|ne tene?z pas compte (?:de|des))\W+(?:\w+\W+){0,3}?"
        r"(?:instructions?|consignes?|directives?)\W+(?:précédentes?|antérieures?|ci-dessus|"
        r"initiales?)",
        r"(?:ignor[ae]|ignora?d|olvid[ae]|omit[ae])\W+(?:\w+\W+){0,3}?(?:instrucciones|órdenes|"
        r"indicaciones|reglas)\W+(?:anteriores|previas|de arriba|iniciales)",
        r"(?:ignora(?:re|te)?|dimentica(?:re|te)?)\W+(?:\w+\W+){0,3}?(?:istruzioni|indicazioni)\W+"
        r"(?:precedenti|sopra|iniziali)",
        r"(?:ignor[ea]|esqueça|desconsidere)\W+(?:\w+\W+){0,3}?(?:instruções|ordens)\W+"
        r"(?:anteriores|acima|prévias)",
        r"(?:negeer|vergeet)\W+(?:\w+\W+){0,3}?(?:vorige|eerdere|bovenstaande)\W+"
        r"(?:instructies|opdrachten)",
        r"(?:игнорируй\w*|забудь\w*|проигнорируй\w*)\W+(?:\w+\W+){0,3}?(?:инструкци\w*|указани\w*)",
        r"(?:忽略|无视|無視|忘记|忘記|不要理会).{0,10}(?:之前|以上|先前|前面|此前|上述|所有).{0,8}"
        r"(?:指令|指示|说明|說明|提示|命令|要求)",
        r"(?:以前|これまで|上記|前)の.{0,6}(?:指示|命令|プロンプト).{0,6}(?:無視|忘れ)",
        r"(?:ignoruj\w*|zignoruj\w*|pomiń\w*|zapomnij\w*)\W+(?:\w+\W+){0,3}?(?:instrukcj\w*"
        r"|polece\w*|wskazów\w*|pokyn\w*|instrukc\w*)",
        r"(?:zapomeň\w*|nevšímej\w*)\W+(?:\w+\W+){0,3}?(?:pokyn\w*|instrukc\w*|příkaz\w*)",
        r"(?:önceki|yukarıdaki|tüm|bütün)\W+(?:\w+\W+){0,2}?(?:talimat\w*|komut\w*|yönerge\w*)"
        r"\W+(?:\w+\W+){0,2}?(?:yok say|unut|dikkate alma|görmezden gel)",
        r"(?:ignorera|ignorer|glöm|glem|bortse från|se bort fra)\W+(?:\w+\W+){0,3}?(?:instruktion"
        r"|instruks|anvisning)",
        r"(?:ігноруй\w*|проігноруй\w*|забудь\w*)\W+(?:\w+\W+){0,3}?(?:інструкці|вказівк)",
        r"(?:αγνόησ\w*|αγνοήσ\w*|ξέχασ\w*)\W+(?:\w+\W+){0,4}?(?:οδηγί|εντολ)",
        r"(?:تجاهل|انس).{0,24}(?:التعليمات|الأوامر|التوجيهات)|התעלמ?.{0,24}(?:הוראות|הנחיות)",
        r"(?:पिछल|पहले|पूर्व|सभी).{0,24}निर्देश.{0,16}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)",
        r"(?:이전|위의|앞의|모든).{0,10}(?:지시|명령|지침|프롬프트).{0,8}(?:무시|잊)",
        r"(?:bỏ qua|phớt lờ|hãy quên)\W.{0,24}(?:hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh)",
        r"\b(?:abaikan|lupakan)\W.{0,24}(?:instruksi|perintah|petunjuk)",
    ),
    _rule(
        "speaks to a language model",
        2,
        rf"\bas an? (?:{_MODEL})\b",
        rf"\byou are (?:now )?(?:an? |the )?(?:\w+ )?(?:{_MODEL})\b",
        rf"\bif you are an? (?:\w+ )?(?:{_MODEL}|bot|machine|automated \w+)\b",
        rf"\b(?:dear|hey|hello|attention|note|notice|message|instructions?|important)\b\W+"
        rf"(?:(?:to|for|all|any|the|every)\W+){{0,3}}(?:{_MODEL})\b(?! (?:is|are|was|were|has)\b)",
        rf"\b(?:{_MODEL}) (?:reading|processing|reviewing|summari[sz]ing|evaluating|parsing)"
        r" this\b",
        rf"\b(?:any|every|all|each) (?:\w+ )?(?:{_MODEL}) (?:that|which|who) (?:reads?|reviews?|"
        r"process\w*|summari\w*|sees?|parses?)\b",
        r"\bals (?:ein )?(?:großes )?(?:sprachmodell|ki-?(?:modell|assistent|system))\b",
        r"\bdu bist (?:nun |jetzt )?(?:ein )?(?:sprachmodell|ki\b|ki-\w+|chatbot)",
        r"\ben tant qu(?:e |['’])(?:grand )?(?:modèle de langage|(?:ia|assistant)\b)",
        r"\bcomo (?:un )?(?:modelo de lenguaje|modelo de linguagem|ia\b|asistente de ia)",
        r"\bcome modello linguistico\b|\bals taalmodel\b|\bкак языковая модель\b",
        r"\b(?:wenn|falls) (?:du|sie) (?:eine? )?(?:ki|sprachmodell|ki-\w+)\b",
        r"\bsi (?:tu es|vous êtes) (?:une? )?(?:ia|modèle de langage|intelligence artificielle)\b",
        r"\b(?:si eres|si es usted|se sei|se (?:você|és|for)) (?:uma?|una?|un['’])? ?(?:ia\b|modelo"
        r" de|modello|intelig|intellig|assistente)",
        r"\bjako (?:model językowy|jazykový model)\b|\bsom (?:en )?språkmodell\b",
        r"\bbir dil modeli olarak\b|\byapay zek[aâ] asistan|\bяк мовна модель\b",
        r"\bесли (?:ты|вы) (?:—|-)? ?(?:ии\b|языковая|нейросет)|نموذج لغوي|מודל שפה|भाषा मॉडल",
        r"언어 모델|mô hình ngôn ngữ|\bmodel bahasa\b|γλωσσικό μοντέλο",
        r"作为(?:一个|一個)?(?:大型)?(?:语言模型|人工智能|ai)|作為(?:一個)?語言模型|"
        r"言語モデルとして",
        machine=True,
    ),
    _rule(
        "names its prompt",
        2,
        r"\bsystem prompt\b(?=.*(?:reveal|print|show|output|repeat|ignore|new|override|:))",
        rf"\byour (?:system |hidden |initial |original |prior |previous )(?:{_GIVEN})\b",
        r"\bthis prompt\b",
        r"\bnew (?:system )?(?:instructions?|prompt)\s*:",
        r"\bdeveloper mode\b(?=.*\b(?:you|enabled|output)\b)",
        machine=True,
    ),
    _rule(
        "is marked up as a prompt",
        3,
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|>",
        r"\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>",
        r"###\s*(?:system|instruction)s?\s*:",
        machine=True,
    ),
    _rule(
        "tells it what to keep silent about",
        1,
        rf"\b(?:do not|don['’]t|never|must not|mustn['’]t|should not|may not|avoid|refrain from)\W+"
        rf"(?:\w+\W+){{0,2}}?(?:{_SAY})",
        r"\bsay nothing (?:about|of)\b",
        r"\b(?:erwähne?|nenne|verrate|zitiere|sage?)\w*\W+(?:\w+\W+){0,4}?(?:nicht|nie|keine?\w*)\b",
        r"\bne (?:mentionne[zr]?|révèle[zr]?|dis|dites|cite[zr]?)\b|\bno (?:menciones?|reveles?)\b",
        r"(?:不要|不得|请勿|切勿)(?:提及|透露|说出|提到|引用|指出)",
    ),
    _rule(
        "tells it what to answer",
        2,
        r"\b(?:your|the) (?:answer|response|summary|reply|output|review) (?:must|should|has to"
        r"|shall|needs to) (?:\w+ )?(?:begin|start|end|include|contain|say|state|mention"
        r"|be|conclude)\b",
        r"(?:^|[.:;!]\W*|\b(?:please|must|always|instead|and)\W+)(?:respond|reply|answer)\W+"
        r"(?:only|exactly|solely|always)\W",
        r"\b(?:begin|start|end) (?:your|every|each) (?:answer|response|reply|summary)\b",
        r"\b(?:you|it) must (?:always )?(?:answer|respond|reply|recommend|conclude|state"
        r"|claim|say)\b",
        r"\bantworte\w* (?:nur|ausschließlich|immer)\b|\brépond\w* (?:uniquement|seulement)\b",
        r"\brespond[ea]\w* (?:solo|sólo|solamente|únicamente|apenas|somente|só)\b",
        r"\brispond\w+ (?:solo|soltanto|solamente|unicamente)\b",
        r"\bantwoord (?:alleen|uitsluitend)\b",
        r"\bodpowi\w+ (?:tylko|wyłącznie)\b|\bodpov\w+ (?:pouze|jen|jenom)\b|\bsvar[ae]? (?:endast"
        r"|bara|kun)\b|\b(?:отвечай|ответь|відповідай)\w* (?:только|лишь|лише|тільки)",
        r"\b(?:yalnızca|sadece)\b.{0,40}(?:yanıt|cevap)(?:la| ver)|απάντησε (?:μόνο|αποκλειστικά)",
        r"(?:だけ|のみ)(?:を|と|で)?(?:答え|回答|返答|返信|出力)",
        r"만\s?(?:이라고 )?(?:대답|답변|답하|출력)",
        r"\bchỉ (?:trả lời|đáp|viết)\b",
        r"\b(?:jawab|balas) (?:hanya|saja)\b|\bhanya (?:jawab|balas)\b",
        r"(?:أجب|جاوب|اكتب) فقط|(?:ענה|כתוב) רק|केवल .{0,24}(?:उत्तर|जवाब) द",
        r"(?:只能|必须|必須|请只|请仅)(?:回答|回复|输出|給出|给出|说)",
    ),
    _rule(
        "gives it orders",
        1,
        r"\b(?:must|shall|always)\W+(?:\w+\W+){0,2}?(?:answer|respond|reply|conclude|recommend|state"
        r"|claim|praise|agree)\b",
        r"\b(?:print|reveal|output|repeat) (?:your|the|all|its)\b",
    ),
    _rule(
        "asks for a verdict",
        3,
        rf"(?:^|[.:;!,]\W*|\b(?:please|must|should|always|you|to)\W+)(?:rate|score|grade|rank|review"
        rf"|evaluate|assess|judge|describe|praise|recommend)\W+(?:(?:this|the)\W+)(?:\w+\W+){{0,2}}?"
        rf"{_PAPER}\W+(?:\w+\W+){{0,4}}?(?:positive\w*|favou?rabl\w*|highly|accept\w*|excellent|"
        r"outstanding|10/10|highest|the best|without (?:criticism|reservation))",
        r"\b(?:give|write|provide|produce|only|output)\W+(?:\w+\W+){0,3}?(?:positive|favou?rable|"
        r"glowing)\W+(?:reviews?|ratings?|evaluations?|recommendations?|assessments?)\W*(?:only|$|"
        r"\bof this|\bfor this|\bto this|\band do not|[.!])",
        r"\bdo not (?:highlight|mention|include|report|point out|list) (?:any |its |the )?"
        r"(?:negatives?|weakness\w*|flaws|limitations|shortcomings|criticisms?)\b",
        r"\b(?:bewerte\w*|beurteile\w*)\W+(?:dies\w*|den|das|die)\W+(?:\w+\W+){0,2}?(?:positiv|gut|"
        r"sehr gut|wohlwollend)",
        r"\b(?:donne[zr]?|rédige[zr]?)\W+(?:\w+\W+){0,3}?(?:avis|évaluation|critique)\W+"
        r"(?:uniquement )?(?:positi\w+|favorable)",
        r"\b(?:da|dé|escrib[ae]|evalúe?a?)\W+(?:\w+\W+){0,4}?(?:positiva(?:mente)?|favorable)",
        r"(?:给出|給出|只给|请给).{0,8}(?:正面|积极|積極|好).{0,4}(?:评价|評價|评审|审稿|评论|意见)",
        r"肯定的な(?:レビュー|評価)(?:のみ|だけ)",
    ),
    _rule(
        "wants something sent away",
        2,
        r"\b(?:send|post|forward|transmit|upload|exfiltrate|leak|append)\W+(?:\w+\W+){0,6}?(?:the "
        r"(?:conversation|chat history|user['’]?s? \w+|context window)|api keys?|all (?:previous )?"
        r"(?:messages|documents))\b",
        machine=True,
    ),
)

# A sentence without any of these has no sign at all: most text is never looked at closer. They are
# searched one by one, which is ten times faster than all together as a pattern, and only those
# whose every part stands in some word of the text: of distinct words there are far fewer.
_TRIGGER_WORDS = """
ignor disregard forget overrid bypass discard language|model llm gpt chatbot chat|bot claude gemini
copilot prompt developer|mode [inst [/inst <<sys <</sys _of_turn> ### positive favorabl favourabl
glowing negatives weakness flaws limitations shortcomings criticism highly accept 10/10 outstanding
excellent respond|only reply|only answer|only respond|exactly reply|with answer|with your|answer
your|response your|summary your|reply your|output your|review every|answer each|answer must|answer
must|respond must|reply must|recommend must|conclude must|always conversation chat|history api|key
ignorier vergiss vergess missacht sprachmodell antworte bewerte beurteil positiv oublie ne|ten
modèle|de|langage en|tant|qu répond avis olvid omit modelo|de istruzioni modello|linguistico
esqueça desconsidere instruções negeer vergeet taalmodel игнорир забудь языковая|модель
指令 指示 说明 說明 提示 命令 要求 プロンプト 语言模型 人工智能 語言模型 言語モデル 评价 評價 评审
审稿 评论 意见 レビュー 評価 modèle intelig intellig językowy
jazykov språkmodell dil|modeli yapay мовна языковая نموذج מודל मॉडल 모델 mô|hình bahasa μοντέλο
ignoruj zignoruj pomiń zapomnij zapomeň nevšímej talimat komut yönerge ignorer glöm glem bortse
ігноруй αγνό αγνοή ξέχασ التعليمات הוראות הנחיות निर्देश 지시 명령 지침 프롬프트 hướng|dẫn chỉ abaikan
lupakan responde|solo responde|sólo responda|apenas responda|somente rispond antwoord odpowi odpov
svara отвечай ответь відповідай yanıt cevap απάντησε だけ のみ 답 jawab أجب ענה उत्तर जवाब du|ki
du|eine|ki sie|ki sie|eine|ki
"""
TRIGGERS = ("<|", *(word.replace("|", " ") for word in _TRIGGER_WORDS.split()))
