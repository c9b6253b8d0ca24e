"""The base of every model that people write or read: frozen, closed to unknown keys, naming the nearest known one."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from evaluator.nearest import did_you_mean


class Strict(BaseModel):
    """Frozen and extra-forbidding. An unknown key is reported at the key itself (error context `path`)."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        spelled = {field.alias or name for name, field in cls.model_fields.items()}
        unknown = [key for key in data if key not in spelled and key not in cls.model_fields]
        if unknown:
            text = "; ".join(did_you_mean("key", str(key), spelled) for key in unknown)
            raise located(text, (unknown[0],))
        return data


def located_all(faults: Sequence[tuple[tuple[str | int, ...], str]]) -> PydanticCustomError:
    """One validation error for several faults (at least one), each with its path below this place."""
    (path, text), *more = faults
    return PydanticCustomError("located", "{text}", {"text": text, "path": path, "more": more})


def located(text: str, path: tuple[str | int, ...]) -> PydanticCustomError:
    """A validation error that belongs `path` below the place where pydantic will put it."""
    return PydanticCustomError("located", "{text}", {"text": text, "path": path})
