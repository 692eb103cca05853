"""Request and response bodies. Fields with a default are left out of responses unless they are set."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints


class Money(BaseModel):
    amount: str
    currency: str


class OrderSummary(BaseModel):
    id: int
    number: str
    type: str
    status: str
    title: str
    client_id: int
    client_code: str
    client_name: str
    items_count: int
    total: Money | None = None
    mixed_currencies: bool
    problem_count: int
    unread: bool
    thumbnails: list[str]
    assigned_staff_id: int | None = None
    created_at: datetime
    submitted_at: datetime | None
    last_activity_at: datetime
    updated_at: datetime
    has_note: bool | None = None


class OrderPage(BaseModel):
    data: list[OrderSummary]
    next_cursor: str | None


class ItemGroup(BaseModel):
    id: int
    shop_name: str
    shop_url: str | None
    marketplace: str | None
    domestic: Money | None = None
    has_note: bool | None = None


class Item(BaseModel):
    id: int
    group_id: int
    status: str
    title: str
    url: str
    marketplace: str | None
    external_id: str | None
    variant: str | None
    image_url: str | None
    options: list[Any] | None = None
    sku_id: str | None = None
    images: list[str] | None = None
    unit_weight_grams: int | None = None
    unit_size_mm: dict[str, int] | None = None
    price_source: dict[str, str] | None = None
    uncertain: list[str] | None = None
    proof_at: datetime | None = None
    price: Money | None = None
    total: Money | None = None
    price_uncertain: bool
    quantity: int
    comment: str
    agent_price: Money | None = None
    agent_quantity: int | None = None
    agent_comment: str | None = None
    agent_bought: Money | None = None
    refuse_reason: str | None = None
    problem_reason: str | None = None
    marketplace_order_number: str | None = None
    domestic_track: str | None = None
    cell: str | None = None
    counted_quantity: int | None = None
    weight_grams: int | None = None
    volume_cm3: int | None = None
    moves: list[str] | None = None
    source: str
    version: int
    created_at: datetime
    updated_at: datetime
    has_note: bool | None = None


class OrderCard(OrderSummary):
    agent_name: str
    comment: str
    currency: str
    destination_country: str | None
    destination_city: str | None
    recipient: dict[str, Any] | None = None
    delivery: dict[str, int]
    other_totals: list[Money]
    groups: list[ItemGroup]
    items: list[Item]
    items_cursor: str | None
    moves: list[str]
    version: int


class Draft(BaseModel):
    id: int
    number: str
    title: str
    client_id: int
    agent_name: str
    currency: str
    items_count: int
    total: Money
    updated_at: datetime


class AddedItem(BaseModel):
    item: Item
    order: Draft


def text(length: int, minimum: int = 0) -> Any:
    return StringConstraints(strip_whitespace=True, min_length=minimum, max_length=length)


Url = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2048, pattern=r"^https?://\S+$")]


class Shop(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, text(200)]
    url: Url | None = None


class NewItem(BaseModel):
    model_config = ConfigDict(extra="forbid")
    title: Annotated[str, text(500, 1)]
    url: Url
    price: Annotated[str, StringConstraints(pattern=r"^\d{1,7}(\.\d{1,2})?$")]
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "CNY"
    quantity: Annotated[int, Field(ge=1, le=99_999)] = 1
    image_url: Url | None = None
    marketplace: Annotated[str, text(40)] | None = None
    external_id: Annotated[str, text(100)] | None = None
    variant: Annotated[str, text(300)] | None = None
    shop: Shop | None = None
    comment: Annotated[str, text(2000)] = ""
    price_uncertain: bool = False
