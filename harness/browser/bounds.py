"""How long the driver waits for what. Experimental parameters: the same in both arms, part of the fingerprint."""

from pydantic import BaseModel, ConfigDict, Field


class Bounds(BaseModel):
    """All in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    action: float = Field(default=0.5, description="How long a control may take to become actionable.")
    quiet: float = Field(default=0.03, description="How long requests and the document must rest to count as settled.")
    settle: float = Field(default=1.5, description="The longest wait for that rest.")
    pending: float = Field(
        default=0.15, description="The least time that reading a page gets while a navigation is pending."
    )
    read: float = Field(default=10.0, description="The longest that reading a page with nothing pending may take.")
    call: float = Field(default=15.0, description="The longest that one input to the browser may take.")
    longest_wait: float = Field(default=30.0, description="Cap of the wait action.")
    drain: float = Field(
        default=5.0, le=60, description="The longest wait, at the end, for requests that are still on their way."
    )
