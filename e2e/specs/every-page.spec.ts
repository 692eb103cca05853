/**
 * Every page of both cabinets, the doors and the public pages: nothing wider than the screen, no accessibility violation, one `main`.
 *
 * `KARAVAN_SCREENSHOTS=folder` writes a picture of each page at each width and in both themes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT, type Guard, PASSWORD } from "../harness/api.ts";
import { repository } from "../harness/paths.ts";
import type { Server } from "../harness/server.ts";
import { expect, test } from "../harness/test.ts";

const WIDTHS = [320, 390, 1280, 1920];
/** The widths at which axe runs, in both themes: a phone and a desktop. */
const AXE_WIDTHS = [390, 1280];
const SCREENSHOTS = process.env.KARAVAN_SCREENSHOTS;
/** WCAG, and the best practices that the design promises. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const BEST_PRACTICES = ["heading-order", "landmark-one-main", "landmark-no-duplicate-main", "label-content-name-mismatch"];
const FAILING_IMPACTS = ["moderate", "serious", "critical"];

/** A page: the path of its route, the address that is opened, and who is logged in. */
interface Place {
  route: string;
  url: string;
  guard: Guard | "nobody";
}

type Theme = "light" | "dark";
const THEMES: readonly Theme[] = ["light", "dark"];

interface Ids {
  order: number;
  request: number;
  notification: number;
  cell: number;
  code: string;
  upload: string;
}

const place = (guard: Place["guard"], route: string, url = route): Place => ({ guard, route, url });

const places = (ids: Ids): Place[] => [
  ...["/agent/login", "/agent/code", "/agent/confirm", "/agent/register", "/agent/recovery"].map((route) => place("nobody", route)),
  ...["/agent/login-email", "/agent/forgot-password"].map((route) => place("nobody", route)),
  place("nobody", "/agent/reset-password/:token", "/agent/reset-password/nosuchtoken"),
  ...["/client/login", "/client/code", "/client/confirm", "/client/register", "/client/recovery"].map((route) => place("nobody", route)),
  place("nobody", "/client/unsubscribe/:token", "/client/unsubscribe/nosuchtoken"),
  place("nobody", "/client/r/:code", `/client/r/${ids.code}`),
  place("nobody", "/su/:token", ids.upload),
  place("nobody", "/api/docs"),

  place("agent", "/agent/labels", `/agent/labels?kind=order&ids=${ids.order}`),
  ...["/agent", "/agent/orders", "/agent/shipments", "/agent/shipping-requests", "/agent/deliveries"].map((route) => place("agent", route)),
  ...["/agent/balance-requests", "/agent/wallet-topups", "/agent/withdrawals", "/agent/notifications"].map((route) => place("agent", route)),
  ...["/agent/notifications/create", "/agent/balance", "/agent/reports", "/agent/staff", "/agent/profile"].map((route) => place("agent", route)),
  ...["/agent/access-groups", "/agent/onboarding", "/agent/settings", "/agent/scan", "/agent/cells"].map((route) => place("agent", route)),
  ...["/agent/clients", "/agent/clients/import"].map((route) => place("agent", route)),
  place("agent", "/agent/orders/:id", `/agent/orders/${ids.order}`),
  place("agent", "/agent/shipments/:id", "/agent/shipments/2"),
  place("agent", "/agent/shipments/:id/delivery", "/agent/shipments/2/delivery"),
  place("agent", "/agent/shipping-requests/:id", `/agent/shipping-requests/${ids.request}`),
  place("agent", "/agent/deliveries/:id", "/agent/deliveries/3"),
  place("agent", "/agent/notifications/:id", `/agent/notifications/${ids.notification}`),
  place("agent", "/agent/cells/:id", `/agent/cells/${ids.cell}`),
  place("agent", "/agent/clients/:id", "/agent/clients/1"),
  place("agent", "/agent/*any", "/agent/no-such-page"),

  ...["/client/home", "/client/orders", "/client/orders/create", "/client/shipments", "/client/shipping-requests"].map((route) => place("client", route)),
  ...["/client/shipping-requests/create", "/client/recipients", "/client/balance", "/client/wallet-topup"].map((route) => place("client", route)),
  ...["/client/announcements", "/client/staff", "/client/profile", "/client/access-groups", "/client/settings"].map((route) => place("client", route)),
  place("client", "/client/orders/:id", `/client/orders/${ids.order}`),
  place("client", "/client/shipments/:id", "/client/shipments/2"),
  place("client", "/client/shipments/:id/delivery", "/client/shipments/2/delivery"),
  place("client", "/client/shipping-requests/:id", `/client/shipping-requests/${ids.request}`),
  place("client", "/client/*any", "/client/no-such-page"),
];

/** The paths of the routes in `main.rs` of a SPA. */
function declaredRoutes(guard: Guard): string[] {
  const source = readFileSync(join(repository, `frontend-${guard}/src/main.rs`), "utf8");
  const routes = [...source.matchAll(/<Route path=path!\("([^"]*)"\)/g)].map((match) => match[1]!);
  return routes.map((path) => (path.startsWith("/") ? path : `/${guard}${path ? `/${path}` : ""}`));
}

/** Brings the demo data to a state in which every page has something to show. */
async function prepare(server: Server): Promise<Ids> {
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
async function contextOf(browser: Browser, server: Server, guard: Place["guard"]): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, locale: "ru-RU", colorScheme: "light", reducedMotion: "reduce" });
  if (guard !== "nobody") {
    const data = { phone: guard === "agent" ? AGENT_OWNER : CLIENT, password: PASSWORD };
    const answer = await context.request.post(`/${guard}/login/password`, { data, headers: { accept: "application/json" } });
    expect(answer.status()).toBe(200);
  }
  return context;
}

/** What axe finds. In the dark only the contrast differs. */
async function violations(page: Page, theme: Theme): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  const rules = Object.fromEntries(BEST_PRACTICES.map((rule) => [rule, { enabled: true }]));
  if (theme === "dark") builder.withRules(["color-contrast"]);
  else builder.options({ runOnly: { type: "tag", values: TAGS }, rules });
  const { violations } = await builder.analyze();
  return violations
    .filter((violation) => FAILING_IMPACTS.includes(violation.impact ?? ""))
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

async function look(page: Page, { url }: Place): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url);
  await page.locator("h1, h2").first().waitFor();
  await page.waitForLoadState("networkidle");
  if ((await page.locator("main").count()) !== 1) faults.push(`${url}: not exactly one main`);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      const add = (fault: string) => faults.push(`${url}, ${width} px, ${theme}: ${fault}`);
      const isChecked = AXE_WIDTHS.includes(width);
      if (theme === "dark" && !isChecked && !SCREENSHOTS) continue;
      await page.setViewportSize({ width, height: width < 800 ? 844 : 900 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) add(`${over} px wider than the screen`);
      if (isChecked) for (const violation of await violations(page, theme)) add(violation);
      if (SCREENSHOTS) {
        const name = url.replace(/^\//, "").replaceAll(/[^\w-]+/g, "_");
        await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${theme}.png`), fullPage: true });
      }
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  return faults;
}

test("the list has every route of both cabinets", () => {
  const listed = places({ order: 1, request: 1, notification: 1, cell: 1, code: "x", upload: "/su/x" });
  const routes = new Set(listed.map((listed) => listed.route));
  const missing = [...declaredRoutes("agent"), ...declaredRoutes("client")].filter((route) => !routes.has(route));
  expect(missing).toEqual([]);
});

for (const guard of ["agent", "client", "nobody"] as const) {
  test(`every page is right: ${guard}`, async ({ browser, server }) => {
    test.slow();
    const all = places(await prepare(server)).filter((place) => place.guard === guard);
    const context = await contextOf(browser, server, guard);
    const page = await context.newPage();
    const faults: string[] = [];
    for (const place of all) faults.push(...(await test.step(place.url, () => look(page, place))));
    await context.close();
    expect(faults).toEqual([]);
  });
}
