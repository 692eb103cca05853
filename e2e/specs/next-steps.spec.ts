/** The next step of orders and shipments on the client's phone: card, list and home agree, and the step is possible. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

test.use({ viewport: { width: 390, height: 844 } });

const HOODIE = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "100.00", quantity: 2, variant: "белая, XL" };

/** Creates an order whose only item is in the warehouse. */
async function inWarehouse(owner: Api, client: Api, title: string): Promise<{ order: number; items: number[] }> {
  const draft = await client.draft(title);
  await client.addItem(draft.id, HOODIE);
  const order = await client.submit(draft.id);
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "10000", currency: "RUB", memo: "пополнение" });
  await client.pay(order.id, "RUB");
  const items = order.items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  return { order: order.id, items };
}

test("an order in a packed shipment leads to the shipment, which has its sum, date and place", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { order, items } = await inWarehouse(owner, client, "В посылке");
  const point = await owner.post<{ id: number }>("/agent/settings/pickup-points", {
    name: "ПВЗ Лесная",
    country: "RU",
    city: "Москва",
    address: "Лесная 5",
  });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order}`);
  const card = page.getByTestId("request-shipping");
  await expect(card).toBeVisible();
  const row = page.locator(".order-card").filter({ hasText: "В посылке" });
  await page.goto("/client/orders");
  await expect(row.getByTestId("next-step")).toHaveText("Заказать отправку");
  await page.goto("/client/home");
  const task = page.getByTestId("task").filter({ hasText: "Товары на складе" }).first();
  await expect(task.getByRole("link")).toHaveAttribute("href", "/client/shipping-requests/create");

  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1, delivery: { pickup_point_id: point.id } });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "quote", cost: "10", rate: "12.5" });
  await page.goto(`/client/orders/${order}`);
  const parcel = page.getByTestId("open-shipment");
  await expect(parcel).toBeInViewport();
  await expect(card).toHaveCount(0);
  await page.goto("/client/orders");
  await expect(row.getByTestId("next-step")).toHaveText("Открыть посылку");
  await row.getByTestId("next-step").click();
  await expect(page).toHaveURL(new RegExp(`/client/shipments/${id}$`));

  // The sum and the button that pays it are in sight without scrolling.
  const bar = page.getByTestId("pay-bar");
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText(/125,00/);
  await page.goto("/client/shipments");
  const listed = page.getByRole("listitem").filter({ has: page.locator(`a[href="/client/shipments/${id}"]`) });
  await expect(listed.getByTestId("next-step")).toHaveText("Оплатить");
  await page.goto(`/client/shipments/${id}`);
  await bar.getByTestId("pay-now").click();
  await page.getByTestId("confirm-sum").click();
  await expect(bar).toHaveCount(0);

  const delivery = await owner.post<{ id: number }>("/agent/deliveries", {
    carrier: "Восток Карго",
    route: "Иу → Москва",
    expected_on: "2027-01-20",
  });
  await owner.post(`/agent/deliveries/${delivery.id}/shipments`, { shipments: [id] });
  await owner.post(`/agent/deliveries/${delivery.id}/moves`, { step: "depart" });
  await page.goto(`/client/shipments/${id}`);
  for (const fact of ["Ожидается 20.01.27", "Иу → Москва", "Восток Карго"]) await expect(page.getByTestId("transport")).toContainText(fact);
  // The open page follows another day.
  await owner.patch(`/agent/deliveries/${delivery.id}`, { expected_on: "2027-01-23" });
  await expect(page.getByTestId("transport")).toContainText("Ожидается 23.01.27");
  await page.goto("/client/home");
  const travelling = page.locator(`a.home-parcel[href="/client/shipments/${id}"]`);
  await expect(travelling).toContainText("Ожидается 23.01.27");
  await owner.patch(`/agent/deliveries/${delivery.id}`, { expected_on: "2026-01-20" });
  await page.goto(`/client/shipments/${id}`);
  await expect(page.getByTestId("transport")).toContainText(/Ожидалась 20\.01\.26 · Опоздание \d+ (день|дня|дней)/);

  await owner.post(`/agent/deliveries/${delivery.id}/moves`, { step: "arrive" });
  await page.goto(`/client/shipments/${id}`);
  await expect(page.getByTestId("next")).toContainText("ПВЗ Лесная, Москва, Лесная 5");
  await expect(page.getByTestId("accept")).toBeInViewport({ ratio: 1 });
});

test("the heads of shops in a large order have their style", async ({ page, client }) => {
  const draft = await client.draft("Большой");
  for (let number = 0; number < 51; number += 1)
    await client.addItem(draft.id, { ...HOODIE, title: `товар ${number}`, shop: { name: number < 25 ? "Лавка 316882" : "Лавка 77" } });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  const head = page.getByTestId("fold-shop").first();
  await expect(head).toBeVisible();
  const [display, gap, border] = await head.evaluate((button) => {
    const style = getComputedStyle(button);
    return [style.display, parseFloat(style.columnGap), style.borderTopWidth];
  });
  expect([display, border]).toEqual(["flex", "0px"]);
  expect(gap).toBeGreaterThanOrEqual(6);
});

test("the question before a removal names the item, and the form of a removed item closes", async ({ page, client }) => {
  const draft = await client.draft("Удалить");
  await client.addItem(draft.id, HOODIE);
  await client.addItem(draft.id, { ...HOODIE, variant: "чёрная, M" });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  await page.getByTestId("edit-item").first().click();
  const form = page.getByTestId("save-item");
  await expect(form).toBeVisible();
  await page.getByTestId("remove-item").first().click();
  await expect(page.getByTestId("confirmation-subject")).toHaveText("加绒卫衣 · белая, XL");
  await page.getByTestId("confirmation-confirm").click();
  await expect(form).toHaveCount(0);
  await expect(page.getByTestId("edit-item")).toHaveCount(1);

  // Another person changes another thing of the order, which leaves the open form alone, and then removes the item.
  await page.getByTestId("edit-item").click();
  await page.getByTestId("comment").fill("в подарочной упаковке");
  const { items } = await client.order(draft.id);
  await client.addItem(draft.id, { ...HOODIE, variant: "серая, S" });
  await expect(page.getByText("серая, S")).toBeVisible();
  await expect(page.getByTestId("comment")).toHaveValue("в подарочной упаковке");
  await client.send("DELETE", `/client/orders/${draft.id}/items/${items[0]!.id}`);
  await expect(form).toHaveCount(0);
  const note = page.getByTestId("removed-item");
  for (const text of ["加绒卫衣 · чёрная, M", "в подарочной упаковке"]) await expect(note).toContainText(text);
  await expect(page.getByTestId("edit-item")).toHaveCount(1);
  await note.getByRole("button").click();
  await expect(note).toHaveCount(0);
});

test("a question names what it is about, and the consequence", async ({ page, client }) => {
  const draft = await client.draft("Отменяемый");
  await client.addItem(draft.id, HOODIE);
  const { number } = await client.submit(draft.id);
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  await page.getByTestId("cancel").click();
  const question = page.getByRole("dialog");
  await expect(page.getByTestId("confirmation-subject")).toHaveText(`${number} · Отменяемый`);
  await expect(question.getByRole("heading")).toHaveText("Отменить заказ?");
  await expect(question).toContainText("Возобновить его нельзя");
  await page.getByTestId("confirmation-keep").click();
  await page.goto("/client/profile");
  await page.getByTestId("end-all").click();
  await expect(page.getByTestId("confirmation-subject")).toContainText("Chrom");
  await expect(question).toContainText("понадобится войти снова");
});
