"""What the customer means to buy: cart, saved for later, wishlists."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from envs.kit.columns import instant


class CartItem(SQLModel, table=True):
    """One line of the cart; a product and variant stands in it once."""

    __tablename__ = "shop_cart_items"
    id: str = Field(primary_key=True)
    product_id: str
    variant_id: str | None = None
    quantity: int = 1
    gift_wrap: bool = False
    added_at: datetime = instant()


class SavedItem(SQLModel, table=True):
    """A line put aside for later."""

    __tablename__ = "shop_saved_items"
    id: str = Field(primary_key=True)
    product_id: str
    variant_id: str | None = None
    quantity: int = 1
    saved_at: datetime = instant()


class Wishlist(SQLModel, table=True):
    """A named list; the default one cannot be deleted."""

    __tablename__ = "shop_wishlists"
    id: str = Field(primary_key=True)
    name: str
    private: bool = True
    is_default: bool = False
    created_at: datetime = instant()


class WishlistItem(SQLModel, table=True):
    """Something on a wishlist."""

    __tablename__ = "shop_wishlist"
    id: str = Field(primary_key=True)
    wishlist_id: str = Field(index=True)
    product_id: str
    variant_id: str | None = None
    note: str = ""
    quantity: int = 1
    added_at: datetime = instant()
