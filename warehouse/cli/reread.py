"""``muniment quality`` and ``reread``: how well pages were read, and reading them again by OCR."""

from __future__ import annotations

from warehouse.app import chosen
from warehouse.cli.session import Session, plain, table
from warehouse.documents.inspecting import comparing, outdated_readings
from warehouse.documents.inspecting import quality as judging
from warehouse.errors import BadInput


def quality(session: Session) -> int:
    """Scores of the pages of one document, the worst first; with ``--sample`` OCR looks, too.
    ``--doubtful`` has it look at every document whose own score is doubtful."""
    arguments = session.arguments
    if arguments.doubtful:
        return _doubtful(session)
    if arguments.id is None:
        raise BadInput("Which document?", "muniment ls shows their ids; or give --doubtful.")
    with session.library() as library:
        document = chosen(library.catalog.documents(), arguments.id, "muniment ls")
        if arguments.sample:
            comparing.compare(library, document.id, arguments.sample, session.run)
        verdict = judging.of(library, document.id)
    whole = f"{verdict.score:.2f}" if verdict.score >= 0 else "not known"
    print(f"{plain(document.title)}: {whole}, {verdict.by_ocr} of {document.pages} pages by OCR")
    if verdict.poor:
        rows = [("page", "score", "because")]
        rows += [(plain(page.label), f"{page.quality:.2f}", page.flaw) for page in verdict.poor]
        print(table(rows, right=frozenset({1})))
    for comparison in verdict.compared:
        print(f"page {plain(comparison.page.label)}: {plain(comparison.said)}")
    if verdict.agreed:
        print(f"{verdict.agreed}.")
    return 0


def _doubtful(session: Session) -> int:
    looked_at: set[str] = set()
    with session.library() as library:
        done = comparing.compare_doubtful(library, looked_at, session.run)
    for document, comparisons in done:
        said = judging.judged((), tuple(comparisons)).agreed or "OCR cannot tell"
        print(f"{document.id[:12]}  {plain(document.title)}: {said}")
    different = sum(comparing.is_doubtful(comparisons) for _, comparisons in done)
    print(f"PDF files looked at: {len(looked_at):,}, compared with OCR: {len(done):,}, ", end="")
    print(f"with another text than is printed: {different:,}.")
    return 0


def reread(session: Session) -> int:
    """The whole document anew; ``--page`` (from 1) and ``--below`` say which pages by OCR, none:
    as at first. ``--older`` and ``--all``: by the present reader, with the OCR that they have.
    """
    arguments = session.arguments
    by_ocr = arguments.page or arguments.all_pages or arguments.below is not None
    if arguments.older or arguments.all:
        if arguments.id is not None or by_ocr:
            raise BadInput("Pages are read by OCR in one document: --older and --all take none.")
        return _reread_many(session)
    if arguments.id is None:
        raise BadInput("Which document?", "muniment ls shows their ids; or give --older or --all.")
    with session.library() as library:
        document = chosen(library.catalog.documents(), arguments.id, "muniment ls")
        pages = [number - 1 for number in arguments.page or ()]
        if arguments.below is not None:
            pages += judging.below(library, document.id, arguments.below)
            if not pages:
                raise BadInput(f"No page has a score below {arguments.below}.")
        if arguments.all_pages:
            pages = [page.index for page in library.catalog.pages(document.id) if page.width]
        after = library.read_again(document.id, sorted(set(pages)), session.run)
        verdict = judging.of(library, document.id)
    by_ocr = f", {verdict.by_ocr} of {after.pages} pages by OCR" if verdict.by_ocr else ""
    print(f"Read again: {plain(after.title)} ({after.state}{by_ocr})")
    if after.problem:
        print(plain(after.problem))
    return 1 if after.state in ("failed", "locked") else 0


def _reread_many(session: Session) -> int:
    with session.library() as library:
        rows = library.catalog.in_states(*outdated_readings.READ)
        wanted = rows if session.arguments.all else outdated_readings.older(rows)
        done = outdated_readings.read_anew(library, [row.id for row in wanted], session.run)
        left = len(outdated_readings.older(library.catalog.documents()))
    session.progress.clear()
    print(done.said if wanted else "No document was read by an older reader.")
    for title, why in done.problems:
        print(f"{plain(title)}: {plain(why)}")
    if left:
        print(f"Still read by an older reader: {left:,}.")
    return 1 if done.problems else 0
