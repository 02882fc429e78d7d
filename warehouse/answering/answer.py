"""From a question to an answer whose every sentence carries its proof.

explore -> contextualize -> write from the brief alone, streamed -> check every sentence ->
one repair for what fails, and where nothing is proven what the page says beside it; or in an
explanation what the page says instead and what thoughts add -> what the sources disagree about ->
show. Without evidence it is an *absence answer*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from indexers.text import sentences
from warehouse.context import Context
from warehouse.engine import choosing
from warehouse.engine.calibrated import AS_ANOTHER
from warehouse.engine.choosing import YES_NO
from warehouse.methods.absence import answerable, offtopic, unsaid
from warehouse.methods.absence.absent_answer import absence
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.evidence import part_of_answer
from warehouse.methods.evidence.brief import Brief, condensed, contextualize, room
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.evidence.reduction import flat, head
from warehouse.methods.method import Method
from warehouse.methods.seam import research
from warehouse.proof import checks, citations, cited, claims, disagreement
from warehouse.proof.cited import Sentence
from warehouse.proof.disagreement import Comparison
from warehouse.question import language
from warehouse.results import claimed_text
from warehouse.results.provenance import Way
from warehouse.results.records import Answer, Claim, Decision, Draft, Evidence, Research
from warehouse.search.names import stands_in
from warehouse.steering import Course, fold
from warehouse.writing.sentences import from_thoughts, repair
from warehouse.writing.sentences.plain import Filter, speaks_of_itself
from warehouse.writing.sentences.unused_sentences import Spare

_WORD, _FIGURE = re.compile(r"\w+"), re.compile(r"\d+")
ANSWER_TOKENS, EXPLANATION_TOKENS = 120, 240
SAID = 0.5  # how likely a translation has to hold what was voted
CUT = "cut off: it is {} tokens long at most"


class Written(Struct, frozen=True):
    """A text, its claims, and the evidence that it was written from."""

    text: str
    claims: tuple[Claim, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    absent: bool = False


def ask(question: str, context: Context, method: Method) -> Answer:
    """Answer from what ``method`` finds. Raises Cancelled; shows Research, Draft and Answer.

    The question is read here as one for an answer, where it was not before.
    """
    if not context.reading.text:
        context = context.asked(question, "fact")
    question, library = context.reading.text, context.library
    chain = research(question, context, method)
    brief = contextualize(chain, room(context), context.engine, context.reading.explains)
    judged = _weighed(method, chain, brief, context)
    gate: tuple[Decision, ...] = ()
    if judged is not None and not chain.foreign:
        how = AS_ANOTHER * judged.as_another
        gate = (Decision("whether your library answers it", judged.by, how),)
    decisions = (*context.reading.decisions, *chain.decisions, *gate)
    chain = structs.replace(chain, decisions=decisions)
    if not brief.evidence or (judged is not None and not judged.answers):
        answer = absence(question, method.name, chain, context, judged)
        context.run.show(answer)
        return answer
    written, losses = _checked(chain, brief, context)
    written, chain = _disagreeing(written, chain, context, question)
    doubt = judged.doubt if judged is not None else ""
    head = f"{doubt} {unsaid.told(context.reading.unlimited, chain.evidence, library)}".strip()
    text, checked = claimed_text.joined([(head, ()), (written.text, written.claims)], "\n\n")
    chain = structs.replace(chain, losses=(*chain.losses, *brief.losses, *losses))
    return finished(Written(text, checked, written.evidence), chain, context, method.name)


def _checked(chain: Research, brief: Brief, context: Context) -> tuple[Written, list[Loss]]:
    """The answer with its citations: every sentence is checked, and what fails is repaired."""
    question, run, evidence = context.reading.text, context.run, brief.evidence
    run.step("answering", 0, 1)
    explains = context.reading.explains and len(evidence) > 1
    if explains:
        text, losses = _prose("explain", EXPLANATION_TOKENS, brief, context)
    else:
        text, losses = _drafted(chain.answer, brief, context)
    text = text or _from_the_page(question, chain.answer, brief)
    run.step("checking", 0, 1)
    checked = claims.check(text, evidence, context.engine, run)
    if explains:
        text, mended, lost = _filled(text, checked, chain, brief, context)
    else:
        text, mended = repair.once(text, checked, evidence, context)
        lost = repair.rewritten(checked, mended)
        if not any(claim.state in claims.PROVEN for claim in mended):
            spare = Spare(evidence, Filter())  # what it says wrongly the page may say rightly
            text, mended = repair.with_its_page(text, mended, spare, context)
    return Written(*claims.cite(text, mended), evidence), [*losses, *lost]


def _filled(
    text: str, checked: Sequence[Claim], chain: Research, brief: Brief, context: Context
) -> tuple[str, tuple[Claim, ...], list[Loss]]:
    """An explanation without what nothing supports, and what thoughts and pages say beside it."""
    context.run.step("repairing", 0, 1)
    question, evidence = context.reading.text, brief.evidence
    kept, standing, lost = repair.left_out(text, checked)
    kept, standing = from_thoughts.filled(
        question, kept, standing, condensed(chain), evidence, context
    )
    said = Filter()
    for claim in standing:
        said.say(claim.text)
    spare = Spare(evidence, said)
    kept, standing = repair.from_the_page(kept, standing, spare, context)
    return (kept, standing, lost) if standing else (text, tuple(checked), [])


def _weighed(method: Method, chain: Research, brief: Brief, context: Context) -> Judged | None:
    """Do the notes answer it? None where that is not to be asked."""
    question, evidence = context.reading.text, brief.evidence
    if chain.foreign:
        return Judged(False, chain.foreign)
    if not (method.weighed and context.settings.absence) or context.steering.course.places:
        return None
    if context.reading.explains:
        about = offtopic.of_research(chain, evidence, (), context)
        if about is None or not about.answers or context.reading.whole:
            return about
    questions = (question, *_came_to(chain, context.steering.course))
    part = part_of_answer.likeliest(chain, evidence, context.library)
    return answerable.judge(questions, brief.text, evidence, context, part)


def _came_to(chain: Research, course: Course) -> tuple[str, ...]:
    """The last step of a question that was answered in steps. One that the user added asks for
    something else.
    """
    added = {fold(course.fixed[node]) for node in course.added}
    steps = [node.title for node in chain.nodes if fold(node.title) not in added]
    return tuple(steps[-1:]) if chain.answer else ()


def gathered(written: Written, chain: Research, way: Way, context: Context) -> Answer:
    """An answer put together from many documents, with what they disagree about; shown.

    Its method is the kind of question it took. Without text it is an absence answer.
    """
    kind = way.route.kind
    if not written.text:
        return structs.replace(absence(chain.task, kind, chain, context), way=way)
    written, chain = _disagreeing(written, chain, context, apart=kind in ("list", "count"))
    return finished(written, chain, context, kind, way)


def _disagreeing(
    written: Written, chain: Research, context: Context, question: str = "", apart: bool = False
) -> tuple[Written, Research]:
    """Both with what the sources that were written from disagree about."""
    library = context.library
    comparison = Comparison(library.retrieval.embed, library.date, question, apart)
    chain = structs.replace(chain, disagreements=disagreement.find(written.evidence, comparison))
    text, checked = disagreement.written(
        written.text, written.claims, chain.disagreements, written.evidence
    )
    return Written(text, checked, written.evidence), chain


def finished(
    written: Written, chain: Research, context: Context, method: str, way: Way | None = None
) -> Answer:
    """The answer with its coverage and what it took; shown."""
    answer = Answer(
        question=chain.task,
        method=method,
        text=written.text,
        absent=written.absent,
        claims=written.claims,
        research=chain,
        coverage=coverage(chain, written.evidence, written.claims, context),
        spend=context.engine.spend(),
        way=way,
    )
    context.run.show(answer)
    return answer


def _given(brief: Brief, context: Context) -> dict[str, str]:
    """What a prompt is told; of the language where it is not that of the documents."""
    spoken = _language(brief, context)
    said = f"\nAnswer in {spoken}." if spoken else ""
    return {"notes": brief.text, "question": context.reading.text, "language": said}


def _language(brief: Brief, context: Context) -> str:
    documents = {piece.place.document for piece in brief.evidence}
    return language.wanted(context.reading.language, documents, context.library)


def _drafted(voted: str, brief: Brief, context: Context) -> tuple[str, list[Loss]]:
    """One or two sentences from the notes, not checked yet; none that lack the ``voted`` answer."""
    known = {"answer": voted} if voted else {}
    name = "answer_known" if voted else "answer"
    text, losses = _prose(name, ANSWER_TOKENS, brief, context, **known)
    if not text or voted in ("", *YES_NO) or _says(text, voted, brief, context):
        return text, losses
    return "", [*losses, Loss("answering", text, f"it does not say “{voted}”, which was voted")]


def _says(text: str, voted: str, brief: Brief, context: Context) -> bool:
    """Is the ``voted`` answer in the text? Its words are, but where the text is in another language
    than the notes: there its figures are, and the model finds it said.
    """
    if stands_in(voted, text):
        return True
    bare = citations.without_marks(text)
    if not _language(brief, context) or not {*_FIGURE.findall(voted)} <= {*_FIGURE.findall(bare)}:
        return False
    given = {"notes": bare, "question": context.reading.text, "answer": voted}
    return choosing.chances("holds", [given], context.engine, context.run)[0] >= SAID


def _prose(
    name: str, tokens: int, brief: Brief, context: Context, **known: str
) -> tuple[str, list[Loss]]:
    """Free prose by the prompt of that name: under a schema a small model copies one note. The
    check adds the citations.
    """
    heads = [head(piece) for piece in brief.evidence]

    def grown(_: int, text: str) -> None:
        context.run.show(Draft("answer", cited.prose(text, heads=heads)))

    given = {**_given(brief, context), **known}
    reply = context.written(name, tokens, given, on_text=grown)
    whole = reply.finish == "stop"
    cut = "" if whole else cited.cut_off(reply.text, heads)
    text, losses = _without_asides(cited.prose(reply.text, whole, heads), brief.text)
    return text, [*losses, *([Loss("length", cut, CUT.format(tokens))] if cut else [])]


def _from_the_page(question: str, voted: str, brief: Brief) -> str:
    """The best evidence that holds the voted answer, else the nearest sentence, else the best."""
    holding = [piece for piece in brief.evidence if voted and stands_in(voted, piece.text)]
    sentence = None if holding else Spare(brief.evidence, Filter()).take(question)
    best = max(holding or brief.evidence, key=lambda one: one.score)
    return cited.text([sentence or Sentence(flat(best.text), (best.number,))])


def _without_asides(text: str, source: str) -> tuple[str, list[Loss]]:
    """Without sentences about the notes, and without words of them that are no sentence, as a
    source has them said by order; all of it where nothing else is left. A number alone may be what
    was asked for.
    """
    texts = sentences.texts(text)
    wrong = {sentence: reason for sentence in texts if (reason := _aside(sentence, source))}
    if len(wrong) == len(texts):
        return text, []
    losses = [Loss("writing", sentence, reason) for sentence, reason in wrong.items()]
    return " ".join(sentence for sentence in texts if sentence not in wrong), losses


def _aside(sentence: str, source: str) -> str:
    """Why it is no part of an answer; "" where it is one."""
    if speaks_of_itself(sentence, source):
        return "speaks of the notes, not of what was asked"
    bare = citations.without_marks(sentence)
    if bare.endswith(("?", "？")):
        return "asks, and tells nothing"
    bare_words = set(_WORD.findall(bare.casefold()))
    words = {word for word in bare_words if not word.isdigit()} - set(YES_NO)
    if words and checks.says_too_little(bare) and words <= set(_WORD.findall(source.casefold())):
        return "a word of the notes, and no sentence"
    return ""
