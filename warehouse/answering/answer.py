"""From a question to an answer whose every sentence carries its proof.

explore -> contextualize -> write from the brief alone, streamed -> check every sentence ->
one repair for what fails, or in an explanation what the page says instead and what thoughts add ->
what the sources disagree about -> show. Where no evidence was found there is no answer to write:
the *absence answer* says so, with the searches tried and the nearest passages.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from indexers import sentences
from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Request
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
from warehouse.question import choices, language
from warehouse.results.provenance import QuestionKind, Way
from warehouse.results.records import Answer, Claim, Draft, Research
from warehouse.writing import from_thoughts, repair
from warehouse.writing.plain import Filter, speaks_of_itself
from warehouse.writing.unused_sentences import Spare

FACT_SENTENCES = 2
ANSWER_TOKENS = 400
SHORT_TOKENS = 24
CUT = f"cut off: an answer is {ANSWER_TOKENS} tokens long at most"
APART: frozenset[QuestionKind] = frozenset({"list", "count"})  # each document tells its own thing


def ask(question: str, context: Context, method: Method) -> Answer:
    """Answer from what ``method`` finds. Raises Cancelled; shows Research, Draft and Answer.

    The question is read here as one for an answer, where it was not before.
    """
    if not context.reading.text:
        context = context.asked(question, "fact")
        question = context.reading.text
    return conclude(question, method, research(question, context, method), context)


def conclude(question: str, method: Method, chain: Research, context: Context) -> Answer:
    """Write, check and show the answer to ``question`` from finished research."""
    brief = _brief(chain, context)
    judged = Judged(False, chain.foreign) if chain.foreign else None
    kept_by_user = context.steering.course.places
    if judged is None and method.weighed and context.settings.absence and not kept_by_user:
        judged = _weighed(question, chain, brief, context)
    if not brief.evidence or (judged is not None and not judged.answers):
        answer = absence(question, method.name, chain, context, judged)
    else:
        text, cut = written(question, brief, context, chain.answer)
        text = text or _from_the_page(question, brief)
        context.run.step("checking", 0, 1)
        checked = claims.check(text, brief.evidence, context.engine, context.run)
        losses = [*brief.losses, *cut]
        if _explains(brief, context):
            spare = Spare(brief.evidence, _said(checked))
            text, checked, replaced = repair.from_the_page(
                question, text, checked, brief.evidence, spare, context
            )
            losses += replaced
            thoughts = chain.recollections
            text, checked = from_thoughts.filled(
                question, text, checked, thoughts, brief.evidence, context
            )
        else:
            before = checked
            text, checked = repair.once(text, checked, brief.evidence, context)
            losses += repair.rewritten(before, checked)
        text, checked = claims.cite(text, checked)
        library = context.library
        comparison = Comparison(library.retrieval.embed, library.date, question)
        chain = disagreement.noted(chain, brief.evidence, comparison)
        text, checked = disagreement_text.written(
            text, checked, chain.disagreements, brief.evidence
        )
        text, checked = unsaid.before(text, checked, question, chain.evidence, context.library)
        chain = msgspec.structs.replace(chain, losses=(*chain.losses, *losses))
        answer = Answer(
            question=question,
            method=method.name,
            text=text,
            absent=False,
            claims=checked,
            research=chain,
            coverage=coverage(chain, brief, checked, context),
            spend=context.engine.spend(),
        )
    context.run.show(answer)
    return answer


def _weighed(question: str, chain: Research, brief: Brief, context: Context) -> Judged | None:
    if context.reading.explains:
        documents = {one.place.document for one in brief.evidence}
        if offtopic.in_another_language(question, documents, context.library):
            return None
        told, whole = offtopic.framed(brief.evidence), context.reading.whole
        return offtopic.judge(question, told, context.library, whole)
    last = chain.nodes[-1].title if chain.answer else ""
    return answerable.judge(question, brief.text, brief.evidence, context, last)


def gathered(
    question: str,
    text: str,
    claims: tuple[Claim, ...],
    chain: Research,
    way: Way,
    context: Context,
) -> Answer:
    """An answer put together from many documents, with what they disagree about; shown.

    Its method is the kind of question it took.
    """
    apart = way.route.kind in APART
    library = context.library
    comparison = Comparison(library.retrieval.embed, library.date, apart=apart)
    chain = disagreement.noted(chain, chain.evidence, comparison)
    text, claims = disagreement_text.written(text, claims, chain.disagreements, chain.evidence)
    answer = Answer(
        question=question,
        method=way.route.kind,
        text=text,
        absent=False,
        claims=claims,
        research=chain,
        coverage=coverage(chain, Brief("", chain.evidence, 0), claims, context),
        spend=context.engine.spend(),
        way=way,
    )
    context.run.show(answer)
    return answer


def short_answer(question: str, brief: str, context: Context) -> str:
    """The answer in a few words from ``brief``, as question-answering benchmarks want it.

    ``brief`` is ``answer_brief(answer, engine, settings)``: the same for every method. A
    question of yes or no, or for one of two things, is read off the likelihoods, without decoding;
    any other is told nothing of yes and no, which a small model would reply to everything.
    """
    options = choices.options(question, context.engine, context.run)
    prompt = prompts.load("short_verdict" if options == choices.POLES else "short_answer")
    messages = prompt.render(notes=brief or "(nothing was found)", question=question)
    if options:
        chosen = context.engine.choose(
            [ChooseRequest(prompt.name, messages, options)], context.run
        )[0]
        return max(zip(chosen.probabilities, options, strict=True))[1]
    request = Request(prompt.name, messages, SHORT_TOKENS, stop=("\n",))
    return context.engine.complete([request], context.run)[0].text.strip().strip(".")


def answer_brief(chain: Research, context: Context) -> str:
    """What the model answered from: the evidence of a chain within the budget."""
    return _brief(chain, context).text


def _brief(chain: Research, context: Context) -> Brief:
    budget, explains = context.settings.context_budget, context.reading.explains
    return contextualize(chain, budget, context.engine, explains)


def _language(brief: Brief, context: Context) -> str:
    """What a prompt says of the language of the answer, where it is not that of the documents."""
    ids = sorted({one.place.document for one in brief.evidence})
    spoken = tuple(row.language for row in context.library.catalog.some_documents(ids).values())
    asked = language.asked_for(context.reading.language, spoken)
    return f"\n{asked}" if asked else ""


def _explains(brief: Brief, context: Context) -> bool:
    return context.reading.explains and len(brief.evidence) > 1


def written(
    question: str, brief: Brief, context: Context, known: str = ""
) -> tuple[str, list[Loss]]:
    """The model's reply from the notes of ``brief``, not checked yet, and what was cut off.

    ``known`` is the answer in a few words, where research has voted one.
    """
    context.run.step("answering", 0, 1)
    if _explains(brief, context):
        return _explain(question, brief, context)
    prompt = prompts.load("answer_known" if known else "answer")
    said = {"answer": known} if known else {}
    request = Request(
        prompt.name,
        prompt.render(
            notes=brief.text, question=question, language=_language(brief, context), **said
        ),
        ANSWER_TOKENS,
        schema=cited.schema([one.number for one in brief.evidence], FACT_SENTENCES),
        seed=context.settings.seed,
    )
    listener = cited.shown(lambda text: context.run.show(Draft("answer", text)))
    reply = context.engine.complete([request], context.run, listener)[0]
    return cited.text(cited.parse(reply.text, [head(one) for one in brief.evidence])), []


def _from_the_page(question: str, brief: Brief) -> str:
    """Where the model said nothing: the nearest sentence that can stand alone, else the best."""
    found = Spare(brief.evidence, Filter()).take(question)
    best = max(brief.evidence, key=lambda one: one.score)
    return cited.text([found or Sentence(flat(best.text), (best.number,))])


def _explain(question: str, brief: Brief, context: Context) -> tuple[str, list[Loss]]:
    """Free prose: under a schema a small model copies notes. The check adds the citations."""
    prompt = prompts.load("explain")
    messages = prompt.render(
        notes=brief.text, question=question, language=_language(brief, context)
    )
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
