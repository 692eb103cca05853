/** Goods in the warehouse and shipments, made by the API. */
import type { Api } from "../harness/api.ts";

const GOODS = {
  title: "加绒卫衣",
  url: "https://detail.1688.com/offer/7.html",
  price: "100.00",
  quantity: 2,
  shop: { name: "云裳服饰厂" },
};

/** Creates an order that is paid and received, and returns the ids of its items. */
export async function receivedItems(owner: Api, client: Api, title: string, count = 1): Promise<number[]> {
  const draft = await client.draft(title);
  for (let number = 1; number <= count; number += 1) {
    await client.post(`/client/orders/${draft.id}/items`, { ...GOODS, url: `https://detail.1688.com/offer/7${number}.html` });
  }
  const order = await client.post<{ id: number; items: { id: number }[] }>(`/client/orders/${draft.id}/submit`, {});
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "10000", currency: "RUB", memo: "пополнение" });
  await client.pay(order.id, "RUB");
  const items = order.items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  return items;
}

/** Creates a shipment of these items, which is being formed. */
export async function formingShipment(owner: Api, items: number[]): Promise<{ id: number; number: string }> {
  return owner.post<{ id: number; number: string }>("/agent/shipments", { client_id: 1, items });
}

/** Creates a packed and priced shipment. */
export async function packedShipment(owner: Api, client: Api): Promise<{ id: number; number: string }> {
  const shipment = await formingShipment(owner, await receivedItems(owner, client, "Карго"));
  await owner.patch(`/agent/shipments/${shipment.id}`, { weight_grams: 900, places: 1 });
  for (const body of [{ step: "pack" }, { step: "quote", cost: "10", rate: "12.5" }]) {
    await owner.post(`/agent/shipments/${shipment.id}/moves`, body);
  }
  return shipment;
}
