/** Every page of both cabinets, the doors and the public pages, with data for them. */
import type { Browser, BrowserContext } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT, type Guard, PASSWORD } from "../harness/api.ts";
import type { Server } from "../harness/server.ts";
import { expect } from "../harness/test.ts";

/** A page: the path of its route, the address that is opened, and who is logged in. */
export interface Place {
  route: string;
  url: string;
  guard: Guard | "nobody";
}

export interface Ids {
  order: number;
  request: number;
  notification: number;
  cell: number;
  code: string;
  upload: string;
}

const place = (guard: Place["guard"], route: string, url = route): Place => ({ guard, route, url });

export const places = (ids: Ids): Place[] => [
  ...["/agent/login", "/agent/code", "/agent/confirm", "/agent/register"].map((route) => place("nobody", route)),
  ...["/agent/recovery", "/agent/invitation"].map((route) => place("nobody", route)),
  ...["/agent/login-email", "/agent/forgot-password"].map((route) => place("nobody", route)),
  place("nobody", "/agent/reset-password/:token", "/agent/reset-password/nosuchtoken"),
  place("nobody", "/agent/confirm-email/:token", "/agent/confirm-email/nosuchtoken"),
  ...["/client/login", "/client/code", "/client/confirm", "/client/register"].map((route) => place("nobody", route)),
  ...["/client/recovery", "/client/invitation", "/client/app"].map((route) => place("nobody", route)),
  place("nobody", "/client/unsubscribe/:token", "/client/unsubscribe/nosuchtoken"),
  place("nobody", "/client/confirm-email/:token", "/client/confirm-email/nosuchtoken"),
  place("nobody", "/client/r/:code", `/client/r/${ids.code}`),
  place("nobody", "/su/:token", ids.upload),

  place("agent", "/agent/labels", `/agent/labels?kind=order&ids=${ids.order}`),
  ...["home", "orders", "shipments", "shipping-requests", "deliveries"].map((page) => place("agent", `/agent/${page}`)),
  ...["/agent/balance-requests", "/agent/statement-lines", "/agent/wallet-topups"].map((route) => place("agent", route)),
  ...["/agent/withdrawals", "/agent/cash-entries", "/agent/notifications"].map((route) => place("agent", route)),
  ...["/agent/notifications/create", "/agent/balance", "/agent/reports"].map((route) => place("agent", route)),
  ...["/agent/staff", "/agent/profile"].map((route) => place("agent", route)),
  ...["/agent/access-groups", "/agent/onboarding", "/agent/settings", "/agent/scan", "/agent/cells"].map((route) => place("agent", route)),
  ...["/agent/purchasing", "/agent/chats"].map((route) => place("agent", route)),
  ...["/agent/clients", "/agent/clients/import", "/agent/clients/import/orders"].map((route) => place("agent", route)),
  ...["rate", "delivery_methods", "payments", "conditions", "services", "notifications"].map((tab) =>
    place("agent", "/agent/settings", `/agent/settings?tab=${tab}`),
  ),
  place("agent", "/agent/shipments", "/agent/shipments?tab=to_pack"),
  place("agent", "/agent/scan", "/agent/scan?mode=receive"),
  place("agent", "/agent/chats", "/agent/chats?tab=all"),
  place("agent", "/agent/orders/:id", `/agent/orders/${ids.order}`),
  place("agent", "/agent/orders/:id/costs", `/agent/orders/${ids.order}/costs`),
  place("agent", "/agent/shipments/:id", "/agent/shipments/2"),
  place("agent", "/agent/shipments/:id/delivery", "/agent/shipments/2/delivery"),
  place("agent", "/agent/shipping-requests/:id", `/agent/shipping-requests/${ids.request}`),
  place("agent", "/agent/deliveries/:id", "/agent/deliveries/3"),
  place("agent", "/agent/loading/:id", "/agent/loading/3"),
  place("agent", "/agent/packing-list/:id", "/agent/packing-list/2"),
  place("agent", "/agent/manifest/:id", "/agent/manifest/3"),
  place("agent", "/agent/notifications/:id", `/agent/notifications/${ids.notification}`),
  place("agent", "/agent/cells/:id", `/agent/cells/${ids.cell}`),
  place("agent", "/agent/clients/:id", "/agent/clients/1"),
  place("agent", "/agent/*any", "/agent/no-such-page"),

  ...["/client/home", "/client/orders", "/client/orders/create"].map((route) => place("client", route)),
  ...["/client/shipments", "/client/shipping-requests"].map((route) => place("client", route)),
  ...["/client/shipping-requests/create", "/client/recipients"].map((route) => place("client", route)),
  ...["/client/balance", "/client/wallet-topup"].map((route) => place("client", route)),
  ...["/client/announcements", "/client/staff", "/client/profile"].map((route) => place("client", route)),
  ...["/client/access-groups", "/client/settings"].map((route) => place("client", route)),
  place("client", "/client/orders/:id", `/client/orders/${ids.order}`),
  place("client", "/client/orders/:id/costs", `/client/orders/${ids.order}/costs`),
  place("client", "/client/shipments/:id", "/client/shipments/2"),
  place("client", "/client/shipments/:id/delivery", "/client/shipments/2/delivery"),
  place("client", "/client/shipping-requests/:id", `/client/shipping-requests/${ids.request}`),
  place("client", "/client/*any", "/client/no-such-page"),
];

/** Brings the demo data to a state in which every page has something to show. */
export async function prepare(server: Server): Promise<Ids> {
  const [owner, client] = [await Api.login(server, "agent", AGENT_OWNER), await Api.login(server, "client", CLIENT)];
  const draft = await client.draft("Все страницы");
  await client.addItem(draft.id, { title: "不锈钢保温杯", url: "https://detail.1688.com/offer/1.html", price: "12.50" });
  const order = await client.submit(draft.id);
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "10000", currency: "RUB", memo: "пополнение" });
  await client.pay(order.id, "RUB");
  const items = order.items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  const request = await client.post<{ id: number }>("/client/shipping-requests", { items, grouping: "together" });
  const text = { title: "Праздники", body: "Склад закрыт 1 октября.", audience: { kind: "all" } };
  const notification = await owner.post<{ id: number }>("/agent/notifications", text);
  const { data: cells } = await owner.post<{ data: { id: number; name: string }[] }>("/agent/cells", { names: ["Ж-77"] });
  const topup = await client.post<{ id: number; code: string }>("/client/balance/requests", { amount: "7777.50", currency: "RUB" });
  await owner.post(`/agent/balance-requests/${topup.id}/issue`, { requisites: "Сбербанк 2202 2000 1234 5678, Анна С." });
  await owner.post("/agent/statement-lines", {
    text: `20.11.2026;+7 777,50 RUB;перевод ${topup.code}\n20.11.2026;+1 200,00 RUB;ООО «Ромашка», за товар`,
  });
  const upload = await owner.post<{ url: string }>(`/agent/items/${items[0]}/upload-link`, {});
  return {
    order: order.id,
    request: request.id,
    notification: notification.id,
    cell: cells.find((cell) => cell.name === "Ж-77")!.id,
    code: topup.code,
    upload: new URL(upload.url, server.url).pathname,
  };
}

/** Logs in once for all pages. */
export async function contextOf(browser: Browser, server: Server, guard: Place["guard"]): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, locale: "ru-RU", colorScheme: "light", reducedMotion: "reduce" });
  if (guard !== "nobody") {
    const data = { phone: guard === "agent" ? AGENT_OWNER : CLIENT, password: PASSWORD };
    const answer = await context.request.post(`/${guard}/login/password`, { data, headers: { accept: "application/json" } });
    expect(answer.status()).toBe(200);
  }
  return context;
}
