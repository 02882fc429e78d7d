"""The words that a paper has of its own, in the language of its text: headings, and what is said of
sentences, sections and sources. English where a language is not here.

The words of a style (pages, "and", months) are not among them, as CSL brings those; but several
styles tell no pages, and evidence has them all the same.
"""

from __future__ import annotations

from msgspec import Struct

from indexers.text.placenames import are_pages, is_page_number
from warehouse.proof.claims import WAITS
from warehouse.studies.report.ledger import LOST
from warehouse.studies.report.lost_sources import NOTES


class Terms(Struct, frozen=True):
    """``simple`` heads what could not be proven as it was drafted; ``failed`` holds a place for the
    reason; ``gone`` is said of a source, ``stale`` of what rests on one, ``letter`` of an e-mail.
    """

    outline: str
    references: str
    evidence: str
    simple: str
    failed: str
    partly: str
    not_found: str
    waits: str
    gone: str
    stale: str
    letter: str
    page: str
    pages: str

    def place(self, label: str) -> str:
        """Of a page, by its number; what has another name, by that."""
        if not is_page_number(label):
            return label
        return (self.pages if are_pages(label) else self.page).format(label)

    def lost(self, said: str) -> str:
        """What ``lost_sources.NOTES`` says of a source, in these words."""
        if not said or self is _ENGLISH:
            return said
        return self.gone if said == NOTES["gone"] else self.stale

    def doubt(self, said: str) -> str:
        """What ``ledger.doubt`` says, in these words."""
        known = {
            "partly": self.partly,
            "not found": self.not_found,
            WAITS: self.waits,
            LOST: self.stale,
        }
        return known.get(said, said)


def of(language: str) -> Terms:
    """By an ISO 639-1 code, or "" where it is not known."""
    return _TERMS.get(language, _ENGLISH)


_ENGLISH = Terms(
    "Outline",
    "References",
    "Evidence",
    "What is kept simple",
    "This section was not written: {}",
    "partly",
    "not found",
    WAITS,
    "no longer in the library",
    LOST,
    "Personal communication",
    "p. {}",
    "pp. {}",
)
_TERMS = {
    "de": Terms(
        "Gliederung",
        "Literatur",
        "Belege",
        "Was einfach gehalten ist",
        "Dieser Abschnitt wurde nicht geschrieben: {}",
        "teilweise",
        "nicht gefunden",
        "noch nicht geprüft",
        "nicht mehr in der Bibliothek",
        "Quelle fehlt oder hat sich geändert",
        "Persönliche Mitteilung",
        "S. {}",
        "S. {}",
    ),
    "es": Terms(
        "Esquema",
        "Referencias",
        "Evidencia",
        "Lo que se mantuvo sencillo",
        "Esta sección no se escribió: {}",
        "en parte",
        "no encontrado",
        "aún sin comprobar",
        "ya no está en la biblioteca",
        "la fuente falta o ha cambiado",
        "Comunicación personal",
        "p. {}",
        "pp. {}",
    ),
    "fr": Terms(
        "Plan",
        "Références",
        "Preuves",
        "Ce qui est resté simple",
        "Cette section n’a pas été rédigée\xa0: {}",
        "en partie",
        "non trouvé",
        "pas encore vérifié",
        "n’est plus dans la bibliothèque",
        "source disparue ou modifiée",
        "Communication personnelle",
        "p. {}",
        "p. {}",
    ),
    "it": Terms(
        "Indice",
        "Riferimenti bibliografici",
        "Prove",
        "Ciò che è rimasto semplice",
        "Questa sezione non è stata scritta: {}",
        "in parte",
        "non trovato",
        "non ancora verificato",
        "non è più nella biblioteca",
        "la fonte manca o è cambiata",
        "Comunicazione personale",
        "p. {}",
        "pp. {}",
    ),
    "ja": Terms(
        "目次",
        "参考文献",
        "根拠",
        "簡潔にとどめた箇所",
        "この節は書かれませんでした：{}",
        "一部のみ",
        "見つからず",
        "未確認",
        "ライブラリにはもうありません",
        "出典がないか、変わっています",
        "私信",
        "{}頁",
        "{}頁",
    ),
    "nl": Terms(
        "Overzicht",
        "Referenties",
        "Bewijsplaatsen",
        "Wat eenvoudig is gehouden",
        "Dit deel is niet geschreven: {}",
        "deels",
        "niet gevonden",
        "nog niet getoetst",
        "niet meer in de bibliotheek",
        "bron ontbreekt of is gewijzigd",
        "Persoonlijke mededeling",
        "p. {}",
        "pp. {}",
    ),
    "pl": Terms(
        "Spis treści",
        "Literatura",
        "Dowody",
        "Co zostało uproszczone",
        "Tej części nie napisano: {}",
        "częściowo",
        "nie znaleziono",
        "jeszcze nie sprawdzono",
        "nie ma go już w bibliotece",
        "źródła nie ma lub się zmieniło",
        "Korespondencja osobista",
        "s. {}",
        "s. {}",
    ),
    "pt": Terms(
        "Esquema",
        "Referências",
        "Evidências",
        "O que ficou simples",
        "Esta seção não foi escrita: {}",
        "em parte",
        "não encontrado",
        "ainda não verificado",
        "já não está na biblioteca",
        "a fonte falta ou mudou",
        "Comunicação pessoal",
        "p. {}",
        "pp. {}",
    ),
    "ru": Terms(
        "Содержание",
        "Список литературы",
        "Подтверждения",
        "Что оставлено простым",
        "Этот раздел не написан: {}",
        "частично",
        "не найдено",
        "ещё не проверено",
        "больше нет в библиотеке",
        "источник исчез или изменился",
        "Личное сообщение",
        "с. {}",
        "с. {}",
    ),
    "sv": Terms(
        "Innehåll",
        "Referenser",
        "Belägg",
        "Vad som hållits enkelt",
        "Detta avsnitt skrevs inte: {}",
        "delvis",
        "hittades inte",
        "ännu inte kontrollerat",
        "finns inte längre i biblioteket",
        "källan saknas eller har ändrats",
        "Personlig kommunikation",
        "s. {}",
        "s. {}",
    ),
    "zh": Terms(
        "提纲",
        "参考文献",
        "证据",
        "从简之处",
        "本节未写成：{}",
        "部分",
        "未找到",
        "尚未核对",
        "已不在库中",
        "来源已不在或已更改",
        "个人通信",
        "第 {} 页",
        "第 {} 页",
    ),
}
