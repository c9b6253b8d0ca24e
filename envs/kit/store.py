"""Templates and sessions: the one place where worlds are made, opened and closed."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sqlalchemy import Connection as SqlConnection
from sqlalchemy import Engine, Table
from sqlalchemy.schema import CreateIndex, CreateTable

from envs.kit.columns import to_instant_text
from envs.kit.draws import stream
from envs.kit.hooks import Hook
from envs.kit.session import OpenWorld, Receipt, Session, bound, make_engine
from envs.kit.site import Seeder, Site
from envs.kit.world import META, State, World

Op = dict[str, Any]
SeedApplier = Callable[[list[Op], World, Random], list[Receipt]]
HookFactory = Callable[[list[Op], OpenWorld, Random], Sequence[Hook]]


def no_seed_ops(ops: list[Op], world: World, rng: Random) -> list[Receipt]:
    """The applier of a server that hosts sites and nothing else; it refuses ops instead of dropping them."""
    if ops:
        raise ValueError("this server was started without an applier for seed ops")
    return []


def no_hooks(ops: list[Op], opened: OpenWorld, rng: Random) -> Sequence[Hook]:
    """Like `no_seed_ops`, for server ops."""
    if ops:
        raise ValueError("this server was started without hooks for server ops")
    return []


class SeedError(ValueError):
    """A site's own seed raised, or made rows that its tables do not take; no world was made."""


@dataclass(frozen=True)
class WorldRequest:
    """A world to open: the site, its seed, and the compiled ops of the seed and server layers."""

    site: str
    seed: int
    seed_ops: list[Op] = field(default_factory=list)
    server_ops: list[Op] = field(default_factory=list)


class Store:
    """All templates and sessions of one process. Templates are seeded once and then copied."""

    def __init__(
        self,
        sites: Sequence[Site],
        apply_seed: SeedApplier = no_seed_ops,
        make_hooks: HookFactory = no_hooks,
    ) -> None:
        self.sites: Mapping[str, Site] = {site.name: site for site in sites}
        self.sessions: dict[str, Session] = {}
        self._apply_seed, self._make_hooks = apply_seed, make_hooks
        self._engine = make_engine()
        self._templates: dict[tuple[str, int], tuple[World, bytes, State]] = {}

    def template(self, site: str, seed: int) -> World:
        """The clean world of a site and seed; never written to."""
        return self._template(site, seed)[0]

    def open(self, requests: Sequence[WorldRequest], session_id: str | None = None) -> Session:
        """A new session. ValueError for an id that is open already; nothing is kept where any step fails."""
        name = session_id or secrets.token_hex(5)
        if name in self.sessions:
            raise ValueError(f"a session named {name!r} is open already")
        worlds: dict[str, OpenWorld] = {}
        try:
            for request in requests:
                worlds[request.site] = self._open_world(request)
        except BaseException:
            for opened in worlds.values():
                opened.world.discard()
            raise
        self.sessions[name] = Session(name, worlds)
        return self.sessions[name]

    def close(self, session_id: str) -> None:
        """Drop a session and its worlds; nothing happens where it is closed already."""
        session = self.sessions.pop(session_id, None)
        for opened in session.worlds.values() if session else ():
            opened.world.discard()

    def _open_world(self, request: WorldRequest) -> OpenWorld:
        template, image, state = self._template(request.site, request.seed)
        opened = OpenWorld(template.clone(image), self._engine)
        # rows of the template are shared, never changed; what the ops write moves the baseline along row by row
        opened.world.baseline = {name: dict(rows) for name, rows in state.items()}
        try:
            draws = stream(request.seed, "seed_ops")
            for receipt in self._apply_seed(request.seed_ops, opened.world, draws):
                opened.record(receipt)
            draws = stream(request.seed, "server")
            opened.hooks.extend(self._make_hooks(request.server_ops, opened, draws))
        except BaseException:
            opened.world.discard()
            raise
        return opened

    def _template(self, name: str, seed: int) -> tuple[World, bytes, State]:
        key = (name, seed)
        if key not in self._templates:
            world = seeded(self.sites[name], seed, self._engine)
            self._templates[key] = (world, world.image(), world.state())
        return self._templates[key]


def seeded(site: Site, seed: int, engine: Engine | None = None) -> World:
    """A new world, filled by the site's own seed; the same bytes in any process. SeedError where that fails."""
    world = World.empty(site, seed)
    try:
        _fill(world, engine or make_engine())
    except BaseException as fault:
        world.discard()
        if not isinstance(fault, Exception):
            raise
        said = f"{type(fault).__name__}: {fault}".partition("\n")[0]
        raise SeedError(f"the world of {site.name} with seed {seed} cannot be made: {said}") from fault
    return world


def _fill(world: World, engine: Engine) -> None:
    """Tables, seeded rows and the session clock of an empty world."""
    site = world.site
    tables = [c.model.__table__ for c in site.collections.values()]  # type: ignore[attr-defined]
    with bound(engine, world.connection) as db:
        for table in tables:
            create(table, db.connection())
        db.add_all(site.seed(Seeder(world.seed, site.starts_at)))
        db.commit()
    world.connection.execute(f"CREATE TABLE {META} (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    world.set_meta("clock", to_instant_text(site.starts_at))
    world.connection.commit()
    world.connection.execute("VACUUM")


def create(table: Table, connection: SqlConnection) -> None:
    """Create a table and its indexes, these in the order of their names: SQLAlchemy keeps them in a set."""
    connection.execute(CreateTable(table))
    for index in sorted(table.indexes, key=lambda index: str(index.name)):
        connection.execute(CreateIndex(index))


def clean_state(site: Site, seed: int) -> State:
    """The state of the clean world, for looking up targets with no server."""
    world = seeded(site, seed)
    try:
        return world.state()
    finally:
        world.discard()
