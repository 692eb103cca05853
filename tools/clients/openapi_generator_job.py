import json
import os

from openapi_client import ApiClient, Configuration, ItemsApi, NewItem, NewOrder, OrderFilter, OrdersApi, OrderType
from openapi_client.exceptions import NotFoundException
from openapi_client.models import Problem

configuration = Configuration(host=os.environ["KARAVAN_URL"], access_token=os.environ["KARAVAN_KEY"])
with ApiClient(configuration) as api:
    orders = OrdersApi(api)
    page = orders.list_client_orders(limit=2, filter=OrderFilter.CURRENT)
    order = orders.show_client_order(page.data[0].id)
    draft = orders.create_order(NewOrder(type=OrderType.STANDARD, title=f"copy of {order.number}"))
    item = ItemsApi(api).add_item(
        draft.id,
        NewItem(
            title="Nike Dunk Low", url="https://detail.1688.com/offer/736512841907.html", price="459.00", quantity=2
        ),
        idempotency_key="openapi-generator",
    )
    try:
        orders.show_client_order(999_999_999)
        code = None
    except NotFoundException as error:
        code = Problem.from_json(error.body).code
print(json.dumps({"order": draft.id, "item": item.id, "code": code}))
