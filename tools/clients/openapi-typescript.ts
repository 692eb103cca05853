import createClient from "openapi-fetch";
import type { paths } from "./generated/schema";
import { key, report, server, take } from "./job";

async function main() {
  const api = createClient<paths>({ baseUrl: server, headers: { Authorization: `Bearer ${key}` } });
  const page = take(await api.GET("/client/orders", { params: { query: { limit: 2, filter: "current" } } }));
  const order = take(await api.GET("/client/orders/{order}", { params: { path: { order: page.data[0].id } } }));
  const draft = take(await api.POST("/client/orders", { body: { type: "standard", title: `copy of ${order.number}` } }));
  const item = take(
    await api.POST("/client/orders/{order}/items", {
      params: { path: { order: draft.id }, header: { "Idempotency-Key": "openapi-typescript" } },
      body: { title: "Nike Dunk Low", url: "https://detail.1688.com/offer/736512841907.html", price: "459.00", quantity: 2 },
    }),
  );
  const { error } = await api.GET("/client/orders/{order}", { params: { path: { order: 999_999_999 } } });
  report(draft.id, item.id, error?.code);
}

void main();
