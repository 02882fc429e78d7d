"""From a question to an answer whose every sentence carries its proof.

explore -> contextualize -> write from the context alone, streamed -> check every sentence ->
one repair for what fails, or in an explanation what the page says instead and what thoughts add ->
what the sources disagree about -> show. Where no evidence was found there is no answer to write:
the *absence answer* says so, with the searches tried and the nearest passages.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from indexers import sentences
from indexers.records import Loss
from warehouse.engine import prompts
from warehouse.engine.metered import Metered
from warehouse.engine.protocol import ChooseRequest, Engine, Request
from warehouse.library import Library
from warehouse.methods.absence import answerable, offtopic, unsaid
from warehouse.methods.absence.absent_answer import absence
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.aware import effort
from warehouse.methods.evidence import remembering, xray_losses
from warehouse.methods.evidence.context import Context, contextualize
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.evidence.reduction import flat, head
from warehouse.proof import cited, claims, disagreement, dissent
from warehouse.proof.cited import Sentence
from warehouse.question import phrasing
from warehouse.results.provenance import QuestionKind, Way
from warehouse.results.records import Answer, Chain, Claim, Draft
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing import from_thoughts, repair
from warehouse.writing.plain import Filter, speaks_of_itself
from warehouse.writing.unused_sentences import Spare

METHOD = "aware"
FACT_SENTENCES = 2
ANSWER_TOKENS = 400
SHORT_TOKENS = 24
CUT = f"cut off: an answer is {ANSWER_TOKENS} tokens long at most"
POLES = ("yes", "no")
APART: frozenset[QuestionKind] = frozenset({"list", "count"})  # each document tells its own thing


def ask(question: str, library: Library, engine: Engine, settings: Settings, run: Run) -> Answer:
    """Answer from the library by AWARE. Raises Cancelled; shows Chain, Draft and Answer."""
    meter = Metered(engine)
    recalled = remembering.recalled(question, library, settings, run)
    chain = effort.explore(question, library, meter, settings, run, recalled)
    return conclude(question, METHOD, chain, library, meter, settings, run)


def conclude(
    question: str,
    method: str,
    chain: Chain,
    library: Library,
    meter: Metered,
    settings: Settings,
    run: Run,
) -> Answer:
    """Write, check and show the answer to ``question`` from a finished chain."""
    chain = xray_losses.told(chain, library)
    context = contextualize(chain, settings.context_budget, meter)
    judged = Judged(False, chain.foreign) if chain.foreign else None
    if judged is None and settings.absence and not run.course.places:  # what is kept is used
        judged = _weighed(question, context, library, meter, run)
    if not context.evidence or (judged is not None and not judged.answers):
        answer = absence(question, method, chain, library, meter, judged)
    else:
        text, cut = written(question, context, meter, settings, run, chain.answer)
        text = text or _from_the_page(question, context)
        run.step("checking", 0, 1)
        checked = claims.check(text, context.evidence, meter, settings, run)
        losses = [*context.losses, *cut]
        if _explains(question, context):
            spare = Spare(context.evidence, _said(checked))
            text, checked, replaced = repair.from_the_page(
                question, text, checked, context.evidence, spare, meter, settings, run
            )
            losses += replaced
            thoughts = chain.recollections
            text, checked = from_thoughts.filled(
                question, text, checked, thoughts, context.evidence, meter, settings, run
            )
        else:
            before = checked
            text, checked = repair.once(text, checked, context.evidence, meter, settings, run)
            losses += repair.rewritten(before, checked)
        text, checked = claims.cite(text, checked)
        chain = disagreement.noted(chain, context.evidence, library, meter, run, question)
        text, checked = dissent.written(
            text, checked, chain.disagreements, context.evidence, meter, settings, run
        )
        text, checked = unsaid.before(text, checked, question, chain.evidence, library)
        chain = msgspec.structs.replace(chain, losses=(*chain.losses, *losses))
        answer = Answer(
            question=question,
            method=method,
            text=text,
            absent=False,
            claims=checked,
            chain=chain,
            coverage=coverage(chain, context, checked, library, meter),
            spend=meter.spend(),
        )
    run.show(answer)
    return answer


def _weighed(
    question: str, context: Context, library: Library, engine: Engine, run: Run
) -> Judged | None:
    if phrasing.explanation(question):
        documents = {one.place.document for one in context.evidence}
        if offtopic.in_another_language(question, documents, library):
            return None
        return offtopic.judge(question, offtopic.framed(context.evidence), library)
    return answerable.judge(question, context.text, context.evidence, engine, run)


def gathered(
    question: str,
    text: str,
    claims: tuple[Claim, ...],
    chain: Chain,
    way: Way,
    library: Library,
    meter: Metered,
    settings: Settings,
    run: Run,
) -> Answer:
    """An answer put together from many documents, with what they disagree about; shown.

    Its method is the kind of question it took.
    """
    apart = way.route.kind in APART
    chain = disagreement.noted(chain, chain.evidence, library, meter, run, apart=apart)
    text, claims = dissent.written(
        text, claims, chain.disagreements, chain.evidence, meter, settings, run
    )
    answer = Answer(
        question=question,
        method=way.route.kind,
        text=text,
        absent=False,
        claims=claims,
        chain=chain,
        coverage=coverage(chain, Context("", chain.evidence, 0), claims, library, meter),
        spend=meter.spend(),
        way=way,
    )
    run.show(answer)
    return answer


def short_answer(question: str, context: str, engine: Engine, run: Run) -> str:
    """The answer in a few words from ``context``, as question-answering benchmarks want it.

    ``context`` is ``answer_context(answer, engine, settings)``: the same for every method. A
    question of yes or no, or for one of two things, is read off the likelihoods, without decoding;
    any other is told nothing of yes and no, which a small model would reply to everything.
    """
    polar = phrasing.polar(question)
    options = POLES if polar else tuple(phrasing.alternatives(question))
    prompt = prompts.load("short_verdict" if polar else "short_answer")
    messages = prompt.render(notes=context or "(nothing was found)", question=question)
    if options:
        choice = engine.choose([ChooseRequest(prompt.name, messages, options)], run)[0]
        return max(zip(choice.probabilities, options, strict=True))[1]
    request = Request(prompt.name, messages, SHORT_TOKENS, stop=("\n",))
    return engine.complete([request], run)[0].text.strip().strip(".")


def answer_context(chain: Chain, engine: Engine, settings: Settings) -> str:
    """What the model answered from: the evidence of a chain within the budget."""
    return contextualize(chain, settings.context_budget, engine).text


def _explains(question: str, context: Context) -> bool:
    return phrasing.explanation(question) and len(context.evidence) > 1


def written(
    question: str, context: Context, engine: Engine, settings: Settings, run: Run, known: str = ""
) -> tuple[str, list[Loss]]:
    """The model's reply from the notes of ``context``, not checked yet, and what was cut off.

    ``known`` is the answer in a few words, where research has voted one.
    """
    run.step("answering", 0, 1)
    if _explains(question, context):
        return _explain(question, context, engine, settings, run)
    prompt = prompts.load("answer_known" if known else "answer")
    said = {"answer": known} if known else {}
    request = Request(
        prompt.name,
        prompt.render(notes=context.text, question=question, **said),
        ANSWER_TOKENS,
        schema=cited.schema([one.number for one in context.evidence], FACT_SENTENCES),
        seed=settings.seed,
    )
    listener = cited.shown(lambda text: run.show(Draft("answer", text)))
    reply = engine.complete([request], run, listener)[0]
    return cited.text(cited.parse(reply.text, [head(one) for one in context.evidence])), []


def _from_the_page(question: str, context: Context) -> str:
    """Where the model said nothing: the nearest sentence that can stand alone, else the best."""
    found = Spare(context.evidence, Filter()).take(question)
    best = max(context.evidence, key=lambda one: one.score)
    return cited.text([found or Sentence(flat(best.text), (best.number,))])


def _explain(
    question: str, context: Context, engine: Engine, settings: Settings, run: Run
) -> tuple[str, list[Loss]]:
    """Free prose: under a schema a small model copies notes. The check adds the citations."""
    prompt = prompts.load("explain")
    messages = prompt.render(notes=context.text, question=question)
    request = Request(prompt.name, messages, ANSWER_TOKENS, seed=settings.seed)
    heads = [head(one) for one in context.evidence]
    reply = engine.complete(
        [request], run, lambda _, text: run.show(Draft("answer", cited.prose(text, heads=heads)))
    )[0]
    whole = reply.finish == "stop"
    cut = "" if whole else cited.cut_off(reply.text, heads)
    text, losses = _without_asides(cited.prose(reply.text, whole, heads), context.text)
    return text, [*losses, *([Loss("length", cut, CUT)] if cut else [])]


def _said(checked: Sequence[Claim]) -> Filter:
    """Knows the sentences that stay."""
    fit = Filter()
    for one in checked:
        if one.state != "not found":
            fit.say(one.text)
    return fit


def _without_asides(text: str, source: str) -> tuple[str, list[Loss]]:
    """Without sentences about the notes; all of it where nothing else is left."""
    told = [text[one.start : one.end] for one in sentences.split(text)]
    asides = [one for one in told if speaks_of_itself(one, source)]
    if len(asides) == len(told):
        return text, []
    losses = [Loss("writing", one, "speaks of the notes, not of what was asked") for one in asides]
    return " ".join(one for one in told if one not in asides), losses
