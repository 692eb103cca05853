"""Lists and cards of orders."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query
from sqlalchemy import ColumnElement, and_, case, false, func, or_, select, true
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from .auth import Caller, MemberCaller, StaffCaller
from .database import Db
from .models import Client, Note, Order, OrderItem, OrderRead
from .schemas import OrderCard, OrderPage, OrderSummary
from .views import CARD_ITEMS, decode_cursor, encode_cursor, money, staff_card

router = APIRouter()
UNREAD_DAYS = 90
MAX_ITEMS = 1000
Limit = Annotated[int, Query(ge=1, le=200)]


def is_unread(caller: Caller, side: str) -> ColumnElement[bool]:
    """Whether the other side did something that the caller has not seen."""
    number, time = (
        (Order.client_activity, Order.client_activity_at) if side == "staff" else (Order.staff_activity, Order.staff_activity_at)
    )
    seen = (
        select(OrderRead.seen_activity)
        .where(OrderRead.order_id == Order.id, OrderRead.side == side, OrderRead.user_id == caller.user_id)
        .scalar_subquery()
    )
    since = max(caller.joined_at, datetime.now(UTC) - timedelta(days=UNREAD_DAYS))
    return case((and_(time >= since, number > func.coalesce(seen, 0)), true()), else_=false()).label("unread")


async def thumbnails(db: AsyncSession, ids: list[int]) -> dict[int, list[str]]:
    """The first four pictures among the first eight items of each order."""
    first = (
        select(OrderItem.id, OrderItem.image_url)
        .where(OrderItem.order_id == Order.id)
        .order_by(OrderItem.id)
        .limit(8)
        .lateral("first_items")
    )
    statement = (
        select(Order.id, first.c.image_url)
        .join(first, true())
        .where(Order.id.in_(ids), first.c.image_url.is_not(None))
        .order_by(first.c.id)
    )
    found: dict[int, list[str]] = defaultdict(list)
    for order_id, url in await db.execute(statement):
        if len(found[order_id]) < 4:
            found[order_id].append(url)
    return found


async def order_page(
    db: AsyncSession, caller: Caller, side: str, condition: ColumnElement[bool], limit: int, cursor: str | None
) -> OrderPage:
    statement = (
        select(
            Order.id,
            Order.number,
            Order.type,
            Order.status,
            Order.title,
            Order.client_id,
            Client.code,
            Client.name,
            Order.items_count,
            Order.total_minor,
            Order.currency,
            Order.mixed_currencies,
            Order.problem_count,
            is_unread(caller, side),
            Order.assigned_staff_id,
            Order.created_at,
            Order.submitted_at,
            Order.last_activity_at,
            Order.updated_at,
        )
        .join(Client, Client.id == Order.client_id)
        .where(Order.agent_id == caller.agent_id, condition)
        .order_by(Order.id.desc())
        .limit(limit + 1)
    )
    if cursor is not None:
        statement = statement.where(Order.id < decode_cursor(cursor))
    rows = (await db.execute(statement)).all()
    shown = rows[:limit]
    ids = [row.id for row in shown]
    pictures = await thumbnails(db, ids)
    noted: set[int] = set()
    if side == "staff":
        notes = select(Note.notable_id).where(
            Note.agent_id == caller.agent_id, Note.notable_type == "order", Note.notable_id.in_(ids)
        )
        noted = set(await db.scalars(notes))
    sees_prices = caller.allows("order_prices", "view")
    data = []
    for row in shown:
        optional = {}
        if sees_prices:
            optional["total"] = money(row.total_minor, row.currency)
        if side == "staff":
            optional["has_note"] = row.id in noted
            if row.assigned_staff_id is not None:
                optional["assigned_staff_id"] = row.assigned_staff_id
        data.append(
            OrderSummary(
                id=row.id,
                number=row.number,
                type=row.type,
                status=row.status,
                title=row.title,
                client_id=row.client_id,
                client_code=row.code,
                client_name=row.name,
                items_count=row.items_count,
                mixed_currencies=row.mixed_currencies,
                problem_count=row.problem_count,
                unread=row.unread,
                thumbnails=pictures[row.id],
                created_at=row.created_at,
                submitted_at=row.submitted_at,
                last_activity_at=row.last_activity_at,
                updated_at=row.updated_at,
                **optional,
            )
        )
    return OrderPage(data=data, next_cursor=encode_cursor(ids[-1]) if len(rows) > limit else None)


def visible_to_staff(caller: Caller) -> ColumnElement[bool]:
    """Submitted orders; for staff who see only theirs, those assigned to them."""
    visible = Order.status != "draft"
    if caller.sees_only_own("orders"):
        visible = and_(visible, Order.assigned_staff_id == caller.staff_id)
    return visible


@router.get("/agent/orders", response_model=OrderPage, response_model_exclude_unset=True)
async def list_agent_orders(
    db: Db, caller: StaffCaller, limit: Limit = 50, cursor: str | None = None, client_id: int | None = None
) -> OrderPage:
    condition = visible_to_staff(caller)
    if client_id is not None:
        condition = and_(condition, Order.client_id == client_id)
    return await order_page(db, caller, "staff", condition, limit, cursor)


@router.get("/client/orders", response_model=OrderPage, response_model_exclude_unset=True)
async def list_client_orders(db: Db, caller: MemberCaller, limit: Limit = 50, cursor: str | None = None) -> OrderPage:
    return await order_page(db, caller, "client", Order.client_id == caller.client_id, limit, cursor)


async def mark_read(db: AsyncSession, caller: Caller, order: Order) -> None:
    read = insert(OrderRead).values(
        agent_id=order.agent_id,
        client_id=order.client_id,
        order_id=order.id,
        side="staff",
        user_id=caller.user_id,
        seen_activity=order.client_activity,
        read_at=datetime.now(UTC),
    )
    await db.execute(
        read.on_conflict_do_update(
            index_elements=[OrderRead.order_id, OrderRead.side, OrderRead.user_id],
            set_={
                "seen_activity": func.greatest(read.excluded.seen_activity, OrderRead.seen_activity),
                "read_at": read.excluded.read_at,
            },
        )
    )
    await db.commit()


@router.get("/agent/orders/{order_id}", response_model=OrderCard, response_model_exclude_unset=True)
async def get_agent_order(db: Db, caller: StaffCaller, order_id: int) -> OrderCard:
    found = (
        await db.execute(
            select(Order, Client.code, Client.name, is_unread(caller, "staff"))
            .join(Client, Client.id == Order.client_id)
            .where(Order.id == order_id, Order.agent_id == caller.agent_id, visible_to_staff(caller))
        )
    ).one_or_none()
    if found is None:
        raise HTTPException(404, "not_found")
    order, code, name, unread = found
    limit = MAX_ITEMS if order.mixed_currencies else CARD_ITEMS + 1
    items = list(
        await db.scalars(
            select(OrderItem)
            .options(joinedload(OrderItem.group))
            .where(OrderItem.order_id == order.id, OrderItem.agent_id == caller.agent_id)
            .order_by(OrderItem.id)
            .limit(limit)
        )
    )
    notes = await db.execute(
        select(Note.notable_type, Note.notable_id).where(
            Note.agent_id == caller.agent_id,
            or_(
                and_(Note.notable_type == "order", Note.notable_id == order.id),
                and_(Note.notable_type == "item", Note.notable_id.in_([item.id for item in items])),
                and_(Note.notable_type == "group", Note.notable_id.in_({item.group_id for item in items})),
            ),
        )
    )
    noted = {(kind, id) for kind, id in notes}
    card = staff_card(order, code, name, unread, items, noted, caller)
    if unread:
        await mark_read(db, caller, order)
    return card
