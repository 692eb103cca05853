/** Nothing moves while a page loads: space is reserved, or what pushes is drawn first. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { createSubmittedOrder } from "../pages/chat.ts";
import { LoginPage } from "../pages/login.ts";
import { packedShipment } from "../pages/parcels.ts";

/** The largest sum of layout shifts. From 0.1 on, people notice. */
const MAX_SHIFT = 0.02;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Observes layout shifts from the start of each document. */
async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const moved = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : String(node)));
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved });
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
  });
}

async function expectNoShift(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  const shifts = await page.evaluate(() => Reflect.get(window, "shifts") as { value: number; moved: string[] }[]);
  const sum = shifts.reduce((total, shift) => total + shift.value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(MAX_SHIFT);
}

/** Delays each API request differently, so that the parts of a page arrive one after another. */
async function delayRequests(page: Page): Promise<void> {
  let requests = 0;
  await page.route(/\/(agent|client)\/(?!login)/, async (route) => {
    requests += 1;
    const isApi = route.request().headers()["accept"]?.includes("json") ?? false;
    if (isApi) await new Promise((resolve) => setTimeout(resolve, 40 + (requests % 5) * 60));
    await route.continue().catch(() => undefined);
  });
}

/** Each item has a button below it, once the services that the agent offers are known. */
async function submittedOrderOf(client: Api, items: number): Promise<Order> {
  const draft = await client.draft("Ещё без цены и не прыгает");
  for (let number = 1; number <= items; number += 1) {
    await client.addItem(draft.id, { title: `杯子 ${number}`, url: `https://detail.1688.com/offer/${number}.html`, price: "15.20" });
  }
  return client.submit(draft.id);
}

for (const width of [1280, 390]) {
  test(`the staff's order card does not jump, ${width} px`, async ({ page, client }) => {
    const order = await createSubmittedOrder(client, "Не прыгает");
    await client.post(`/client/orders/${order.id}/chat`, { body: "Когда выкуп?" });
    await page.setViewportSize({ width, height: 800 });
    await observeShifts(page);
    await delayRequests(page);
    await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
    await expect(page.getByTestId("order-number")).toBeVisible();
    await expect(page.getByTestId("tab-badge"), "the chat has a message").toHaveText("1");
    await expectNoShift(page);
    await page.getByTestId("tab-chat").click();
    await expect(page.getByTestId("chat").getByText("Когда выкуп?")).toBeVisible();
    await expectNoShift(page);
  });

  test(`the client's list does not jump, ${width} px`, async ({ page, client }) => {
    await createSubmittedOrder(client, "Не прыгает");
    await page.setViewportSize({ width, height: 800 });
    await observeShifts(page);
    await delayRequests(page);
    await new LoginPage(page).logIn("client", CLIENT, "/client/orders");
    await expect(page.getByTestId("order-row").first()).toBeVisible();
    await expectNoShift(page);
  });

  test(`the client's order card does not jump, ${width} px`, async ({ page, server, client }) => {
    const owner = await Api.login(server, "agent", AGENT_OWNER);
    const quoted = await createSubmittedOrder(client, "Оценён и не прыгает");
    await owner.post(`/agent/orders/${quoted.id}/quote`, { rate: "12.5" });
    const unpriced = await submittedOrderOf(client, 20);
    const parcel = await packedShipment(owner, client);
    const { items } = await client.send<{ items: { order_id: number }[] }>("GET", `/client/shipments/${parcel.id}`);
    await page.setViewportSize({ width, height: 800 });
    await observeShifts(page);
    await delayRequests(page);
    await new LoginPage(page).logIn("client", CLIENT, "/client/orders");
    for (const id of [quoted.id, unpriced.id, ...items.map((item) => item.order_id)]) {
      await page.goto(`/client/orders/${id}`);
      await expect(page.getByTestId("order-number")).toBeVisible();
      await expectNoShift(page);
    }
  });
}
