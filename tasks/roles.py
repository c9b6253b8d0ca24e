"""The roles by which elements are named: those of WAI-ARIA 1.2, and two of the accessibility tree."""

from typing import Annotated

from pydantic import AfterValidator

from evaluator.nearest import did_you_mean

_NAMES = """
    alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
    complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid
    gridcell group heading iframe img insertion link list listbox listitem log main mark marquee math menu menubar
    menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio
    radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong
    subscript superscript switch tab table tablist tabpanel term text textbox time timer toolbar tooltip tree treegrid
    treeitem StaticText RootWebArea
"""
ROLES = frozenset(_NAMES.split())


def _known(role: str) -> str:
    if role not in ROLES:
        raise ValueError(did_you_mean("role", role, ROLES))
    return role


Role = Annotated[str, AfterValidator(_known)]
"""A role; a misspelt one would name nothing and so never be found, or never be missed."""
