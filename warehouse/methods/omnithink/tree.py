"""Expansion: the information tree, decided leaf by leaf; and the stop rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import choosing, prompts
from warehouse.engine.protocol import Request, closed, list_of, text_of
from warehouse.engine.replies import value_of
from warehouse.methods.evidence import nodes
from warehouse.methods.evidence.evidence_pool import Brought, EvidencePool
from warehouse.methods.evidence.reduction import notes
from warehouse.methods.evidence.untold import most_told
from warehouse.methods.omnithink.insights import Insights
from warehouse.records import Recalled
from warehouse.results import reasons
from warehouse.results.records import Node, Research, Structure
from warehouse.search.names import normal
from warehouse.steering import node_at

WANTED = 0.5  # P(yes) from which a leaf is expanded
SAMPLES = 3  # drafts of the categories below a leaf
LEAST, MOST, SEARCHES = 2, 4, 2  # categories of a leaf, and searches of one
NAME_CHARACTERS, QUERY_CHARACTERS = 50, 80
TOKENS = 240
KIND = "tree"
TOLD = "other parts have more that is not told yet"
NOTHING_LEARNT = "not looked into further: what was found taught nothing new"


class _Category(Struct, frozen=True):
    name: str
    searches: tuple[str, ...]


_CATEGORY = closed(
    name=text_of(3, NAME_CHARACTERS), searches=list_of(text_of(0, QUERY_CHARACTERS), 1, SEARCHES)
)
_SCHEMA = closed(categories=list_of(_CATEGORY, LEAST, MOST))


class Branch:
    """A node of the tree while it grows; ``path`` are the titles from the root's child down."""

    def __init__(self, id: str, title: str, brought: Sequence[Brought], above: str = "") -> None:
        self.id, self.title = id, title
        self.path = f"{above} › {title}" if above else title
        self.children: list[Branch] = []
        self._node = nodes.node(id, title, brought)

    @property
    def numbers(self) -> tuple[int, ...]:
        return self._node.evidence

    def node(self) -> Node:
        children = tuple(child.node() for child in self.children)
        return msgspec.structs.replace(self._node, children=children)

    def walk(self) -> Iterator[Branch]:
        yield self
        for child in self.children:
            yield from child.walk()


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """The tree, and the pool of insights beside it. Raises Cancelled."""
    return _Growing(task, context).grow(recalled)


class _Growing:
    def __init__(self, task: str, context: Context) -> None:
        self._context = context
        self._pool = EvidencePool(task, context)
        self._insights = Insights(self._pool, context)

    def grow(self, recalled: Sequence[Recalled]) -> Research:
        pool, run = self._pool, self._context.run
        if not pool.readable:
            return pool.research(Structure(KIND))
        run.step("searching", 0, 1, pool.task[:120])
        self._root = Branch(node_at(0), pool.task, pool.begin())
        self._learn([self._root])
        self._show()
        leaves = [self._root]
        for depth in range(1, self._context.settings.tree_depth + 1):
            run.step("planning", depth, self._context.settings.tree_depth)
            wanting = self._wanting(leaves) if depth > 1 else leaves
            leaves = self._expand(wanting, depth)
            if not leaves:
                break
            if not self._learn(leaves):
                pool.lose(Loss("reflecting", leaf.path, NOTHING_LEARNT) for leaf in leaves)
                break
            self._show()
        return pool.finished(self._structure(), recalled)

    def _learn(self, leaves: Sequence[Branch]) -> int:
        return self._insights.learn([(leaf.path, leaf.numbers) for leaf in leaves])

    def _wanting(self, leaves: Sequence[Branch]) -> list[Branch]:
        """Those about which more is worth looking up, given what is known; the others end here."""
        known = self._insights.listed()
        given = [
            {"topic": self._pool.task, "part": leaf.path, "known": known}
            for leaf in leaves
            if leaf.numbers  # where a search found nothing, a narrower one finds less
        ]
        judged = iter(choosing.chances("expand", given, self._context.engine, self._context.run))
        chances = [next(judged) if leaf.numbers else 0.0 for leaf in leaves]
        self._pool.lose(
            Loss("planning", leaf.path, _not_wanted(leaf, chance))
            for leaf, chance in zip(leaves, chances, strict=True)
            if chance < WANTED
        )
        return [leaf for leaf, chance in zip(leaves, chances, strict=True) if chance >= WANTED]

    def _expand(self, leaves: Sequence[Branch], depth: int) -> list[Branch]:
        """New leaves below ``leaves``, each with what its searches brought."""
        grown: list[Branch] = []
        for at, (leaf, drafted) in enumerate(zip(leaves, self._drafted(leaves), strict=True)):
            self._context.run.step("searching", at, len(leaves), leaf.title)
            for category in self._told(self._new(drafted)):
                id = nodes.below(leaf.id, len(leaf.children))
                above = "" if leaf is self._root else leaf.path
                queries = [f"{category.name} {self._pool.task}", *category.searches]
                child = Branch(id, category.name, self._pool.ask(queries, depth + 1), above)
                leaf.children.append(child)
                grown.append(child)
            self._show()
        return grown

    def _drafted(self, leaves: Sequence[Branch]) -> list[list[_Category]]:
        """Of each leaf the categories of SAMPLES drafts, the likeliest first."""
        prompt, seed = prompts.load("categories"), self._context.settings.seed
        requests = [
            Request(
                prompt.name,
                prompt.render(
                    topic=self._pool.task,
                    part=leaf.path,
                    notes=notes(self._pool.of(leaf.numbers)) or "none",
                ),
                TOKENS,
                _SCHEMA,
                seed=seed,
            )
            for leaf in leaves
        ]
        drafts = self._context.samples(requests, SAMPLES)
        return [
            [
                category
                for reply in replies
                for category in value_of(reply, dict[str, list[_Category]])["categories"]
            ]
            for replies in drafts
        ]

    def _new(self, drafted: Sequence[_Category]) -> list[_Category]:
        """Categories that the tree does not have, each once."""
        once = {normal(category.name): category for category in reversed(drafted)}
        once.pop("", None)
        grown = {normal(branch.title) for branch in self._root.walk()}
        self._pool.lose(
            Loss("planning", category.name, reasons.CATEGORY)
            for name, category in once.items()
            if name in grown
        )
        return [category for name, category in reversed(once.items()) if name not in grown]

    def _told(self, categories: Sequence[_Category]) -> Iterator[_Category]:
        """At most MOST, those of which the library tells most that is not known yet; LEAST in any
        case, as it may be found in other words.
        """
        parts = ["; ".join((category.name, *category.searches)) for category in categories]
        chosen = most_told(parts, self._pool.task, self._pool.evidence, MOST, self._context)
        others = [at for at in range(len(categories)) if at not in chosen]
        chosen += others[: max(0, LEAST - len(chosen))]
        self._pool.lose(
            Loss("planning", categories[at].name, TOLD) for at in others if at not in chosen
        )
        yield from (categories[at] for at in chosen)

    def _structure(self) -> Structure:
        known, links = self._insights.node(), self._insights.links()
        return Structure(KIND, (self._root.node(), known), links)

    def _show(self) -> None:
        self._context.run.show(self._pool.research(self._structure()))


def _not_wanted(leaf: Branch, chance: float) -> str:
    if not leaf.numbers:
        return "nothing was found for it"
    return f"not looked into further ({chance:.0%} worth it)"
