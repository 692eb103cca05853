"""The tables of Karavan that the endpoints read and write, with the columns they need."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, ForeignKey, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator


class JsonText(TypeDecorator[Any]):
    """JSON in a text column."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> str | None:
        return None if value is None else json.dumps(value, ensure_ascii=False)

    def process_result_value(self, value: str | None, dialect: Any) -> Any:
        return None if value is None else json.loads(value)


class Base(DeclarativeBase):
    type_annotation_map = {int: BigInteger, str: Text, datetime: DateTime(timezone=True)}


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    disabled_at: Mapped[datetime | None]


class Agent(Base):
    __tablename__ = "agents"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    disabled_at: Mapped[datetime | None]


class Client(Base):
    __tablename__ = "clients"
    id: Mapped[int] = mapped_column(primary_key=True)
    agent_id: Mapped[int] = mapped_column(ForeignKey("agents.id"))
    code: Mapped[str]
    name: Mapped[str]
    disabled_at: Mapped[datetime | None]


class Staff(Base):
    __tablename__ = "staff"
    id: Mapped[int] = mapped_column(primary_key=True)
    agent_id: Mapped[int] = mapped_column(ForeignKey("agents.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    access_group_id: Mapped[int | None]
    is_owner: Mapped[bool]
    confirmed_at: Mapped[datetime | None]
    disabled_at: Mapped[datetime | None]


class ClientMember(Base):
    __tablename__ = "client_members"
    id: Mapped[int] = mapped_column(primary_key=True)
    agent_id: Mapped[int] = mapped_column(ForeignKey("agents.id"))
    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    access_group_id: Mapped[int | None]
    is_owner: Mapped[bool]
    confirmed_at: Mapped[datetime | None]
    disabled_at: Mapped[datetime | None]


class AccessGroupRight(Base):
    __tablename__ = "access_group_rights"
    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int]
    object: Mapped[str]
    level: Mapped[str]
    breadth: Mapped[str]


class LoginSession(Base):
    __tablename__ = "sessions"
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    guard: Mapped[str]
    staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))
    member_id: Mapped[int | None] = mapped_column(ForeignKey("client_members.id"))
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


class ExtensionToken(Base):
    __tablename__ = "extension_tokens"
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    token_hash: Mapped[str]
    last_used_at: Mapped[datetime | None]
    last_ip: Mapped[str | None]
    revoked_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[int] = mapped_column(primary_key=True)
    agent_id: Mapped[int] = mapped_column(ForeignKey("agents.id"))
    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id"))
    number: Mapped[str]
    type: Mapped[str]
    status: Mapped[str]
    title: Mapped[str]
    comment: Mapped[str]
    currency: Mapped[str]
    total_minor: Mapped[int]
    items_count: Mapped[int]
    mixed_currencies: Mapped[bool]
    destination_country: Mapped[str | None]
    destination_city: Mapped[str | None]
    recipient: Mapped[Any | None] = mapped_column(JsonText)
    delivery_method_id: Mapped[int | None]
    packaging_id: Mapped[int | None]
    insurance_id: Mapped[int | None]
    assigned_staff_id: Mapped[int | None]
    problem_count: Mapped[int]
    client_activity: Mapped[int]
    client_activity_at: Mapped[datetime | None]
    staff_activity: Mapped[int]
    staff_activity_at: Mapped[datetime | None]
    search_text: Mapped[str] = mapped_column(deferred=True)
    submitted_at: Mapped[datetime | None]
    pricing_opened_at: Mapped[datetime | None]
    last_activity_at: Mapped[datetime]
    version: Mapped[int]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class OrderGroup(Base):
    __tablename__ = "order_groups"
    id: Mapped[int] = mapped_column(primary_key=True)
    agent_id: Mapped[int]
    client_id: Mapped[int]
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"))
    shop_key: Mapped[str]
    shop_name: Mapped[str]
    shop_url: Mapped[str | None]
    marketplace: Mapped[str | None]
    domestic_minor: Mapped[int]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class OrderItem(Base):
    __tablename__ = "order_items"
    id: Mapped[int] = mapped_column(primary_key=True)
    agent_id: Mapped[int]
    client_id: Mapped[int]
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"))
    group_id: Mapped[int] = mapped_column(ForeignKey("order_groups.id"))
    group: Mapped[OrderGroup] = relationship()
    status: Mapped[str]
    title: Mapped[str]
    url: Mapped[str]
    marketplace: Mapped[str | None]
    external_id: Mapped[str | None]
    variant: Mapped[str | None]
    image_url: Mapped[str | None]
    price_minor: Mapped[int]
    currency: Mapped[str]
    price_uncertain: Mapped[bool]
    quantity: Mapped[int]
    comment: Mapped[str]
    agent_price_minor: Mapped[int | None]
    agent_currency: Mapped[str | None]
    agent_quantity: Mapped[int | None]
    agent_comment: Mapped[str | None]
    refuse_reason: Mapped[str | None]
    problem_reason: Mapped[str | None]
    marketplace_order_number: Mapped[str | None]
    domestic_track: Mapped[str | None]
    cell: Mapped[str | None]
    counted_quantity: Mapped[int | None]
    weight_grams: Mapped[int | None]
    volume_cm3: Mapped[int | None]
    agent_bought_minor: Mapped[int | None]
    options: Mapped[Any | None] = mapped_column(JsonText)
    sku_id: Mapped[str | None]
    images: Mapped[Any | None] = mapped_column(JsonText)
    unit_weight_grams: Mapped[int | None]
    unit_size_mm: Mapped[Any | None] = mapped_column(JsonText)
    price_source: Mapped[Any | None] = mapped_column(JsonText)
    uncertain: Mapped[Any | None] = mapped_column(JsonText)
    proof_at: Mapped[datetime | None]
    captured_shop: Mapped[str | None]
    source: Mapped[str]
    version: Mapped[int]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class OrderHistory(Base):
    __tablename__ = "order_history"
    id: Mapped[int] = mapped_column(primary_key=True)
    agent_id: Mapped[int]
    client_id: Mapped[int]
    order_id: Mapped[int]
    item_id: Mapped[int | None]
    event: Mapped[str]
    actor_kind: Mapped[str]
    actor_user_id: Mapped[int | None]
    actor_name: Mapped[str]
    via: Mapped[str]
    detail: Mapped[str]
    created_at: Mapped[datetime]


class OrderRead(Base):
    __tablename__ = "order_reads"
    id: Mapped[int] = mapped_column(primary_key=True)
    agent_id: Mapped[int]
    client_id: Mapped[int]
    order_id: Mapped[int]
    side: Mapped[str]
    user_id: Mapped[int]
    seen_activity: Mapped[int]
    read_at: Mapped[datetime]


class Note(Base):
    __tablename__ = "notes"
    id: Mapped[int] = mapped_column(primary_key=True)
    agent_id: Mapped[int]
    notable_type: Mapped[str]
    notable_id: Mapped[int]
