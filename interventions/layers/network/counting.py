"""Which rules a request meets, and the how-manieth of its path it is for each of them."""

from collections import Counter
from dataclasses import dataclass, field

from interventions.layers.network.ops import NetworkOp
from interventions.routes import Route, RouteTable


@dataclass(frozen=True)
class Hit:
    """One request as one rule counts it."""

    number: int
    op: NetworkOp
    nth: int

    @property
    def acts(self) -> bool:
        return self.nth > 0 and self.op.open_at(self.nth)


@dataclass
class Counting:
    """Counts by (rule, method, concrete path). A rule with `since` counts from the last answer of that route on."""

    ops: list[NetworkOp]
    table: RouteTable
    _seen: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    _started: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._routes = [op.route for op in self.ops]
        self._since = [Route.parse(op.since) if op.since else None for op in self.ops]
        self._started |= {i for i, since in enumerate(self._since) if since is None}

    def hits(self, method: str, path: str) -> list[Hit]:
        """The rules whose route the request is one of, each with its count; 0 where it has not started."""
        found = []
        for i, op in enumerate(self.ops):
            if self.table.hits(self._routes[i], method, path):
                found.append(Hit(i, op, self._count(i, method, path)))
        return found

    def _count(self, i: int, method: str, path: str) -> int:
        if i not in self._started:
            return 0
        self._seen[i, method, path] += 1
        return self._seen[i, method, path]

    def answered(self, method: str, path: str) -> None:
        """A request was answered with 2xx: rules that wait for it start anew."""
        for i, since in enumerate(self._since):
            if since is not None and self.table.hits(since, method, path):
                self._started.add(i)
                for key in [key for key in self._seen if key[0] == i]:
                    del self._seen[key]
