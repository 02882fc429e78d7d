"""Sentences that speak to a machine: "ignore your instructions", "rate this paper positively".

Each rule that matches adds its weight; a sentence is told from ``ENOUGH`` on, with the names of its
rules. One strong sign is enough (an order to forget one's instructions), weak ones must meet
(a language model is spoken to, and it is told what not to say). Two neighbours in one paragraph
count together when one of them names a machine or its prompt. Talk *about* language models has
none of the orders and stays.

Letters are compared as they look: compatibility forms, no invisible characters, and Cyrillic and
Greek letters within Latin words read as their twins.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct

from indexers.invisible import without
from indexers.records import Sentence, Suspect

ENOUGH = 3
_LONGEST_CHARS = 2000
_NEAR_CHARS = 3


class Rule(Struct, frozen=True):
    """``machine`` where the sign names an assistant or its prompt."""

    name: str
    weight: int
    pattern: re.Pattern[str]
    machine: bool = False


def _rule(name: str, weight: int, *alternatives: str, machine: bool = False) -> Rule:
    joined = "|".join(f"(?:{one})" for one in alternatives)
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
        r"(?:^|[.:;!]\W*|\b(?:please|must|always|instead|and)\W+)(?:respond|reply|answer)\W+(?:only|"
        r"exactly|solely|always)\W",
        r"\b(?:begin|start|end) (?:your|every|each) (?:answer|response|reply|summary)\b",
        r"\b(?:you|it) must (?:always )?(?:answer|respond|reply|recommend|conclude|state"
        r"|claim|say)\b",
        r"\bantworte\w* (?:nur|ausschließlich|immer)\b|\brépond\w* (?:uniquement|seulement)\b",
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
copilot prompt developer|mode [inst [/inst <<sys <</sys _of_turn> ###
positive favorabl favourabl glowing negatives weakness flaws limitations shortcomings criticism
highly accept 10/10 outstanding excellent respond|only reply|only answer|only respond|exactly
reply|with answer|with your|answer your|response your|summary your|reply your|output your|review
every|answer each|answer must|answer must|respond must|reply must|recommend must|conclude
must|always conversation chat|history api|key ignorier vergiss vergess missacht sprachmodell
antworte bewerte beurteil positiv oublie ne|ten modèle|de|langage en|tant|qu répond avis olvid omit
modelo|de istruzioni modello|linguistico esqueça desconsidere instruções negeer vergeet taalmodel
игнорир забудь языковая|модель 指令 指示 说明 說明 提示 命令 要求 プロンプト 语言模型 人工智能
語言模型 言語モデル 评价 評價 评审 审稿 评论 意见 レビュー 評価
"""
_TRIGGERS = ("<|", *(word.replace("|", " ") for word in _TRIGGER_WORDS.split()))
_AN_AI = re.compile(r"\b[Aa][Ii]s?\b")
_STRANGE = re.compile(
    "[\u200b-\u200f\u2060-\u2064\uff01-\uff5e\U0001d400-\U0001d7ff]|[A-Za-z][\u0370-\u04ff]|[\u0370-\u04ff][A-Za-z]"
)
_LOOK = str.maketrans("абвгеікмнорстухѕјԁɡαεικνορτυχ", "abbreikmhopctyxsjdgaeikvoptux")
_MIXED = re.compile(r"\b(?=\w*[a-z])(?=\w*[\u0370-\u04ff])\w+")
_SPACE = re.compile(r"\s+")


def suspects(text: str, sentences: Sequence[Sentence]) -> list[Suspect]:
    """The sentences addressed to a machine, in order."""
    found: list[Suspect] = []
    before: tuple[Sentence, list[Rule]] | None = None
    for sentence in _worth_a_look(text, sentences):
        rules = signs(text[sentence.start : sentence.end])
        if _weight(rules) >= ENOUGH:
            found.append(_suspect(sentence, rules))
        elif before is not None and _together(before, sentence, rules):
            found += [_suspect(before[0], [*before[1], *rules]), _suspect(sentence, rules)]
            rules = []
        before = (sentence, rules) if rules else None
    return found


def signs(sentence: str) -> list[Rule]:
    """The rules that a sentence matches."""
    words = as_it_looks(sentence[:_LONGEST_CHARS])
    return [rule for rule in RULES if rule.pattern.search(words) is not None]


def speaks(words: str) -> bool:
    """Whether a few words, alone, are told."""
    return _weight(signs(words)) >= ENOUGH


def as_it_looks(text: str) -> str:
    """In small letters, one space between words, no disguise."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", without(text))
    text = _SPACE.sub(" ", text.lower())
    if text.isascii():
        return text
    return _MIXED.sub(lambda found: found.group().translate(_LOOK), text)


def _worth_a_look(text: str, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """Those with a trigger or a disguise; and the one after each, which may finish the order."""
    places = set(_places(text))
    starts = [sentence.start for sentence in sentences]
    hit = {bisect_right(starts, place) - 1 for place in places}
    for index in sorted(hit | {index + 1 for index in hit}):
        if 0 <= index < len(sentences):
            yield sentences[index]


def _places(text: str) -> Iterator[int]:
    words = set(text.split())
    known, folded = _folded("\n".join(words)), _folded(text)
    for trigger in _TRIGGERS:
        if all(part in known for part in trigger.split()):
            yield from _everywhere(trigger, folded)
    strange = () if text.isascii() else [word for word in words if not word.isascii()]
    for pattern, among in ((_AN_AI, words), (_STRANGE, strange)):
        if pattern.search("\n".join(among)) is not None:  # seldom, and quicker than one by one
            for word in filter(pattern.search, among):
                yield from _everywhere(word, text)


def _folded(text: str) -> str:
    return text.replace("\u0130", "I").lower()  # the one letter that grows in small letters


def _everywhere(part: str, text: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _together(
    before: tuple[Sentence, list[Rule]], sentence: Sentence, rules: Sequence[Rule]
) -> bool:
    near = sentence.start - before[0].end <= _NEAR_CHARS
    both = [*before[1], *rules]
    names = any(rule.machine for rule in both)
    return near and bool(rules) and names and _weight(both) >= ENOUGH


def _weight(rules: Sequence[Rule]) -> int:
    return sum(rule.weight for rule in rules)


def _suspect(sentence: Sentence, rules: Sequence[Rule]) -> Suspect:
    names = ", ".join(dict.fromkeys(rule.name for rule in rules))
    return Suspect(sentence.start, sentence.end, "addressed", names)
