import { addItem } from "./generated/orval/items/items";
import { OrderFilter, OrderType } from "./generated/orval/model";
import { createOrder, listClientOrders, showClientOrder } from "./generated/orval/orders/orders";
import { key, report } from "./job";

async function main() {
  const options = { headers: { Authorization: `Bearer ${key}` } };
  const page = await listClientOrders({ limit: 2, filter: OrderFilter.current }, options);
  if (page.status !== 200) throw new Error(page.data.code);
  const order = await showClientOrder(page.data.data[0].id, options);
  if (order.status !== 200) throw new Error(order.data.code);
  const draft = await createOrder({ type: OrderType.standard, title: `copy of ${order.data.number}` }, options);
  if (draft.status !== 201) throw new Error(draft.data.code);
  const item = await addItem(
    draft.data.id,
    { title: "Nike Dunk Low", url: "https://detail.1688.com/offer/736512841907.html", price: "459.00", quantity: 2 },
    { headers: { ...options.headers, "Idempotency-Key": "orval" } },
  );
  if (item.status !== 201) throw new Error(item.data.code);
  const missing = await showClientOrder(999_999_999, options);
  report(draft.data.id, item.data.id, missing.status === 404 ? missing.data.code : undefined);
}

void main();
