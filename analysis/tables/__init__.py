"""Tables of a report: built once as grids, written as terminal text, Markdown, CSV or HTML."""
