"""What a stored value should be: a tree of small tests, each giving the reasons why it does not hold."""

from evaluator.predicates.base import At, Predicate, PredicateError, Scope
from evaluator.predicates.parse import parse

__all__ = ["At", "Predicate", "PredicateError", "Scope", "parse"]
