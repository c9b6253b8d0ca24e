"""Figures of a report, drawn with matplotlib and no display: each is a function from numbers to a Figure."""
