"""What happens once to a thing, in five languages: it is born, built, finished, opened.

A thing that is finished in 1987 is not finished in 1989, and "completed", "vollendet" and "achevé"
say the same of it. What a thing may go through every year is no event here, and "she finished third
in 1998" is a place in a race.
"""

from __future__ import annotations

import re
from functools import lru_cache

from warehouse.proof import dates

_WORDS = {
    "birth": (
        r"born|birth|geboren|geburt|née?s?|naissance|nació|nacid[oa]s?|nacimiento",
        "出生|生于",
    ),
    "death": (
        r"died|dies|death|gestorben|starb(?:en)?|tod|mourut|décéd\w+|murió|murieron|fallec\w+"
        r"|muerte",
        "去世|逝世|死于",
    ),
    "founding": (
        r"found(?:ed|ation)|establish(?:ed|ment)|incorporated|created|gegründet|gründung|fondée?s?"
        r"|fondation|créée?s?|création|fundad[oa]s?|fundación|fundó|cread[oa]s?",
        "创立|成立",
    ),
    "building": (
        r"built|erected|construct(?:ed|ion)|gebaut|erbaut|errichtet|construite?s?|bâtie?s?"
        r"|construid[oa]s?|construcción|construyó|edificad[oa]s?",
        "建于|建造|修建",
    ),
    "end": (
        r"complet(?:ed|ion)|(?:is|are|was|were|been|being|and) (?:\w+ly )?finished(?! (?:\w+ )?"
        r"(?:first|second|third|fourth|fifth|sixth|last|\d+(?:st|nd|rd|th)))"
        r"|finished (?:in|on|by|around)(?= (?:\w+ ){0,2}(?:1\d|20)\d\d\b)|ended"
        r"|fertig\s?gestellt|fertigstellung|vollend(?:et|ung)|beendet|endete|achevée?s?|achèvement"
        r"|terminée?s?|terminad[oa]s?|terminó|acabad[oa]s?|acabó|finalizad[oa]s?|concluid[oa]s?",
        "竣工|完工|建成|落成|完成",
    ),
    "opening": (
        r"open(?:ed|ing)|inaugurat(?:ed|ion)|eröffn(?:et|ung)|eingeweiht|einweihung|inaugurée?s?"
        r"|ouverte?s?|ouverture|inaugurad[oa]s?|inauguró|abiert[oa]s?|abrió|apertura",
        "开通|开放|通车|开业",
    ),
    "beginning": (
        r"began|started|begonnen|begann|commencée?s?|débuta|comenzó|empezó|iniciad[oa]s?",
        "开工|动工|开始",
    ),
    "closing": (
        r"closed|clos(?:ure|ing)|geschlossen|stillgelegt|fermée?s?|fermeture|cerrad[oa]s?|cerró"
        r"|cierre",
        "关闭",
    ),
    "ruin": (
        r"destroyed|demolish(?:ed)?|zerstört|abgerissen|détruite?s?|démolie?s?|destruid[oa]s?"
        r"|demolid[oa]s?|derribad[oa]s?",
        "摧毁|拆除|毁于",
    ),
    "invention": (r"invent(?:ed|ion)|erfunden|erfindung|inventée?s?|inventad[oa]s?", "发明"),
    "discovery": (
        r"discover(?:ed|y)|entdeckt|entdeckung|découverte?s?|descubiert[oa]s?|descubrió",
        "发现",
    ),
    "abolition": (
        r"abolished|dissolved|abgeschafft|aufgelöst|abolie?s?|dissoute?s?|abolid[oa]s?"
        r"|disuelt[oa]s?",
        "废除|解散",
    ),
    "release": (
        r"publish(?:ed)?|releas(?:ed|e)|veröffentlicht|erschien(?:en)?|publiée?s?|parue?s?"
        r"|publicad[oa]s?|publicó",
        "出版|发表|发布",
    ),
    "launch": (
        r"launch(?:ed)?|introduced|premiered|eingeführt|introduite?s?|introducid[oa]s?",
        "推出",
    ),
    "signing": (
        r"signed|ratified|unterzeichnet|ratifiziert|signée?s?|ratifiée?s?|firmad[oa]s?"
        r"|ratificad[oa]s?",
        "签署",
    ),
    "happening": (
        r"happened|took place|occurred|held|fand(?:en)?|stattgefunden|ereignete|eu(?:ren)?t lieu"
        r"|tuvo lugar|ocurrió",
        "发生|举行",
    ),
    "casting": (r"cast|gegossen|coulée?s?", "铸造"),
    "widening": (r"widened|verbreitert|élargie?s?|ensanchad[oa]s?", "拓宽"),
    "since": (r"dates? (?:from|to|back)|since|seit|depuis|desde", "自从"),
}
_EVENTS = {
    name: re.compile(rf"\b(?:{words})\b|{han}", re.IGNORECASE)
    for name, (words, han) in _WORDS.items()
}
_END_ALONE = re.compile(r"finish(?:ed|ing)", re.IGNORECASE)


def happened(text: str) -> frozenset[str]:
    """The events that a text speaks of."""
    return frozenset(name for name, words in _EVENTS.items() if words.search(text))


@lru_cache(4096)
def of_word(word: str) -> str:
    """The event that a single word stands for, "" for none: one name for all its words."""
    if _END_ALONE.fullmatch(word):
        return "end"
    return next((name for name, words in _EVENTS.items() if words.fullmatch(word)), "")


def year_of(event: str, text: str) -> str:
    """The year with the fewest letters between it and the words of an event, "" for none."""
    near = [
        (max(at - words.end(), words.start() - at - len(year)), year)
        for words in _EVENTS[event].finditer(text)
        for year in dates.years(text)
        for at in [text.find(year)]
    ]
    return min(near)[1] if near else ""
