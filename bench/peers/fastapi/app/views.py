"""Response bodies from rows."""

import base64
from collections import defaultdict
from decimal import Decimal

from .auth import Caller
from .lifecycle import item_moves, order_moves
from .models import Order, OrderItem
from .schemas import Item, ItemGroup, Money, OrderCard

# The number of decimals of the currencies that have not two.
DECIMALS = {"JPY": 0, "KRW": 0, "VND": 0, "KWD": 3}
CARD_ITEMS = 100


def money(minor: int, currency: str) -> Money:
    decimals = DECIMALS.get(currency, 2)
    return Money(amount=str(Decimal(minor).scaleb(-decimals).quantize(Decimal(1).scaleb(-decimals))), currency=currency)


def encode_cursor(last_id: int) -> str:
    return base64.urlsafe_b64encode(last_id.to_bytes(8, "big")).decode().rstrip("=")


def decode_cursor(cursor: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), "big")


def effective(item: OrderItem) -> tuple[int, str, int]:
    """The unit price, its currency and the quantity that apply: the agent's, or else the client's."""
    price = (item.price_minor, item.currency)
    if item.agent_price_minor is not None and item.agent_currency is not None:
        price = (item.agent_price_minor, item.agent_currency)
    return *price, item.quantity if item.agent_quantity is None else item.agent_quantity


def item_view(item: OrderItem, order: Order, side: str, sees_prices: bool, has_note: bool | None) -> Item:
    is_staff = side == "staff"
    price, currency, quantity = effective(item)
    optional = {
        "options": item.options,
        "sku_id": item.sku_id,
        "images": item.images,
        "unit_weight_grams": item.unit_weight_grams,
        "unit_size_mm": item.unit_size_mm,
        "price_source": item.price_source if sees_prices else None,
        "uncertain": item.uncertain,
        "proof_at": item.proof_at,
        "price": money(item.price_minor, item.currency) if sees_prices else None,
        "total": money(price * quantity, currency) if sees_prices else None,
        "agent_price": money(price, currency) if sees_prices and item.agent_price_minor is not None else None,
        "agent_quantity": item.agent_quantity,
        "agent_comment": item.agent_comment,
        "agent_bought": money(item.agent_bought_minor, item.currency)
        if is_staff and sees_prices and item.agent_bought_minor is not None
        else None,
        "refuse_reason": item.refuse_reason,
        "problem_reason": item.problem_reason,
        "marketplace_order_number": item.marketplace_order_number if is_staff else None,
        "domestic_track": item.domestic_track,
        "cell": item.cell if is_staff else None,
        "counted_quantity": item.counted_quantity,
        "weight_grams": item.weight_grams,
        "volume_cm3": item.volume_cm3,
        "moves": item_moves(item, order, side) or None,
        "has_note": has_note,
    }
    return Item(
        id=item.id,
        group_id=item.group_id,
        status=item.status,
        title=item.title,
        url=item.url,
        marketplace=item.marketplace,
        external_id=item.external_id,
        variant=item.variant,
        image_url=item.image_url,
        price_uncertain=item.price_uncertain,
        quantity=item.quantity,
        comment=item.comment,
        source=item.source,
        version=item.version,
        created_at=item.created_at,
        updated_at=item.updated_at,
        **{name: value for name, value in optional.items() if value is not None},
    )


def group_views(items: list[OrderItem], order: Order, sees_prices: bool, notes: set[tuple[str, int]]) -> list[ItemGroup]:
    groups = {item.group_id: item.group for item in items}
    views = []
    for _, group in sorted(groups.items()):
        has_domestic = sees_prices and group.domestic_minor > 0
        domestic = {"domestic": money(group.domestic_minor, order.currency)} if has_domestic else {}
        views.append(
            ItemGroup(
                id=group.id,
                shop_name=group.shop_name,
                shop_url=group.shop_url,
                marketplace=group.marketplace,
                has_note=("group", group.id) in notes,
                **domestic,
            )
        )
    return views


def staff_card(
    order: Order, code: str, name: str, unread: bool, items: list[OrderItem], notes: set[tuple[str, int]], caller: Caller
) -> OrderCard:
    sees_prices = caller.allows("order_prices", "view")
    others: dict[str, int] = defaultdict(int)
    for item in items:
        price, currency, quantity = effective(item)
        if item.status not in ("refused", "returned", "refunded") and currency != order.currency:
            others[currency] += price * quantity
    shown = items[:CARD_ITEMS]
    optional = {
        "total": money(order.total_minor, order.currency) if sees_prices else None,
        "assigned_staff_id": order.assigned_staff_id,
        "recipient": order.recipient
        and {
            "recipient_id": order.recipient["source"],
            **order.recipient["recipient"],
            "pickup_point_id": order.recipient["pickup_point_id"],
            **({"documents": order.recipient["documents"]} if caller.allows("shipments", "edit") else {}),
        },
    }
    delivery = {
        "delivery_method_id": order.delivery_method_id,
        "packaging_id": order.packaging_id,
        "insurance_id": order.insurance_id,
    }
    return OrderCard(
        id=order.id,
        number=order.number,
        type=order.type,
        status=order.status,
        title=order.title,
        client_id=order.client_id,
        client_code=code,
        client_name=name,
        items_count=order.items_count,
        mixed_currencies=order.mixed_currencies,
        problem_count=order.problem_count,
        unread=unread,
        thumbnails=[item.image_url for item in items if item.image_url is not None][:4],
        created_at=order.created_at,
        submitted_at=order.submitted_at,
        last_activity_at=order.last_activity_at,
        updated_at=order.updated_at,
        has_note=("order", order.id) in notes,
        agent_name=caller.agent_name,
        comment=order.comment,
        currency=order.currency,
        destination_country=order.destination_country,
        destination_city=order.destination_city,
        delivery={name: value for name, value in delivery.items() if value is not None},
        other_totals=[money(minor, currency) for currency, minor in sorted(others.items())] if sees_prices else [],
        groups=group_views(shown, order, sees_prices, notes),
        items=[item_view(item, order, "staff", sees_prices, ("item", item.id) in notes) for item in shown],
        items_cursor=encode_cursor(shown[-1].id) if len(items) > CARD_ITEMS else None,
        moves=order_moves(order, "staff"),
        version=order.version,
        **{name: value for name, value in optional.items() if value is not None},
    )
