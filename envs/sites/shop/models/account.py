"""The customer's own data, what the shop writes to them, and the help centre."""

from datetime import date, datetime
from decimal import Decimal

from sqlmodel import Field, SQLModel

from envs.kit.columns import instant, json_list, money


class Profile(SQLModel, table=True):
    """The account's owner; the table has one row."""

    __tablename__ = "shop_profile"
    id: str = Field(primary_key=True)
    name: str
    email: str
    phone: str
    language: str
    member_since: date
    marketing_email: bool
    marketing_post: bool
    marketing_sms: bool
    order_updates: str
    price_alerts: bool
    stock_alerts: bool
    review_reminders: bool


class Address(SQLModel, table=True):
    """A delivery address; `area` follows from the postcode."""

    __tablename__ = "shop_addresses"
    id: str = Field(primary_key=True)
    label: str
    recipient: str
    line1: str
    line2: str = ""
    city: str
    postcode: str
    area: str
    phone: str = ""
    instructions: str = ""
    default: bool = False


class PaymentMethod(SQLModel, table=True):
    """A card or a bank account. `expires` is "YYYY-MM" so that text order is time order; "" for a bank account."""

    __tablename__ = "shop_payment_methods"
    id: str = Field(primary_key=True)
    kind: str
    brand: str
    last_four: str
    expires: str
    holder: str
    nickname: str
    default: bool = False


class GiftCard(SQLModel, table=True):
    """A gift card; until it is redeemed it is not on the account."""

    __tablename__ = "shop_gift_cards"
    id: str = Field(primary_key=True)
    code: str
    sender: str
    initial: Decimal = money()
    balance: Decimal = money()
    expires: date
    redeemed_at: datetime | None = instant(default=None)


class Coupon(SQLModel, table=True):
    """An offer of the shop to this customer. How often it was used is counted over the orders.

    kind: percent | amount | delivery (free standard delivery). value: percent or pounds.
    max_discount caps a percentage.
    """

    __tablename__ = "shop_coupons"
    id: str = Field(primary_key=True)
    code: str
    title: str
    description: str
    kind: str
    value: Decimal = money()
    min_spend: Decimal = money()
    max_discount: Decimal | None = money(default=None)
    department: str | None = None
    starts_at: datetime = instant()
    expires_at: datetime = instant()
    uses_allowed: int = 1
    first_order_only: bool = False
    applied_at: datetime | None = instant(default=None)


class Notification(SQLModel, table=True):
    """A message of the shop in the account's inbox."""

    __tablename__ = "shop_notifications"
    id: str = Field(primary_key=True)
    kind: str
    title: str
    body: str
    href: str | None = None
    created_at: datetime = instant()
    read: bool = False


class Message(SQLModel, table=True):
    """What the customer wrote to customer care, and the reply."""

    __tablename__ = "shop_messages"
    id: str = Field(primary_key=True)
    topic: str
    subject: str
    body: str
    order_id: str | None = None
    created_at: datetime = instant()
    reply: str | None = None


class Article(SQLModel, table=True):
    """A help-centre article; `body` holds its paragraphs."""

    __tablename__ = "shop_articles"
    id: str = Field(primary_key=True)
    slug: str = Field(index=True)
    title: str
    topic: str
    summary: str
    body: list[str] = json_list()
    updated: date
