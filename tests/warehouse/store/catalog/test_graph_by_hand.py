"""Rows of what the user said of the graph: kept with documents, and gone with the last of them."""

from __future__ import annotations

from pathlib import Path

from shelf import reading
from test_catalog import catalog as catalog
from test_catalog import stored

from warehouse.records import Triple
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.database import Database
from warehouse.store.catalog.graph_by_hand import REMOVED, NamesByHand, Removed
from warehouse.store.catalog.schema import MIGRATIONS

TEXT = "The mill grinds corn."
CORN = Triple("a", 0, 21, "mill", "grinds", "corn")
SAID = Removed("a", "5e", "mill", "grinds", "corn")
SAME, OTHER = NamesByHand("mill", "weir", True), NamesByHand("mill", "weir", False)


def test_a_removed_relation_is_lost_until_that_is_taken_back(catalog: Catalog) -> None:
    stored(catalog, "a", reading("Mills", TEXT))
    catalog.keep_triples("a", {0: [CORN]}, "a model", catalog.reading_hash("a"))
    catalog.remove_triples([SAID], [CORN])
    assert [one.lost for one in catalog.triples("a")] == [REMOVED]
    catalog.forget_triples(["a"])
    catalog.begin_graph_again()
    assert catalog.removed_triples("a") == {SAID}
    catalog.keep_triples("a", {0: [CORN]}, "a model", catalog.reading_hash("a"))
    catalog.remove_triples([SAID], [CORN])
    catalog.restore_triples([SAID], [CORN])
    assert catalog.triples("a") == [CORN] and not catalog.removed_triples("a")
    catalog.remove_triples([SAID], [])
    catalog.forget("a")
    catalog.remove_triples([SAID], [])
    assert not catalog.removed_triples("a") and not catalog.broken()


def test_the_latest_word_on_names_counts_and_the_one_before_comes_back(catalog: Catalog) -> None:
    stored(catalog, "a", reading("Mills", TEXT))
    held = [("a", "mill"), ("a", "weir")]
    catalog.say_names(SAME, held)
    catalog.say_names(OTHER, held)
    assert catalog.names_by_hand() == [OTHER]
    assert not catalog.unsay_names(SAME), "it is not the latest"
    assert catalog.unsay_names(OTHER) and catalog.names_by_hand() == [SAME]
    assert catalog.unsay_names(SAME) and not catalog.rows("SELECT * FROM named_by_hand")


def test_a_word_on_names_goes_when_one_is_in_no_document_any_more(catalog: Catalog) -> None:
    for id in "abc":
        stored(catalog, id, reading(id, TEXT))
    catalog.say_names(SAME, [("a", "mill"), ("b", "weir")])
    catalog.hold_names("c", ["mill", "corn"])
    catalog.forget("a")
    assert catalog.names_by_hand() == [SAME], "the third has the name, too"
    catalog.forget("c")
    assert catalog.names_by_hand() == [] and not catalog.broken()
    catalog.say_names(SAME, [("a", "mill"), ("b", "weir")])
    assert catalog.rows("SELECT * FROM named_by_hand") == [("b", "weir")], "one is gone meanwhile"


def test_a_catalog_of_before_the_graph_was_mended_by_hand_opens(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    place = [one.name for one in MIGRATIONS].index("graph-by-hand")
    old = Database(path, MIGRATIONS[:place])
    with old.write() as connection:
        connection.execute(
            "INSERT INTO documents (id, title, kind, source, size_bytes, added, state)"
            " VALUES ('a', 'Mills', 'web', '/in/a.html', 10, 1.0, 'verified')"
        )
        connection.execute("INSERT INTO graphed VALUES ('a', 0, 'a model')")
        connection.execute(
            "INSERT INTO triples VALUES (1, 'a', 0, 0, 21, 'mill', 'grinds', 'corn', '')"
        )
    old.close()
    catalog = Catalog(path)
    assert catalog.triples("a") == [CORN] and not catalog.names_by_hand()
    catalog.remove_triples([SAID], [CORN])
    catalog.say_names(SAME, [("a", "mill"), ("a", "weir")])
    assert catalog.graphed_documents()["a"].lost == 1 and not catalog.broken()
    catalog.forget("a")
    assert not catalog.names_by_hand() and not catalog.broken()
    catalog.close()
