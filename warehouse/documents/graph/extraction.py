"""From sentences to triples: the model reads a few at a time, the program holds it to their words.

The reply has a place for every sentence, so that none is passed over. Head and tail must stand in
the sentence, whatever their endings, and are taken over as they stand there; one that goes on about
what was named before may have it from the sentences before it. What fails is kept with the reason.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct, structs

from indexers.records import Sentence
from warehouse.documents.graph import by_hand
from warehouse.engine import prompts
from warehouse.engine.protocol import Completion, Engine, Request, closed, list_of, text_of
from warehouse.records import Place, Triple
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.search.names import normal, normal_name

if TYPE_CHECKING:
    from warehouse.library import Library

LOOKING, STAGE = "looking what is not read yet", "reading for the graph"
TOGETHER = 3  # sentences in one request
BEFORE = 2  # sentences before them, for what they go on about
OF_A_SENTENCE = 3  # triples at most
NAME_CHARACTERS, SENTENCE_CHARACTERS = 70, 600
TOKENS_A_SENTENCE, TOKENS_MORE = 100, 20
FEWEST_WORDS = 4
GROUP = 8  # requests, after which what was read is kept

NOT_THERE = "does not stand in the sentence"
NOTHING_ELSE = "relates a thing to itself"
NO_RELATION = "names no relation"
TOO_LONG = "is cut off, and no name"
CUT = "the reply was cut off here"

_Reply = dict[str, tuple[tuple[str, str, str], ...]]
_Read = dict[int, tuple[Triple, ...]]  # of each sentence, by its beginning


class Stretch(Struct, frozen=True):
    """Sentences in a row that are read together, and those that stand before them. ``reading``
    is the hash of what they stand in.
    """

    document: str
    reading: str
    title: str
    language: str
    sentences: tuple[Sentence, ...]
    texts: tuple[str, ...]
    before: tuple[Sentence, ...]
    texts_before: tuple[str, ...]


def extract(places: Sequence[Place], library: Library, engine: Engine, run: Run) -> int:
    """Read the sentences at ``places`` that were not read yet; how many. What is read is kept as it
    comes; a document that was read again meanwhile has no more asked of it. Raises Cancelled.
    """
    by_document: dict[str, list[Place]] = {}
    for place in places:
        by_document.setdefault(place.document, []).append(place)
    total = done = kept = 0
    for at, (document, within) in enumerate(by_document.items()):
        run.step(LOOKING, at, len(by_document))
        total += sum(len(stretch.sentences) for stretch in _unread(document, within, library))
    stretches = _stretches(by_document, library, run)
    while group := list(islice(stretches, GROUP)):
        run.step(STAGE, done, total)
        kept += _read(group, library, engine, run)
        done += sum(len(stretch.sentences) for stretch in group)
    return kept


def _stretches(
    places: Mapping[str, Sequence[Place]], library: Library, run: Run
) -> Iterator[Stretch]:
    """A document at a time, so that the text of a library is never held at once."""
    for document, within in places.items():
        run.check()
        yield from _unread(document, within, library)


def _unread(document: str, places: Sequence[Place], library: Library) -> Iterator[Stretch]:
    text = _Text(document, library)
    for place in places:
        yield from text.unread(place)


def waiting(document: str, library: Library) -> list[Place]:
    """The passages of a document, without what a passage before has already."""
    places, at = [], 0
    for passage in library.catalog.passages(document):
        places.append(Place(document, passage.page, max(at, passage.start), passage.end))
        at = max(at, passage.end)
    return [place for place in places if place.start < place.end]


def is_whole(document: str, library: Library) -> bool:
    """Was all of it read that says enough?"""
    return not any(True for _ in _unread(document, waiting(document, library), library))


def made_by(engine: Engine) -> str:
    prompt = prompts.load("triples")
    return f"{engine.info(prompt.name).sha256[:12]} {prompt.hash[:12]}"


class _Text:
    """The sentences of a document, and which of them were read."""

    def __init__(self, document: str, library: Library) -> None:
        self._catalog = library.catalog
        self._reading = library.catalog.reading_hash(document)  # before what may be newer
        self._about = library.catalog.document(document)
        self._sentences = library.catalog.sentences(document)
        self._starts = [sentence.start for sentence in self._sentences]
        self._known = library.catalog.graphed(document)

    def unread(self, place: Place) -> Iterator[Stretch]:
        """In steps that depend on the place alone, so that work taken up again asks the same."""
        begin, end = bisect_left(self._starts, place.start), bisect_left(self._starts, place.end)
        for at in range(begin, end, TOGETHER):
            last = min(at + TOGETHER, end)
            wanted = [n for n in range(at, last) if self._starts[n] not in self._known]
            texts = dict(self._words(max(0, at - BEFORE), last)) if wanted else {}
            left = [number for number in wanted if _says(texts[number])]
            if left:
                before = [number for number in texts if number < left[0]][-BEFORE:]
                yield Stretch(
                    self._about.id,
                    self._reading,
                    self._about.title,
                    self._about.language,
                    tuple(self._sentences[number] for number in left),
                    tuple(texts[number] for number in left),
                    tuple(self._sentences[number] for number in before),
                    tuple(texts[number] for number in before),
                )

    def _words(self, first: int, last: int) -> Iterator[tuple[int, str]]:
        """Of the sentences from ``first`` to before ``last``, what prompts may have."""
        sentences = self._sentences[first:last]
        start = sentences[0].start
        text = self._catalog.for_prompts(self._about.id, start, sentences[-1].end)
        for number, sentence in enumerate(sentences, start=first):
            yield number, " ".join(text[sentence.start - start : sentence.end - start].split())


def _says(words: str) -> bool:
    """Has it enough words to relate two things? A heading seldom has."""
    return len(analyzer.located(words)) >= FEWEST_WORDS


def _read(group: Sequence[Stretch], library: Library, engine: Engine, run: Run) -> int:
    """How many sentences are kept. Those that a cut reply has not whole are asked for once more,
    each by itself.
    """
    catalog = library.catalog
    present = {id: catalog.reading_hash(id) for id in {stretch.document for stretch in group}}
    group = [stretch for stretch in group if stretch.reading == present[stretch.document]]
    if not group:
        return 0
    maker = made_by(engine)
    found = _asked(group, engine, run)
    if again := [one for stretch, read in found for one in _each_alone(stretch, len(read))]:
        found += _asked(again, engine, run)
    return sum(
        len(read)
        for stretch, read in found
        if by_hand.keep(stretch.document, read, maker, stretch.reading, catalog)
    )


def _asked(group: Sequence[Stretch], engine: Engine, run: Run) -> list[tuple[Stretch, _Read]]:
    replies = engine.complete([_request(stretch) for stretch in group], run)
    return [
        (stretch, _parsed(stretch, reply)) for stretch, reply in zip(group, replies, strict=True)
    ]


def _each_alone(one: Stretch, first: int) -> Iterator[Stretch]:
    """Those from this place on."""
    sentences, texts = (*one.before, *one.sentences), (*one.texts_before, *one.texts)
    for at in range(len(one.before) + first, len(sentences)):
        yield structs.replace(
            one,
            sentences=sentences[at : at + 1],
            texts=texts[at : at + 1],
            before=sentences[:at][-BEFORE:],
            texts_before=texts[:at][-BEFORE:],
        )


def _request(one: Stretch) -> Request:
    prompt = prompts.load("triples")
    numbered = "\n".join(
        f"({at}) {text[:SENTENCE_CHARACTERS]}" for at, text in enumerate(one.texts, start=1)
    )
    return Request(
        prompt.name,
        prompt.render(
            title=one.title,
            before=" ".join(text[:SENTENCE_CHARACTERS] for text in one.texts_before) or "nothing",
            sentences=numbered,
        ),
        TOKENS_MORE + TOKENS_A_SENTENCE * len(one.texts),
        _schema(len(one.texts)),
    )


def _parsed(one: Stretch, reply: Completion) -> _Read:
    """Without the sentences from that on in which the limit has cut the reply. One that stands
    alone keeps what was said before the cut: a name that is cut is no name.
    """
    said = msgspec.json.decode(reply.text, type=_Reply)
    is_cut, count = reply.finish == "length", len(one.sentences)
    whole = _before_cut(said, count) if is_cut and count > 1 else count
    read = {
        one.sentences[at].start: triples_of(one, at, said.get(f"{at + 1}", ()))
        for at in range(whole)
    }
    if is_cut and count == 1:
        *rows, last = said["1"]
        read = {one.sentences[0].start: (*triples_of(one, 0, rows), _cut(one, last))}
    return read


def _before_cut(said: _Reply, count: int) -> int:
    """How many sentences are whole: where nothing was written yet, closing the reply put signs."""
    for at in range(count):
        first = said.get(f"{at + 1}", ())[:1]
        if not any(normal(part) for row in first for part in row):
            return max(0, at - 1)
    return count - 1


def _cut(one: Stretch, last: tuple[str, str, str]) -> Triple:
    [sentence] = one.sentences
    head, relation, tail = (part if normal(part) else "" for part in last)
    return Triple(one.document, sentence.start, sentence.end, head, relation, tail, CUT)


def triples_of(one: Stretch, at: int, found: Sequence[tuple[str, str, str]]) -> tuple[Triple, ...]:
    """What the reply says of the sentence at this place, each once, as its words have it."""
    kept: dict[by_hand.Folded, Triple] = {}
    for said in found:
        triple = _held(one, at, *(" ".join(part.split()) for part in said))
        kept.setdefault(by_hand.folded(triple), triple)
    return tuple(kept.values())


def _held(one: Stretch, at: int, head: str, relation: str, tail: str) -> Triple:
    """The triple with the words of its sentence, or with the reason why it is lost."""
    sentence = one.sentences[at]
    names = [_found(one, at, name) for name in (head, tail)]
    reason = "" if normal(relation) else NO_RELATION
    reason = reason or next((name.lost for name in names if name.lost), "")
    if not reason and all(name.start < sentence.start for name in names):
        reason = f"“{head}” {NOT_THERE}"
    if not reason and normal_name(names[0].words) == normal_name(names[1].words):
        reason = NOTHING_ELSE
    start = sentence.start if reason else min(name.start for name in names)
    first, last = (name.words for name in names)
    return Triple(one.document, start, sentence.end, first, relation, last, reason)


class _Found(NamedTuple):
    """A name as it stands in the sentence that begins at ``start``."""

    words: str
    start: int
    lost: str = ""


def _found(one: Stretch, at: int, name: str) -> _Found:
    """In the sentence at this place, else in the nearest of those before it."""
    if len(name) >= NAME_CHARACTERS - 1:
        return _Found(name, one.sentences[at].start, f"“{name}” {TOO_LONG}")
    before = [*zip(one.before, one.texts_before, strict=True)]
    before += zip(one.sentences[:at], one.texts[:at], strict=True)
    for sentence, text in [(one.sentences[at], one.texts[at]), *reversed(before[-BEFORE:])]:
        words = standing(name, text, one.language)
        if normal(words):
            return _Found(words, sentence.start)
    return _Found(name, one.sentences[at].start, f"“{name}” {NOT_THERE}")


def standing(name: str, text: str, language: str) -> str:
    """The words of ``text`` that ``name`` means, as they stand there, whatever their endings; ""
    where it has none. A dot before them may be a sign of another sentence or a kind of file: it is
    taken over only where ``name`` has it, too.
    """
    said = [token.term for token in analyzer.located_names(name, language)]
    has_dot = bool(said) and said[0].startswith(".")
    wanted = [term.lstrip(".") for term in said]
    tokens = analyzer.located_names(text, language)
    terms = [token.term.lstrip(".") for token in tokens]
    found = [
        at
        for at in range(len(terms) - len(wanted) + 1 if wanted else 0)
        if terms[at : at + len(wanted)] == wanted
    ]
    if not found:
        return ""
    # One that is written as the name goes before another.
    at = next((at for at in found if tokens[at].term.startswith(".") == has_dot), found[0])
    words = text[tokens[at].start : tokens[at + len(wanted) - 1].end]
    return words if has_dot or not tokens[at].term.startswith(".") else words[1:]


def _schema(count: int) -> dict[str, Any]:
    """A list for each sentence, none of them empty."""
    triples = list_of(list_of(text_of(1, NAME_CHARACTERS), 3, 3), 1, OF_A_SENTENCE)
    return closed(**{f"{at}": triples for at in range(1, count + 1)})
