/** Number fields: an input that does not parse shows an error next to the field, and the form is not sent. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const GOODS = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "60.00", quantity: 2 };

/** Collects the requests of the page that change data. The subscription of the chat may come late and changes nothing. */
function changes(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && pathname !== "/broadcasting/auth") seen.push(`${request.method()} ${pathname}`);
  });
  return seen;
}

/** Expects the field to have the focus and an error message that is also announced to screen readers. */
async function isRefused(page: Page, field: string, words: string): Promise<void> {
  const input = page.getByTestId(field);
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await expect(input).toBeFocused();
  const described = await input.getAttribute("aria-describedby");
  await expect(page.locator(`#${described}`)).toHaveText(words);
}

test("a mistyped rate shows an error beside its field and sends nothing", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Опечатка в курсе");
  await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const card = new OrderCard(page);
  await card.open("agent", draft.id);
  await page.getByTestId("quote").click();
  const sent = changes(page);
  await page.getByTestId("rate").fill("12,5руб");
  await page.getByTestId("confirm-step").click();
  await isRefused(page, "rate", "Введите число, например 12,5");
  expect(sent).toEqual([]);
  await expectAccessible(page);

  await page.getByTestId("rate").fill("12,5");
  await expect(page.getByTestId("number-fault")).toHaveCount(0);
  await page.getByTestId("confirm-step").click();
  await expect(card.status).toHaveClass(/quoted/);
  const money = await owner.send<{ quote: { rate: string; rate_source: string } }>("GET", `/agent/orders/${draft.id}/calculation`);
  expect([money.quote.rate, money.quote.rate_source]).toEqual(["12.50", "manual"]);
});

test("a mistyped rate or cost of a delivery sends nothing", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Опечатка в цене доставки");
  await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  await client.pay(draft.id, "RUB");
  const items = (await client.order(draft.id)).items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1 });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/shipments/${id}`);
  await page.getByTestId("quote").click();
  const sent = changes(page);
  await page.getByTestId("cost").fill("1 00");
  await page.getByTestId("rate").fill("12,5руб");
  await page.getByTestId("confirm-step").click();
  await isRefused(page, "cost", "Введите число, например 12,5");
  await page.getByTestId("cost").fill("1 200,50");
  await page.getByTestId("confirm-step").click();
  await isRefused(page, "rate", "Введите число, например 12,5");
  expect(sent).toEqual([]);
  await page.getByTestId("rate").fill(" 12,5 ");
  await page.getByTestId("confirm-step").click();
  await expect(page.getByTestId("shipment-status")).toHaveText("Ждёт оплаты");
  const seen = await owner.send<{ cost: { amount: string }; rate: string }>("GET", `/agent/shipments/${id}`);
  expect([seen.cost.amount, seen.rate]).toEqual(["1200.50", "12.50"]);
});

test("a price with spaces and a decimal comma is accepted", async ({ page, client }) => {
  const draft = await client.draft("Цена с пробелом");
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  await page.getByTestId("add-item").click();
  await page.getByTestId("title").fill("Сервер");
  await page.getByTestId("url").fill("https://detail.1688.com/offer/7.html");
  const sent = changes(page);
  await page.getByTestId("price").fill("12 345,6789012");
  await page.getByTestId("quantity").fill("2,5");
  await page.getByTestId("save-item").click();
  await isRefused(page, "price", "Знаков после запятой не больше: 6");
  await page.getByTestId("price").fill("12\u00a0345,67");
  await page.getByTestId("save-item").click();
  await isRefused(page, "quantity", "Введите целое число");
  expect(sent).toEqual([]);
  await page.getByTestId("quantity").fill("2");
  await page.getByTestId("save-item").click();
  await expect(page.getByTestId("total")).toContainText("24 691,34");
});

test("English and Chinese group thousands by commas", async ({ page, client }) => {
  await page.addInitScript(() => localStorage.setItem("karavan.language", "en"));
  const draft = await client.draft("In English");
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  for (const [price, stored] of [
    ["1,500", "1500.00"],
    ["1,500.00", "1500.00"],
    ["1.500", "1.50"],
    ["2,5", "2.50"],
  ] as const) {
    await page.getByTestId("add-item").click();
    await page.getByTestId("title").fill(`Server ${price}`);
    await page.getByTestId("url").fill("https://detail.1688.com/offer/7.html");
    await page.getByTestId("price").fill(price);
    await page.getByTestId("save-item").click();
    await expect(page.getByTestId("item").filter({ hasText: `Server ${price}` }).first()).toBeVisible();
    const { items } = await client.order(draft.id);
    expect(items.at(-1)?.price.amount).toBe(stored);
  }
  await page.getByTestId("add-item").click();
  await page.getByTestId("title").fill("Server");
  await page.getByTestId("url").fill("https://detail.1688.com/offer/7.html");
  await page.getByTestId("price").fill("1,085.2555555");
  await page.getByTestId("save-item").click();
  await isRefused(page, "price", "Decimal places at most: 6");
});

test("a number that can be meant in two ways is asked for again", async ({ page, client }) => {
  const draft = await client.draft("Две точки зрения");
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  const fill = async (price: string) => {
    await page.getByTestId("title").fill("Сервер");
    await page.getByTestId("url").fill("https://detail.1688.com/offer/7.html");
    await page.getByTestId("price").fill(price);
    await page.getByTestId("save-item").click();
  };
  await page.getByTestId("add-item").click();
  await fill("1.500");
  await isRefused(page, "price", "число можно прочесть двояко: 1,5 или 1500");
  await fill("1.500,00");
  await expect(page.getByTestId("total")).toContainText("1 500,00");
});

test("on a phone the invalid field is not hidden behind the bar", async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const draft = await client.draft("Опечатка на телефоне");
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  await page.getByTestId("add-item").click();
  await page.getByTestId("title").fill("Сервер");
  await page.getByTestId("url").fill("https://detail.1688.com/offer/7.html");
  await page.getByTestId("price").fill("12 345,6789012");
  await page.getByTestId("quantity").fill("2,5");
  await page.getByTestId("save-item").click();
  await isRefused(page, "price", "Знаков после запятой не больше: 6");
  const bar = (await page.locator(".bar").boundingBox())!;
  await expect.poll(async () => (await page.getByTestId("price").boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height);
});

test("tariffs and commissions name their units and show the result while they are typed", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/settings/delivery-methods", { name: "Белый авто", days_min: 14, days_max: 20 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=delivery_tariffs");
  await page.getByTestId("add-entry").click();
  const dialog = page.getByTestId("dialog");
  await dialog.getByTestId("currency").selectOption("USD");
  await expect(dialog.getByTestId("price-unit")).toHaveText("Цена, USD");
  await expect(dialog.getByTestId("tariff-example")).toHaveCount(0);
  await dialog.getByTestId("step-price").fill("2,35");
  const example = dialog.getByTestId("tariff-example");
  await expect(example).toContainText("1 кг — 2,35 $ · 10 кг — 23,50 $");
  await dialog.getByTestId("minimum").fill("5");
  await expect(example).toContainText("1 кг — 5,00 $ · 10 кг — 23,50 $");
  await dialog.getByTestId("step-weight").fill("2");
  await expect(example).toContainText("1 кг — нет подходящей ступени");

  await page.goto("/agent/settings?tab=conditions");
  const commission = page.getByTestId("commission-example");
  await page.getByTestId("commission.percent").fill("7,5");
  await page.getByTestId("commission.minimum_minor").fill("0");
  await expect(commission).toContainText("75,00 ¥");
  await page.getByTestId("commission.minimum_minor").fill("90");
  await expect(commission).toContainText("90,00 ¥");
  await page.getByTestId("add-bracket").click();
  await expect(commission).toHaveCount(0);
  await page.getByTestId("from").last().fill("1000");
  await page.getByTestId("share").last().fill("20");
  await expect(commission).toContainText("200,00 ¥");
  await expect(page.getByTestId("unit").filter({ hasText: "%" }).first()).toBeVisible();
  await expectAccessible(page);
});
