"""Orders, returns and subscriptions. What a shop freezes when it sells stands in the row as text and amounts."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlmodel import Field, SQLModel

from envs.kit.columns import instant, json_list, money


class Order(SQLModel, table=True):
    """A placed order.

    items: [{line_id, product_id, variant_id, title, variant, quantity, unit_price, total, gift_wrap, status}], amounts
    as decimal strings, status `ordered` or `cancelled`.
    total = subtotal - discount + gift_wrap_fee + delivery_fee; charged = total - gift_card_used.
    gift_cards: what each gift card paid, [{gift_card_id, amount}].
    tracking: [{at, status, text, place}], oldest first.
    """

    __tablename__ = "shop_orders"
    id: str = Field(primary_key=True)
    number: str
    status: str
    placed_at: datetime = instant(index=True)
    items: list[dict[str, Any]] = json_list()
    address_id: str
    address_text: str
    recipient: str
    payment_method_id: str | None = None
    payment_text: str
    delivery_method: str
    delivery_date: date
    subtotal: Decimal = money()
    discount: Decimal = money()
    gift_wrap_fee: Decimal = money()
    delivery_fee: Decimal = money()
    total: Decimal = money()
    gift_card_used: Decimal = money()
    charged: Decimal = money()
    gift_cards: list[dict[str, Any]] = json_list()
    coupon_code: str | None = None
    gift_message: str = ""
    carrier: str | None = None
    tracking_number: str | None = None
    tracking: list[dict[str, Any]] = json_list()
    delivered_at: datetime | None = instant(default=None)
    cancelled_at: datetime | None = instant(default=None)
    cancel_reason: str | None = None


class Return(SQLModel, table=True):
    """Goods on their way back.

    items: [{line_id, product_id, variant_id, title, quantity, reason, refund}].
    refund_amount is what the customer gets: the items' refunds less the fee. events: [{at, status, text, place}].
    """

    __tablename__ = "shop_returns"
    id: str = Field(primary_key=True)
    number: str
    order_id: str = Field(index=True)
    status: str
    created_at: datetime = instant()
    items: list[dict[str, Any]] = json_list()
    method: str
    collection_date: date | None = None
    store_id: str | None = None
    refund_to: str
    refund_amount: Decimal = money()
    fee: Decimal = money()
    comment: str = ""
    events: list[dict[str, Any]] = json_list()


class Subscription(SQLModel, table=True):
    """A repeated delivery. `next_date` is null while it is paused, and once it is cancelled."""

    __tablename__ = "shop_subscriptions"
    id: str = Field(primary_key=True)
    product_id: str
    variant_id: str | None = None
    quantity: int = 1
    every_weeks: int
    next_date: date | None = None
    status: str
    resume_date: date | None = None
    unit_price: Decimal = money()
    address_id: str
    payment_method_id: str
    created_at: datetime = instant()
    skipped: list[str] = json_list()
