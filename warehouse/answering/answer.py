"""From a question to an answer whose every sentence carries its proof.

explore -> contextualize -> write from the brief alone, streamed -> check every sentence ->
one repair for what fails, or in an explanation what the page says instead and what thoughts add ->
what the sources disagree about -> show. Where no evidence was found there is no answer to write:
the *absence answer* says so, with the searches tried and the nearest passages.
"""

from __future__ import annotations

from msgspec import Struct, structs

from indexers import sentences
from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request
from warehouse.methods.absence import answerable, offtopic, unsaid
from warehouse.methods.absence.absent_answer import absence
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.evidence.brief import Brief, contextualize
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.evidence.reduction import flat, head
from warehouse.methods.method import Method
from warehouse.methods.seam import research
from warehouse.proof import cited, claims, disagreement, disagreement_text
from warehouse.proof.cited import Sentence
from warehouse.proof.disagreement import Comparison
from warehouse.question import language
from warehouse.question.choices import POLES
from warehouse.results.provenance import QuestionKind, Way
from warehouse.results.records import Answer, Claim, Draft, Evidence, Research
from warehouse.search.names import stands_in
from warehouse.writing import from_thoughts, repair
from warehouse.writing.plain import Filter, speaks_of_itself
from warehouse.writing.unused_sentences import Spare

FACT_SENTENCES = 2
ANSWER_TOKENS = 400
CUT = f"cut off: an answer is {ANSWER_TOKENS} tokens long at most"
APART: frozenset[QuestionKind] = frozenset({"list", "count"})  # each document tells its own thing


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
        question = context.reading.text
    chain = research(question, context, method)
    budget, explains = context.settings.context_budget, context.reading.explains
    brief = contextualize(chain, budget, context.engine, explains)
    judged = _weighed(question, method, chain, brief, context)
    if not brief.evidence or (judged is not None and not judged.answers):
        answer = absence(question, method.name, chain, context, judged)
        context.run.show(answer)
        return answer
    made, losses = _checked(question, chain, brief, context)
    library = context.library
    comparison = Comparison(library.retrieval.embed, library.date, question)
    made, chain = disagreeing(made, chain, comparison)
    text, checked = unsaid.before(made.text, made.claims, question, chain.evidence, library)
    chain = structs.replace(chain, losses=(*chain.losses, *brief.losses, *losses))
    return finished(Written(text, checked, made.evidence), chain, context, method.name)


def _checked(
    question: str, chain: Research, brief: Brief, context: Context
) -> tuple[Written, list[Loss]]:
    """The answer with its citations: every sentence is checked, and what fails is repaired."""
    engine, run, evidence = context.engine, context.run, brief.evidence
    run.step("answering", 0, 1)
    explains, cut = context.reading.explains and len(evidence) > 1, list[Loss]()
    if explains:
        text, cut = _explained(question, brief, context)
    else:
        text = _drafted(question, chain, brief, context)
        if text and chain.answer not in ("", *POLES) and not stands_in(chain.answer, text):
            cut = [Loss("answering", text, f"it does not say “{chain.answer}”, which was voted")]
            text = ""
    text = text or _from_the_page(question, chain.answer, brief)
    run.step("checking", 0, 1)
    checked = claims.check(text, evidence, engine, run)
    if explains:
        staying = Filter()
        for claim in checked:
            if claim.state != "not found":
                staying.say(claim.text)
        spare = Spare(evidence, staying)
        text, checked, lost = repair.from_the_page(
            question, text, checked, evidence, spare, context
        )
        thoughts = chain.recollections
        text, checked = from_thoughts.filled(question, text, checked, thoughts, evidence, context)
    else:
        before = checked
        text, checked = repair.once(text, checked, evidence, context)
        lost = repair.rewritten(before, checked)
    return Written(*claims.cite(text, checked), evidence), [*cut, *lost]


def _weighed(
    question: str, method: Method, chain: Research, brief: Brief, context: Context
) -> Judged | None:
    """Do the notes answer it? None where that is not to be asked."""
    if chain.foreign:
        return Judged(False, chain.foreign)
    if not (method.weighed and context.settings.absence) or context.steering.course.places:
        return None
    if not context.reading.explains:
        last = chain.nodes[-1].title if chain.answer else ""
        return answerable.judge(question, brief.text, brief.evidence, context, last)
    whole = context.reading.whole
    return offtopic.judge(question, brief.evidence, (), context.library, whole)


def gathered(written: Written, chain: Research, way: Way, context: Context) -> Answer:
    """An answer put together from many documents, with what they disagree about; shown.

    Its method is the kind of question it took.
    """
    library, apart = context.library, way.route.kind in APART
    comparison = Comparison(library.retrieval.embed, library.date, apart=apart)
    written, chain = disagreeing(written, chain, comparison)
    return finished(written, chain, context, way.route.kind, way)


def disagreeing(
    written: Written, chain: Research, comparison: Comparison
) -> tuple[Written, Research]:
    """Both with what the sources that were written from disagree about."""
    chain = disagreement.noted(chain, written.evidence, comparison)
    text, checked = disagreement_text.written(
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


def _language(brief: Brief, context: Context) -> str:
    """What a prompt says of the language of the answer, where it is not that of the documents."""
    ids = sorted({one.place.document for one in brief.evidence})
    spoken = tuple(row.language for row in context.library.catalog.some_documents(ids).values())
    asked = language.asked_for(context.reading.language, spoken)
    return f"\n{asked}" if asked else ""


def _drafted(question: str, chain: Research, brief: Brief, context: Context) -> str:
    """One or two sentences from the notes, not checked yet; from the page where there are none."""
    known = {"answer": chain.answer} if chain.answer else {}  # where research has voted one
    prompt = prompts.load("answer_known" if known else "answer")
    given = {"notes": brief.text, "question": question, "language": _language(brief, context)}
    request = Request(
        prompt.name,
        prompt.render(**given, **known),
        ANSWER_TOKENS,
        schema=cited.schema([one.number for one in brief.evidence], FACT_SENTENCES),
        seed=context.settings.seed,
    )
    listener = cited.shown(lambda text: context.run.show(Draft("answer", text)))
    reply = context.engine.complete([request], context.run, listener)[0]
    return cited.text(cited.parse(reply.text, [head(one) for one in brief.evidence]))


def _from_the_page(question: str, answer: str, brief: Brief) -> str:
    """Where the model said nothing: the best evidence that holds the voted answer; else the nearest
    sentence that can stand alone, else the best.
    """
    holding = [one for one in brief.evidence if answer and stands_in(answer, one.text)]
    found = None if holding else Spare(brief.evidence, Filter()).take(question)
    best = max(holding or brief.evidence, key=lambda one: one.score)
    return cited.text([found or Sentence(flat(best.text), (best.number,))])


def _explained(question: str, brief: Brief, context: Context) -> tuple[str, list[Loss]]:
    """Free prose: under a schema a small model copies notes. The check adds the citations."""
    prompt = prompts.load("explain")
    given = {"notes": brief.text, "question": question, "language": _language(brief, context)}
    messages = prompt.render(**given)
    request = Request(prompt.name, messages, ANSWER_TOKENS, seed=context.settings.seed)
    heads = [head(one) for one in brief.evidence]
    reply = context.engine.complete(
        [request],
        context.run,
        lambda _, text: context.run.show(Draft("answer", cited.prose(text, heads=heads))),
    )[0]
    whole = reply.finish == "stop"
    cut = "" if whole else cited.cut_off(reply.text, heads)
    text, losses = _without_asides(cited.prose(reply.text, whole, heads), brief.text)
    return text, [*losses, *([Loss("length", cut, CUT)] if cut else [])]


def _without_asides(text: str, source: str) -> tuple[str, list[Loss]]:
    """Without sentences about the notes; all of it where nothing else is left."""
    told = [text[one.start : one.end] for one in sentences.split(text)]
    asides = [one for one in told if speaks_of_itself(one, source)]
    if len(asides) == len(told):
        return text, []
    losses = [Loss("writing", one, "speaks of the notes, not of what was asked") for one in asides]
    return " ".join(one for one in told if one not in asides), losses
