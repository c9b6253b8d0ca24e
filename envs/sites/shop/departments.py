"""The shop's departments, in the order of its menu."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Department:
    slug: str
    title: str
    icon: str
    blurb: str


DEPARTMENTS = (
    Department("lighting", "Lighting", "pendant", "Lamps, bulbs and lanterns for every corner"),
    Department("kitchen", "Kitchen & dining", "kettle", "Pans, knives and things that make breakfast better"),
    Department("audio", "Audio", "headphones", "Headphones, speakers and turntables"),
    Department("office", "Home office", "desk", "Desks, chairs and the small things on them"),
    Department("outdoors", "Outdoors", "tent", "For a night under canvas or an hour on the hill"),
    Department("bed-bath", "Bed & bath", "towel", "Duvets, towels and soft things"),
    Department("toys-games", "Toys & games", "board-game", "Board games, puzzles and rainy-day boxes"),
    Department("garden", "Garden & tools", "trowel", "Planters, hoses and tools that last"),
)
TITLES = {department.slug: department.title for department in DEPARTMENTS}
