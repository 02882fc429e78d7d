"""``muniment article``: an article edited from the terminal, as it is in the window.

A replaced paragraph is saved before it is checked. Status 1 where a sentence of it is not proven,
where two versions differ, and where there is nothing to suggest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from indexers.text.placenames import place_name
from warehouse.app import Warehouse
from warehouse.cli.research import MARKS, text_of, wrapped
from warehouse.cli.session import Session, plain, table
from warehouse.cli.studies import chosen_study
from warehouse.errors import BadInput
from warehouse.results import fallbacks
from warehouse.results.records import Article, Claim, Figure
from warehouse.studies.editing import opening_and_end
from warehouse.studies.editing.editor import WISHES, ArticleEditor, Edited
from warehouse.studies.editing.library_changes import Mark
from warehouse.studies.editing.living_article import LivingArticle
from warehouse.studies.editing.settling import of_number, places_of
from warehouse.studies.report import ledger
from warehouse.writing.editing import differences, quotes, spots
from warehouse.writing.editing.records import Change, Found, Part, Spot, Suggestion

SIGNS = {"kept": " ", "changed": "~", "added": "+", "removed": "-"}
SHOWN_WORDS = 60


def article(session: Session) -> int:
    with session.warehouse() as warehouse:
        study = chosen_study(warehouse.studies, session.arguments.id)
        if study.kind != "write":
            raise BadInput("This is an answer, not an article.", "See them with: muniment studies")
        editor = ArticleEditor(warehouse.studies, warehouse.library, study)
        return VERBS[session.arguments.verb](session, warehouse, editor)


def _show(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    now = editor.now()
    print("\n".join(standing(now)))
    return 0


def standing(now: Edited) -> Iterator[str]:
    """Paragraphs with their names, then what lies beside them."""
    article = now.article
    yield plain(article.title)
    yield f"{ledger.facts(article)}{f' · version {now.head}' if now.head else ''}"
    for at, block in enumerate(spots.sections(article)):
        yield from ("", plain(block.title) or "Opening")
        if block.failed:
            yield wrapped(f"Not written: {block.failed}", "     ", "     ")
        for paragraph in spots.paragraphs(article):
            if paragraph.spot.section == at:
                marks = "".join(MARKS[claim.state].strip() for claim in paragraph.part.claims)
                name = spots.named(paragraph.spot)
                yield wrapped(paragraph.text, f"{name:>5}  ", "       ")
                how = fallbacks.counted(paragraph.part.claims)
                yield f"       {marks}{f'  kept simple: {how}' if how else ''}"
                for why in _stale(paragraph.part.claims):
                    yield wrapped(why, "       Stale: ", "       ")
        for name, figure in _figures(article).items():
            if figure in block.figures:
                caption = f"{plain(figure.caption)} ({plain(_source(figure))})"
                yield wrapped(caption, f"{name:>5}  ", "       ")
    for suggestion in now.suggestions:
        where = spots.named(suggestion.spot)
        yield f"\nSuggestion {suggestion.number}: {where} {WISHES[suggestion.wish]}"
    yield from _comments(now, only_open=True)


def _stale(claims: Sequence[Claim]) -> tuple[str, ...]:
    """Why, each reason once."""
    return tuple(dict.fromkeys(claim.why for claim in claims if claim.state == "stale"))


def _figures(article: Article) -> dict[str, Figure]:
    """Counted through the article."""
    return {f"f{at}": figure for at, figure in enumerate(ledger.figures(article), start=1)}


def _source(figure: Figure) -> str:
    return ", ".join(filter(None, [figure.title, place_name(figure.page_label)]))


def _leave_out(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    name, article = session.arguments.figure, editor.now().article
    figure = _figures(article).get(name)
    if figure is None:
        raise BadInput(
            f"There is no figure “{name}” in this article.", "See them with: muniment article show"
        )
    sections = spots.sections(article)
    section = next(at for at, block in enumerate(sections) if figure in block.figures)
    print("\n".join(standing(editor.leave_out(section, figure))))
    return 0


def _versions(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    now = editor.now()
    if not now.versions:
        print("It reads as it was written.")
        return 0
    rows = [("", "version", "from", "when", "what")]
    for version in now.versions:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(version.at))
        parent = str(version.parent) if version.parent else ""
        counts = "*" if version.number == now.head else ""
        rows.append((counts, str(version.number), parent, when, plain(version.what)))
    print(table(rows, right=frozenset({1, 2})))
    return 0


def _diff(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    given, now = session.arguments, editor.now()
    if not now.versions:
        print("It reads as it was written.")
        return 0
    before = editor.at(given.before or now.versions[0].number)
    after = editor.at(given.after or now.head)
    sections = differences.sections(before, after)
    for section in sections:
        print(plain(section.heading) or "Opening")
        print("\n".join(_lines(section.changes)))
    if not sections:
        print("The two read alike.")
    return int(bool(sections))


def _back(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    print("\n".join(standing(editor.go_to(session.arguments.version))))
    return 0


def _replace(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    given = session.arguments
    spot = spots.parsed(given.spot)
    texts = {paragraph.spot: paragraph.text for paragraph in spots.paragraphs(editor.now().article)}
    text = spots.tidy(text_of(given.file))
    now = editor.edit(spot, texts.get(spot, ""), text)
    if now.waits and not given.later:
        now = editor.weigh(warehouse.engines.both(), session.run)
        session.progress.clear()
    paragraphs = [
        paragraph
        for paragraph in spots.paragraphs(now.article)
        if paragraph.spot.section == spot.section
    ]
    claims = [
        claim
        for paragraph in paragraphs
        if paragraph.text in text
        for claim in paragraph.part.claims
    ]
    for claim in claims:
        print(wrapped(f"{claim.text} ({ledger.verdict(claim)})", f"{MARKS[claim.state]} ", "   "))
    return int(any(claim.state in ledger.EXCEPTIONS for claim in claims))


def _suggest(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    given = session.arguments
    spot = spots.parsed(given.spot)
    span = _span(editor, spot, given.words) if given.words is not None else None
    engine = warehouse.engines.both()
    with editor.context(engine, session.settings, session.run) as context:
        suggestion = editor.suggest(given.wish, spot, context, given.about, span)
    session.progress.clear()
    return _told(session, suggestion)


def _span(editor: ArticleEditor, spot: Spot, words: str) -> tuple[int, int]:
    place = quotes.span(spots.find(editor.now().article, spot), words)
    if place is None:
        where = f"“{words}” does not stand in paragraph {spots.named(spot)}."
        raise BadInput(where, quotes.AS_THEY_STAND)
    return place


def _write(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    engine, which = warehouse.engines.both(), session.arguments.part
    with editor.context(engine, session.settings, session.run) as context:
        made = opening_and_end.write(editor, which, context)
    session.progress.clear()
    if not isinstance(made, Edited):
        return _told(session, made)
    print("\n".join(standing(made)))
    if made.note:
        print(wrapped(made.note))
    return 0


def _check(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    """Status 1 while there is a sentence to be looked at."""
    given = session.arguments
    study = chosen_study(warehouse.studies, given.id)
    living = LivingArticle(warehouse.studies, warehouse.library, study)
    if given.keep:
        marks = living.settle(_chosen(living.marks(), given.keep))
    elif given.rewrite:
        return _rewrite(session, warehouse, living)
    else:
        marks = living.check(warehouse.engines.both(), session.settings, session.run)
        session.progress.clear()
    for number, mark in enumerate(marks, start=1):
        print(wrapped(f"{mark.sentence} ({mark.kind})", f"{number:>3}  ", "     "))
        print(wrapped(plain(mark.why), "     ", "     "))
    if not marks:
        print("Nothing in the library has changed that bears on it.")
    return int(any(mark.kind != "also" for mark in marks))


def _rewrite(session: Session, warehouse: Warehouse, living: LivingArticle) -> int:
    given = session.arguments
    mark = _chosen(living.marks(), given.rewrite)
    engine = warehouse.engines.both()
    with living.editor.context(engine, session.settings, session.run) as context:
        suggestion = living.rewrite(mark, context)
    session.progress.clear()
    return _told(session, suggestion)


def _chosen(marks: Sequence[Mark], number: int) -> Mark:
    if not 0 < number <= len(marks):
        raise BadInput(f"There is no mark {number}.", "See them with: muniment article check")
    return marks[number - 1]


def _told(session: Session, made: Suggestion | str) -> int:
    if isinstance(made, str):
        print(wrapped(made))
        return 1
    print("\n".join(_suggested(made)))
    print(f"Take it with: muniment article accept {session.arguments.id} {made.number}")
    return 0


def _suggested(made: Suggestion) -> Iterator[str]:
    yield f"Suggestion {made.number} for {spots.named(made.spot)}: {WISHES[made.wish]}"
    yield from _lines(differences.changes(Part(made.before), made.part))
    if made.note:
        yield wrapped(made.note, "     ", "     ")
    numbered = {number for claim in made.part.claims for number in claim.cites}
    for piece in made.evidence:
        if piece.number in numbered:
            words = (
                f"[{piece.number}] {piece.title}, {piece.page_label}: "
                f"{' '.join(piece.text.split())}"
            )
            yield wrapped(words, "     ", "     ")


def _settle(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    given = session.arguments
    act = editor.accept if given.verb == "accept" else editor.reject
    now = editor.now()
    suggestion = of_number(now, given.number)
    chosen = None
    if suggestion is not None and given.change is not None:
        shown = enumerate(differences.changes(Part(suggestion.before), suggestion.part), start=1)
        wanted = tuple(change for number, change in shown if number in given.change)
        chosen = places_of(now, suggestion, wanted)
        if not chosen:
            raise BadInput(f"Suggestion {given.number} has no such change, or not any more.")
    now = act(given.number, chosen)
    print("\n".join(standing(now)))
    if left := of_number(now, given.number):
        print("\n".join(["", *_suggested(left)]))
    return 0


def _list_comments(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    lines = list(_comments(editor.now(), session.arguments.open))
    print("\n".join(lines) if lines else "Nothing was noted on it.")
    return 0


def _comments(now: Edited, only_open: bool) -> Iterator[str]:
    for comment, place in now.comments:
        if comment.resolved and only_open:
            continue
        state = ", resolved" if comment.resolved else ""
        quote = plain(comment.quote.exact)[:SHOWN_WORDS]
        yield ""
        yield f"Comment {comment.number} on “{quote}” ({_where(place)}{state})"
        yield wrapped(comment.text, "     ", "     ")


def _where(found: Found | None) -> str:
    if found is None:
        return "its words are gone"
    return spots.named(found.spot) + ("" if found.exact else ", its words were changed")


def _comment(session: Session, warehouse: Warehouse, editor: ArticleEditor) -> int:
    given = session.arguments
    match given.verb:
        case "comment":
            now = editor.comment_on(given.words, given.text)
        case "uncomment":
            now = editor.remove_comment(given.number)
        case "reword":
            now = editor.change_comment(given.number, given.text)
        case _:
            now = editor.change_comment(given.number, resolved=given.verb == "resolve")
    print("\n".join(_comments(now, only_open=False)).strip() or "Nothing is noted on it.")
    return 0


def _lines(changes: Sequence[Change]) -> Iterator[str]:
    """Numbered, with the words that went and came in brackets."""
    for at, change in enumerate(changes, start=1):
        claim = change.after or change.before
        if change.kind == "kept" or claim is None:
            continue
        said = claim.text
        if change.kind == "changed" and change.before is not None and change.after is not None:
            runs = differences.words(change.before.text, change.after.text)
            signs = {"both": "{}", "before": "[-{}-]", "after": "{{+{}+}}"}
            said = " ".join(signs[run.where].format(run.text) for run in runs)
        state = f" ({change.after.state})" if change.after is not None else ""
        yield wrapped(f"{said}{state}", f"{at:>3} {SIGNS[change.kind]} ", "      ")


VERBS: dict[str, Callable[[Session, Warehouse, ArticleEditor], int]] = {
    "show": _show,
    "versions": _versions,
    "diff": _diff,
    "back": _back,
    "replace": _replace,
    "leave-out": _leave_out,
    "write": _write,
    "suggest": _suggest,
    "check": _check,
    "accept": _settle,
    "reject": _settle,
    "comments": _list_comments,
    "comment": _comment,
    "reword": _comment,
    "resolve": _comment,
    "open": _comment,
    "uncomment": _comment,
}
