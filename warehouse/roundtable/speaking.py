"""An answer at the table: drafts and single facts in one batch, of which what is proven is spoken.

A draft answers from several notes at once; a fact is one note of a document in one sentence. Drafts
are weighed by what they tell, by how well they answer (their likeness to the question and what the
model says of that), and by what was said before; facts by their likeness to the question. The best
draft is proven sentence by sentence, and the next only where nothing of it is; after what is left
of it stand proven facts of documents it does not cite. The first draft, which the listener has seen
growing, goes before another nearly as good. Where nothing is proven the pages speak: a sentence of
theirs, quoted. What answers something else is not said. What may not stand is a loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.engine import prompts
from warehouse.engine.choosing import chances
from warehouse.engine.protocol import Request, sampled
from warehouse.methods.costorm.answers import requested
from warehouse.methods.costorm.asking import said as said_last
from warehouse.methods.costorm.ground import Asked, Ground, Spoken, Watch
from warehouse.methods.evidence.prose import leans, points_elsewhere
from warehouse.methods.evidence.reduction import flat
from warehouse.proof import checks, citations, cited, claims
from warehouse.results import claimed_text
from warehouse.results.records import Claim, Evidence
from warehouse.results.roundtable import Table
from warehouse.writing.sentences import notes_told, wording
from warehouse.writing.sentences.plain import (
    Filter,
    has_voice_of_source,
    is_garbled,
    speaks_of_itself,
)
from warehouse.writing.sentences.unused_sentences import standing

SAMPLES = 2
FACTS = 2  # each of another document, as far as there are so many; with two drafts a step of four
MOST_SENTENCES = 4
TOKENS_POLISHED = 180
OWN_WORDS = 8  # so many words in a row may be those of a note
ANSWERS, TELLS, COPIED, WATCHED = 1.5, 0.4, 0.5, 0.3  # fit, notes cited, copies, the first draft
# Cosine and P(yes) together, below which it answers something else: set by hand on 14 made pairs
# with the 1.5B, for want of a set to fit it on.
LEAST_FIT = 0.75
LEAST_NEAR = 0.3  # cosine of a fact below which it is about something else: set by hand, too
MOST_TOLD = 3  # notes cited beyond which a turn gains nothing
NOT_NEW = "tells nothing of its notes, or nothing new"
NO_ANSWER = "answers something else than was asked"


def answer(asked: Asked, table: Table, ground: Ground, watch: Watch) -> Spoken:
    """``watch`` gets the first draft as it grows. Raises Cancelled."""
    heard = heard_before(table)
    samples, facts = _written(asked, table, ground, watch)
    stands, losses = _stands(asked, table.topic, heard), list[Loss]()
    drafts = _drafts(samples, asked, stands, ground, losses)
    spoken = _proven(drafts, _near(facts, asked, stands, ground, losses), asked, ground, losses)
    if not spoken.text:
        return _quoted(asked, heard, spoken.losses, ground)
    return _polished(spoken, asked, table, ground)


def heard_before(table: Table) -> Filter:
    """What was said at the table, for telling repetitions."""
    heard = Filter()
    for turn in table.turns:
        for claim in turn.claims:
            heard.say(citations.without_marks(claim.text))
    return heard


def _written(
    asked: Asked, table: Table, ground: Ground, watch: Watch
) -> tuple[list[str], list[str]]:
    """Drafts of the answer, and a sentence for each of the nearest notes of different documents
    that nobody has cited: of the others it would say again what was said.
    """
    context, settings = ground.context, ground.context.settings
    request = structs.replace(requested(asked, table, settings.seed), own_words=OWN_WORDS)
    drafts = sampled(request, SAMPLES, settings.writing_temperature, settings.writing_top_p)
    sources = _sources(asked, table.cited, settings.article_language)

    def grown(index: int, text: str) -> None:
        if index == 0:
            watch(text)

    requests = [*drafts, *wording.requests(sources, 0, context)]
    replies = context.engine.complete(requests, context.run, grown)
    pairs = zip(replies[SAMPLES:], sources, strict=True)
    return (
        [cited.prose(reply.text, whole=reply.finish == "stop") for reply in replies[:SAMPLES]],
        [text for reply, source in pairs if (text := wording.marked(reply, source.number))],
    )


def _sources(asked: Asked, told: frozenset[int], language: str) -> list[wording.Source]:
    """The nearest note of each document and then the others, under their own titles: told under
    the question, a small model makes an answer of what is none.
    """
    notes = [piece for piece in _notes(asked) if piece.number not in told]
    of_each: dict[str, Evidence] = {}
    for piece in notes:
        of_each.setdefault(piece.place.document, piece)
    nearest = list({piece.number: piece for piece in (*of_each.values(), *notes)}.values())[:FACTS]
    return [
        wording.Source(piece.title, piece.text, piece.number, language=language)
        for piece in nearest
    ]


def _notes(asked: Asked) -> tuple[Evidence, ...]:
    return (*asked.notes, *asked.beside)


def _stands(asked: Asked, topic: str, heard: Filter) -> Callable[[str], bool]:
    """May a sentence be said at all, and is it new? A heading said again tells nothing."""
    source = "\n".join(flat(piece.text) for piece in _notes(asked))
    headings = [checks.content(f"{topic} {piece.title}") for piece in _notes(asked)]

    def stands(bare: str) -> bool:
        other = speaks_of_itself(bare, source) or has_voice_of_source(bare)
        points = points_elsewhere(bare)
        stems = checks.content(bare)
        heading = any(stems <= words for words in headings)
        return not (other or points or heading or is_garbled(bare, source) or heard.repeats(bare))

    return stands


def _drafts(
    samples: Sequence[str],
    asked: Asked,
    stands: Callable[[str], bool],
    ground: Ground,
    losses: list[Loss],
) -> list[tuple[str, ...]]:
    """The best first. Of each sample the sentences that may stand: of these notes, and new."""
    sources = [flat(piece.text) for piece in _notes(asked)]
    worth: dict[tuple[str, ...], float] = {}
    for at, sample in enumerate(samples):
        attributed = _attributed(sample, asked.notes, ground)
        chains = notes_told.standing(attributed, asked.notes, stands)
        sentences = tuple(dict.fromkeys(sentence for chain in chains for sentence in chain))
        if not sentences:
            losses.append(Loss("checking", sample or "nothing", f"not said: {NOT_NEW}"))
        if not sentences or sentences in worth:
            continue
        count = len({number for sentence in sentences for number in citations.cited(sentence)})
        worth[sentences] = TELLS * min(count, MOST_TOLD) + WATCHED * (at == 0)
        worth[sentences] -= COPIED * sum(
            notes_told.copies(sentence, sources) for sentence in sentences
        )
    texts = [" ".join(map(citations.without_marks, draft)) for draft in worth]
    for draft, text, fit in zip([*worth], texts, _fits(texts, asked, ground), strict=True):
        if fit < LEAST_FIT and not asked.first:
            losses.append(Loss("checking", text, f"not said: {NO_ANSWER}"))
            del worth[draft]
        else:
            worth[draft] += ANSWERS * fit
    return sorted(worth, key=lambda one: -worth[one])


def _attributed(sample: str, notes: Sequence[Evidence], ground: Ground) -> str:
    """With the nearest note behind each sentence that names none and has not the words of any: the
    proof tells whether it rests on that.
    """
    sentences = citations.read(sample)
    bare = [
        sentence.bare
        for sentence in sentences
        if not (sentence.cites or notes_told.cites_of(sentence, notes))
    ]
    if not bare:
        return sample
    nearest = ground.alike(bare, [flat(piece.text) for piece in notes]).argmax(axis=1)
    cites = {text: (notes[int(at)].number,) for text, at in zip(bare, nearest, strict=True)}
    return " ".join(
        citations.remarked(sentence.written, cites[sentence.bare])
        if sentence.bare in cites
        else sentence.written
        for sentence in sentences
    )


def _near(
    facts: Sequence[str],
    asked: Asked,
    stands: Callable[[str], bool],
    ground: Ground,
    losses: list[Loss],
) -> list[str]:
    """The facts that may stand and are near to the question under their document's title, the
    nearest first.
    """
    sayable = [
        fact
        for fact in dict.fromkeys(facts)
        if all(stands(sentence.bare) for sentence in citations.read(fact)) and not leans(fact)
    ]
    if not sayable:
        return []
    title = {piece.number: piece.title for piece in _notes(asked)}
    whole = [
        f"{title[citations.cited(fact)[0]]}: {citations.without_marks(fact)}" for fact in sayable
    ]
    near: list[float] = ground.alike(whole, [asked.question])[:, 0].tolist()
    kept = sorted(zip(near, sayable, strict=True), reverse=True)
    losses += [
        Loss("checking", fact, f"not said: {NO_ANSWER}")
        for cosine, fact in kept
        if cosine < LEAST_NEAR
    ]
    return [fact for cosine, fact in kept if cosine >= LEAST_NEAR]


def _fits(texts: Sequence[str], asked: Asked, ground: Ground) -> list[float]:
    """How well each answers: its cosine to the question, and P(yes, it does). The words that open a
    table are waited for, and are weighed by the cosine alone.
    """
    if not texts:
        return []
    near: list[float] = ground.alike(texts, [asked.question])[:, 0].tolist()
    if asked.first:
        return near
    given = [{"question": asked.question, "said": text} for text in texts]
    likely = chances("table_answers", given, ground.context.engine, ground.context.run)
    return [cosine + chance for cosine, chance in zip(near, likely, strict=True)]


def _proven(
    drafts: Sequence[tuple[str, ...]],
    facts: Sequence[str],
    asked: Asked,
    ground: Ground,
    losses: list[Loss],
) -> Spoken:
    """What is proven of the best draft of which anything is, and after it proven facts of documents
    that it does not cite, as many as there is room for.
    """
    notes = _notes(asked)
    proven: list[Claim] = []
    for draft in drafts:
        proven = _standing(draft, notes, ground, losses)
        if proven:
            break
    document = {piece.number: piece.place.document for piece in notes}
    said, used = Filter(), {document[number] for claim in proven for number in claim.cites}
    for claim in proven:
        said.say(citations.without_marks(claim.text))

    def adds(fact: str) -> bool:
        documents = {document[number] for number in citations.cited(fact)}
        return not documents & used and not any(
            said.repeats(sentence.bare) for sentence in citations.read(fact)
        )

    further: list[str] = []
    for fact in facts:
        if adds(fact):
            further.append(fact)
            for sentence in citations.read(fact):
                said.say(sentence.bare)
    while further and len(proven) < MOST_SENTENCES:
        room = MOST_SENTENCES - len(proven)
        proven += _standing(further[:room], notes, ground, losses)
        further = further[room:]
    return Spoken(*claims.cite(*claimed_text.sentences(proven)), losses=tuple(losses))


def _standing(
    sentences: Sequence[str], notes: Sequence[Evidence], ground: Ground, losses: list[Loss]
) -> list[Claim]:
    """The claims of the proven sentences that lean on none that is not; the others are lost."""
    kept: list[Claim] = []
    alone = True
    checked = wording.checked(sentences, notes, ground.context)
    for text, of_text in zip(sentences, checked, strict=True):
        good = bool(of_text) and all(claim.state in claims.PROVEN for claim in of_text)
        if good and (alone or not leans(text)):
            kept += of_text
        else:
            why = "; ".join(claim.why for claim in of_text) or "no statement to check"
            losses.append(Loss("checking", text, f"not said: {why}"))
        alone = good
    return kept


def _quoted(asked: Asked, heard: Filter, losses: tuple[Loss, ...], ground: Ground) -> Spoken:
    """A sentence of the notes that stands alone and was not said, the nearest to the question."""
    notes = _notes(asked)
    new = [
        sentence
        for piece in notes
        for sentence in standing(piece)
        if not heard.repeats(sentence.text)
    ]
    if not new:
        return Spoken("", losses=losses)
    near = ground.alike([asked.question], [sentence.text for sentence in new])[0]
    best = new[int(near.argmax())]
    [fit] = _fits([best.text], asked, ground)
    if fit < LEAST_FIT and not asked.first:
        return Spoken("", losses=(*losses, Loss("checking", best.text, f"not said: {NO_ANSWER}")))
    quotation = wording.verbatim(best, notes, ground.context)
    return Spoken(quotation.text, quotation.claims, quoted=True, losses=losses)


def _polished(spoken: Spoken, asked: Asked, table: Table, ground: Ground) -> Spoken:
    """In livelier words, where the user wants that and every citation and every proof stays."""
    settings = ground.context.settings
    if not settings.polished_turns or asked.first:
        return spoken
    prompt = prompts.load("table_polish")
    request = Request(
        prompt.name,
        prompt.render(before=said_last(table.turns[-1:]), text=spoken.text),
        TOKENS_POLISHED,
        temperature=settings.writing_temperature,
        top_p=settings.writing_top_p,
        seed=settings.seed,
        stop=("\n",),
    )
    [reply] = ground.context.engine.complete([request], ground.context.run)
    text = cited.prose(reply.text, whole=reply.finish == "stop")
    reason = _spoilt(text, spoken.text)
    checked: tuple[Claim, ...] = ()
    if not reason:
        engine, run = ground.context.engine, ground.context.run
        checked = claims.check(text, _notes(asked), engine, run, spoken.claims)
        wrong = [claim for claim in checked if claim.state not in (*claims.PROVEN, "unchecked")]
        reason = wrong[0].why if wrong else ""
    if reason:
        loss = Loss("polishing", text or "nothing", f"not taken: {reason}")
        return Spoken(spoken.text, spoken.claims, spoken.quoted, (*spoken.losses, loss))
    return Spoken(text, checked, losses=spoken.losses)


def _spoilt(polished: str, before: str) -> str:
    """Whether a citation was added or dropped, in words; "" where all stand as they did."""
    now, then = _marks(polished), _marks(before)
    if now == then:
        return ""
    dropped, added = set(then) - set(now), set(now) - set(then)
    if added:
        return f"it cites {', '.join(map(str, sorted(added)))}, which was not cited"
    if dropped:
        return f"it no longer cites {', '.join(map(str, sorted(dropped)))}"
    return "it cites the same another number of times"


def _marks(text: str) -> list[int]:
    return sorted(number for sentence in citations.read(text) for number in sentence.cites)
