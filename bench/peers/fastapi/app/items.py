"""Adding an item to a draft by the extension."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from urllib.parse import urlsplit

from fastapi import APIRouter, HTTPException
from sqlalchemy import case, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from .auth import TokenCaller
from .database import Db
from .models import Order, OrderGroup, OrderHistory, OrderItem
from .schemas import AddedItem, Draft, NewItem
from .views import DECIMALS, item_view, money

router = APIRouter()
MAX_ITEMS = 1000
# Cyrillic letters that look like Latin ones, for searches.
SIMILAR_LETTERS = str.maketrans("авёекмнорстух", "abeekmhopctyx")


def search_words(text: str) -> str:
    """Text as searches compare it. Four neighbouring digits are repeated as one character."""
    words = []
    for word in text.lower().translate(SIMILAR_LETTERS).split():
        words.append(word)
        for run in re.findall(r"[0-9]{4,}", word):
            words.append("".join(chr(0x100000 + int(run[at : at + 4])) for at in range(len(run) - 3)))
    return " ".join(words)


def shop_key(new: NewItem) -> str:
    shop = new.shop.name.lower() if new.shop else ""
    if new.shop and new.shop.url:
        shop = re.split(r"[?#]", new.shop.url)[0].lower()
    return f"{new.marketplace or ''}|{shop}"


@router.post(
    "/api/ext/drafts/{order_id}/items", status_code=201, response_model=AddedItem, response_model_exclude_unset=True
)
async def add_item(db: Db, caller: TokenCaller, order_id: int, new: NewItem) -> AddedItem:
    now = datetime.now(UTC)
    price = int(Decimal(new.price).scaleb(DECIMALS.get(new.currency, 2)))
    if not 1 <= price <= 999_999_999:
        raise HTTPException(422, "validation_failed")
    shop_name = new.shop.name if new.shop else ""
    words = search_words(" ".join(filter(None, [new.title, new.variant, new.external_id, shop_name])))
    is_order_currency = Order.currency == new.currency
    owned = or_(*((Order.agent_id == agent) & (Order.client_id == client) for agent, client in caller.clients))
    order = (
        await db.execute(
            update(Order)
            .where(Order.id == order_id, Order.status == "draft", Order.items_count < MAX_ITEMS, owned)
            .values(
                total_minor=case((is_order_currency, Order.total_minor + price * new.quantity), else_=Order.total_minor),
                mixed_currencies=case((is_order_currency, Order.mixed_currencies), else_=True),
                items_count=Order.items_count + 1,
                search_text=func.concat(Order.search_text, f" {words}"),
                version=Order.version + 1,
                last_activity_at=now,
                updated_at=now,
            )
            .returning(Order)
            .execution_options(synchronize_session=False)
        )
    ).scalar_one_or_none()
    if order is None:
        exists = await db.scalar(select(Order.status).where(Order.id == order_id, owned))
        raise HTTPException(404 if exists is None else 409, "not_found" if exists is None else "conflict")
    group = insert(OrderGroup).values(
        agent_id=order.agent_id,
        client_id=order.client_id,
        order_id=order.id,
        shop_key=shop_key(new),
        shop_name=shop_name,
        shop_url=new.shop.url if new.shop else None,
        marketplace=new.marketplace,
        domestic_minor=0,
        created_at=now,
        updated_at=now,
    )
    group_id = await db.scalar(
        group.on_conflict_do_update(
            index_elements=[OrderGroup.order_id, OrderGroup.shop_key],
            set_={"updated_at": group.excluded.updated_at},
        ).returning(OrderGroup.id)
    )
    item = OrderItem(
        agent_id=order.agent_id,
        client_id=order.client_id,
        order_id=order.id,
        group_id=group_id,
        status="new",
        title=new.title,
        url=new.url,
        marketplace=new.marketplace,
        external_id=new.external_id,
        variant=new.variant,
        image_url=new.image_url,
        price_minor=price,
        currency=new.currency,
        price_uncertain=new.price_uncertain,
        quantity=new.quantity,
        comment=new.comment,
        captured_shop=new.marketplace or urlsplit(new.url).hostname.removeprefix("www."),
        source="extension",
        version=1,
        created_at=now,
        updated_at=now,
    )
    db.add(item)
    await db.flush()
    db.add(
        OrderHistory(
            agent_id=order.agent_id,
            client_id=order.client_id,
            order_id=order.id,
            item_id=item.id,
            event="item_added",
            actor_kind="client",
            actor_user_id=caller.user_id,
            actor_name=caller.name,
            via="extension",
            detail=new.title,
            created_at=now,
        )
    )
    await db.commit()
    return AddedItem(
        item=item_view(item, order, "client", True, None),
        order=Draft(
            id=order.id,
            number=order.number,
            title=order.title,
            client_id=order.client_id,
            agent_name=caller.clients[(order.agent_id, order.client_id)],
            currency=order.currency,
            items_count=order.items_count,
            total=money(order.total_minor, order.currency),
            updated_at=order.updated_at,
        ),
    )
