/** The scanner of the warehouse, and what is scanned. */
import type { Page } from "@playwright/test";
import type { Api, Order } from "../harness/api.ts";

export const WAREHOUSE = "+79990000004";

interface Label {
  code: string;
}

export interface Card extends Order {
  items: (Order["items"][number] & { cell?: string; status: string })[];
}

/** Creates an order with one item that was bought and sent to the warehouse. */
export async function onTheWay(owner: Api, client: Api, title: string, track: string): Promise<Card> {
  const draft = await client.draft(title);
  await client.addItem(draft.id, { title, url: "https://detail.1688.com/offer/5.html", price: "15.20", quantity: 3 });
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  const me = await client.send<Order & { client_id: number }>("GET", `/client/orders/${draft.id}`);
  await owner.post(`/agent/clients/${me.client_id}/balance/adjustments`, { amount: "5000", currency: "RUB", memo: "для проверки" });
  await client.pay(draft.id, "RUB");
  const card = await owner.send<Card>("GET", `/agent/orders/${draft.id}`);
  const items = card.items.map((item) => item.id);
  await owner.post("/agent/items/moves", { step: "buy", items });
  await owner.post("/agent/items/moves", { step: "send", items, domestic_track: track });
  return card;
}

export const label = async (owner: Api, kind: string, id: number) =>
  (await owner.send<{ data: Label[] }>("GET", `/agent/labels?kind=${kind}&ids=${id}`)).data[0]!.code;

export async function cell(owner: Api, name: string): Promise<{ id: number; code: string }> {
  const { data } = await owner.post<{ data: { id: number; name: string; code: string }[] }>("/agent/cells", { names: [name] });
  return data.find((one) => one.name === name)!;
}

/** Types like a USB scanner: fast, wherever the focus is, and with Enter at the end. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}
