"""Which side may make which move in which status."""

from .models import Order, OrderItem

ORDER_MOVES = {
    "client": {
        "take_back": lambda order: order.status == "submitted" and order.pricing_opened_at is None,
        "submit": lambda order: order.status == "draft" and order.items_count > 0,
        "pay": lambda order: order.status == "quoted" and order.type == "standard",
        "cancel": lambda order: order.status in ("draft", "submitted", "quoted"),
    },
    "staff": {
        "quote": lambda order: order.status == "submitted" and order.type == "standard" and order.items_count > 0,
        "reopen": lambda order: order.status == "quoted" and order.type == "standard",
        "start_purchase": lambda order: order.status == "paid" and order.type == "standard",
        "expect": lambda order: order.status == "submitted" and order.type == "self_buyout" and order.items_count > 0,
        "cancel": lambda order: (order.type, order.status)
        in {
            ("standard", "submitted"),
            ("standard", "quoted"),
            ("standard", "paid"),
            ("self_buyout", "submitted"),
            ("self_buyout", "expected"),
        },
    },
}

IN_WORK = {"purchasing", "purchased", "expected", "at_warehouse"}


def order_moves(order: Order, side: str) -> list[str]:
    return [move for move, is_allowed in ORDER_MOVES[side].items() if is_allowed(order)]


def item_moves(item: OrderItem, order: Order, side: str) -> list[str]:
    status, is_standard = item.status, order.type == "standard"
    may_send_self = not is_standard and status == "approved" and order.status == "expected"
    if side == "client":
        return ["send"] if may_send_self else []
    allowed = {
        "approve": status in ("new", "refused") and order.status == "submitted",
        "refuse": status in ("new", "approved") and order.status == "submitted",
        "buy": status == "approved" and order.status in ("paid", "purchasing") and is_standard,
        "send": (status == "bought" and order.status in ("purchasing", "purchased") and is_standard) or may_send_self,
        "receive": (status in ("bought", "sent") and order.status in ("purchasing", "purchased") and is_standard)
        or (status in ("approved", "sent") and order.status == "expected" and not is_standard),
        "report": status in ("bought", "sent", "at_warehouse") and order.status in IN_WORK,
        "resolve": status == "problem" and order.status in IN_WORK | {"shipped"},
        "return": status in ("bought", "sent", "at_warehouse", "problem") and order.status in IN_WORK | {"shipped"},
        "refund": status in ("approved", "bought", "sent", "at_warehouse", "problem", "returned", "accepted")
        and order.status in ("paid", "purchasing", "purchased", "at_warehouse", "shipped", "accepted")
        and is_standard,
    }
    return [move for move, is_allowed in allowed.items() if is_allowed]
