import json
import os

from generated_opc import AuthenticatedClient
from generated_opc.api.items import add_item
from generated_opc.api.orders import create_order, list_client_orders, show_client_order
from generated_opc.models import Item, NewItem, NewOrder, Order, OrderFilter, OrderType, PageOrderSummary, Problem

client = AuthenticatedClient(base_url=os.environ["KARAVAN_URL"], token=os.environ["KARAVAN_KEY"])
page = list_client_orders.sync(client=client, limit=2, filter_=OrderFilter.CURRENT)
assert isinstance(page, PageOrderSummary), page
order = show_client_order.sync(page.data[0].id, client=client)
assert isinstance(order, Order), order
draft = create_order.sync(client=client, body=NewOrder(type_=OrderType.STANDARD, title=f"copy of {order.number}"))
assert isinstance(draft, Order), draft
item = add_item.sync(
    draft.id,
    client=client,
    body=NewItem(
        title="Nike Dunk Low", url="https://detail.1688.com/offer/736512841907.html", price="459.00", quantity=2
    ),
    idempotency_key="openapi-python-client",
)
assert isinstance(item, Item), item
problem = show_client_order.sync(999_999_999, client=client)
assert isinstance(problem, Problem), problem
print(json.dumps({"order": draft.id, "item": item.id, "code": problem.code}))
