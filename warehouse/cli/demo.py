"""``muniment demo``: the main job from end to end on the sample library, with nothing to choose.

Reads ``assets/sample`` into a warehouse of its own, asks one question, writes one article, leaves
``article.html`` and ``article.md``, and prints what each stage took and how its claims stand.
"""

from __future__ import annotations

import time

from warehouse import settings as settings_file
from warehouse.cli.research import shown
from warehouse.cli.session import Session, table
from warehouse.errors import BadInput
from warehouse.extent import printed_pages
from warehouse.results.records import Answer, Article
from warehouse.settings import expanded
from warehouse.studies.exporting.export import save_html, save_markdown
from warehouse.studies.exporting.naming import free
from warehouse.studies.report import ledger
from warehouse.text import plural
from warehouse.writing.ways import RETELL

QUESTION = "How does Muniment check that a sentence is supported by its source?"
SUFFIXES = (".pdf", ".html", ".mhtml")
TOPIC = "How Muniment ties every sentence to its proof"


def demo(session: Session) -> int:
    sample = settings_file.ASSETS / "sample"
    files = sorted(path for path in sample.glob("*") if path.suffix in SUFFIXES)
    if not files:
        raise BadInput(f"The sample library {sample} is empty.")
    place = settings_file.home() / "demo"
    out = session.arguments.out
    folder = expanded(out) if out else place / "article"
    rows = [("stage", "seconds", "tokens", "calls", "claims")]
    with session.warehouse(place / "warehouse") as warehouse:
        session.engines.engine()  # that there is none is said before anything is read
        began = time.monotonic()
        documents = warehouse.add(files, session.run)
        pages = sum(map(printed_pages, documents))
        rows += _read_rows(session, len(documents), pages, time.monotonic() - began)
        answer = warehouse.ask(QUESTION, run=session.run)
        rows += _model_rows(session, "Answer", answer)
        print(shown(answer), end="\n\n")
        article = warehouse.write(TOPIC, run=session.run, method=RETELL.name)
        rows += _model_rows(session, "Article", article)
        name = free(folder, "article", ".html", ".md") if out else "article"
        html = save_html(article, warehouse.library, folder, name)
        markdown = save_markdown(article, warehouse.library, folder, name)
    print(table(rows, right=frozenset({1, 2, 3})))
    print(f"\nThe article is in {folder}: {html.name}, {markdown.name}")
    return 0


Row = tuple[str, str, str, str, str]


def _read_rows(session: Session, documents: int, pages: int, seconds: float) -> list[Row]:
    what = f"Library: {plural(documents, 'document')}, {plural(pages, 'page')}"
    return [(what, f"{seconds:.1f}", "", "", ""), *_stages(session)]


def _model_rows(session: Session, name: str, result: Answer | Article) -> list[Row]:
    spend = result.spend
    tokens = spend.reasoning_tokens + spend.processing_tokens
    claims = ledger.counts(entry.claim for entry in ledger.entries(result))
    states = ", ".join(f"{count} {state}" for state, count in claims.items()) or "none"
    row = (name, f"{spend.seconds:.1f}", f"{tokens:,}", str(spend.calls), states)
    return [row, *_stages(session)]


def _stages(session: Session) -> list[Row]:
    """Seconds of each stage since the last call, in the order they came."""
    session.progress.clear()
    seconds = session.progress.seconds
    session.progress.restart()
    return [(f"  {stage}", f"{spent:.1f}", "", "", "") for stage, spent in seconds.items()]
