/** Every number of both cabinets that says how much waits, followed to its list. */
import type { Locator, Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const CUP = { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" };
/** Rows of a page. */
const PAGE = 50;

interface Counted {
  path: string;
  count: number;
}

/** The addresses of links, with the numbers in them. */
async function counted(links: Locator, number: string): Promise<Counted[]> {
  return links.evaluateAll(
    (all, number) =>
      all.map((link) => ({
        path: link.getAttribute("href")!,
        count: Number(link.querySelector(number)!.textContent),
      })),
    number,
  );
}

/** The rows of the list of a page, however it draws them. */
function rows(page: Page, path: string): Locator {
  const main = page.locator("main");
  if (path.startsWith("/agent/chats")) return main.getByTestId("dialogue");
  if (path.includes("tab=to_pack")) return main.getByTestId("packable").locator("li");
  if (path.startsWith("/client/orders")) return main.getByTestId("order-row");
  if (path.startsWith("/client/shipments")) return main.getByTestId("shipment-row");
  if (path.startsWith("/client/balance") || path.startsWith("/client/wallet-topup")) {
    return main.locator(".topups, .request-list").getByTestId("request");
  }
  return main.locator("tbody tr[data-testid]");
}

/** Opens a list, and expects as many rows as its number promised, and the same number below them. */
async function follow(page: Page, { path, count }: Counted): Promise<void> {
  await test.step(`${path}: ${count}`, async () => {
    await page.goto(path);
    await expect(rows(page, path)).toHaveCount(path.includes("tab=to_pack") ? count : Math.min(count, PAGE));
    const range = page.getByTestId("range");
    if (count > 0 && path.startsWith("/agent/") && !/chats|tab=to_pack/.test(path)) {
      await expect(range).toHaveText(`1–${Math.min(count, PAGE)} из ${count}`);
    }
  });
}

/** Follows the tabs with numbers on a page. Returns how many there are. */
async function followTabs(page: Page, path: string): Promise<number> {
  await page.goto(path);
  // A tab of an empty list may have no number.
  const links = page.locator("main nav a").filter({ has: page.locator(".count", { hasText: /^\d+$/ }) });
  await expect(links.first()).toBeVisible();
  const tabs = await counted(links, ".count");
  for (const tab of tabs) await follow(page, tab);
  return tabs.length;
}

/** The groups of the open bell, whose sum its own number is. */
async function bell(page: Page): Promise<Counted[]> {
  await page.getByTestId("bell").click();
  const links = page.getByTestId("bell-list").locator("a");
  await expect(links.first()).toBeVisible();
  const groups = await counted(links, ".count-badge");
  const sum = groups.reduce((total, group) => total + group.count, 0);
  await expect(page.getByTestId("bell-count")).toHaveText(sum > 99 ? "99+" : String(sum));
  await page.keyboard.press("Escape");
  return groups;
}

/** Two items of the client that the warehouse has received. */
async function itemsInWarehouse(owner: Api, client: Api): Promise<number[]> {
  const draft = await client.draft("На склад");
  for (const title of ["杯子", "盘子"]) await client.addItem(draft.id, { ...CUP, title });
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "1000", currency: "RUB", memo: "пополнение" });
  await client.pay(draft.id, "RUB");
  const card = await owner.send<{ items: { id: number }[] }>("GET", `/agent/orders/${draft.id}`);
  const items = card.items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  return items;
}

test("each number of the staff's cabinet is the length of the list behind it", async ({ page, client, server }) => {
  test.setTimeout(240_000);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await itemsInWarehouse(owner, client);
  await owner.post("/agent/deliveries", { carrier: "Восток" });
  await owner.post("/agent/notifications", { title: "Праздники", body: "Склад закрыт" });

  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/home");
  const tiles = page.locator(".counted-tasks a");
  await expect(tiles.first()).toBeVisible();
  const numbers = [...(await counted(tiles, "strong")), ...(await bell(page))];
  // The menu adds up what the bell lists for the same page.
  const groups = await bell(page);
  const menu = await counted(page.locator(".rail a:has([data-testid=menu-count])"), "[data-testid=menu-count]");
  expect(menu.length).toBeGreaterThan(2);
  for (const { path, count } of menu) {
    const of = groups.filter((group) => group.path === path || group.path.split("?")[0] === path);
    expect(count, path).toBe(of.reduce((total, group) => total + group.count, 0));
  }
  const seen = new Set<string>();
  // The invoices of the service are no table.
  for (const number of numbers.filter(({ path }) => path !== "/agent/balance")) {
    const key = `${number.path} ${number.count}`;
    if (!seen.has(key)) await follow(page, number);
    seen.add(key);
  }
  expect(seen.size).toBeGreaterThan(6);
  for (const [path, least] of [
    ["/agent/orders", 8],
    ["/agent/shipments", 10],
    ["/agent/shipping-requests", 3],
    ["/agent/deliveries", 2],
    ["/agent/chats", 3],
  ] as const) {
    expect(await followTabs(page, path), path).toBeGreaterThanOrEqual(least);
  }
  for (const [path, counts] of [
    ["/agent/clients", "/agent/clients/counts"],
    ["/agent/notifications", "/agent/notifications/counts"],
  ] as const) {
    const { count } = await owner.send<{ count: number }>("GET", counts);
    expect(count, path).toBeGreaterThan(0);
    await follow(page, { path, count });
  }
});

test("each number of the client's cabinet is the length of the list behind it", async ({ page, client, server }) => {
  test.setTimeout(120_000);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const asked: number[] = [];
  for (const amount of ["71.50", "72.50", "73.50", "74.50"]) {
    asked.push((await client.post<{ id: number }>("/client/balance/requests", { amount, currency: "RUB" })).id);
  }
  for (const id of asked.slice(0, 2)) {
    await owner.post(`/agent/balance-requests/${id}/issue`, { requisites: "Карта 2200 7000" });
  }
  await owner.post(`/agent/balance-requests/${asked[2]}/reject`, { reason: "повтор" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "100", currency: "CNY", memo: "пополнение" });
  const wallet = { wallet: "alipay", account: "a@b.cn", amount: "5" };
  const topup = await client.post<{ id: number }>("/client/wallet-topup", wallet);
  await owner.post(`/agent/wallet-topups/${topup.id}/reject`, { reason: "нет такого счёта" });

  const items = await itemsInWarehouse(owner, client);
  const shipment = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${shipment.id}`, { weight_grams: 900, places: 1, country: "ru", city: "Москва" });
  await owner.post(`/agent/shipments/${shipment.id}/moves`, { step: "pack" });

  await new LoginPage(page).logIn("client", CLIENT, "/client");
  const groups = await bell(page);
  const paths = groups.map((group) => group.path);
  for (const path of ["/client/balance?requests=issued", "/client/balance?requests=rejected", "/client/wallet-topup?requests=rejected"]) {
    expect(paths).toContain(path);
  }
  for (const group of groups) await follow(page, group);
  await page.goto("/client/balance?requests=issued");
  await expect(page.getByTestId("counted-requests")).toContainText("Ждут оплаты · 2");
  await expect(page.getByTestId("request-topup")).toBeHidden();
  await page.getByTestId("all-requests").click();
  await expect(page.getByTestId("request-topup")).toBeVisible();
  expect(await followTabs(page, "/client/orders")).toBeGreaterThan(1);
  expect(await followTabs(page, "/client/shipments")).toBeGreaterThan(0);
});
