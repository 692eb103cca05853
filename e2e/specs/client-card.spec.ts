import { AGENT_OWNER, Api, CLIENT, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

const CUP = {
  title: "304不锈钢保温杯 500ml",
  url: "https://detail.1688.com/offer/610000000001.html",
  price: "28,50",
  quantity: "3",
  variant: "黑色",
  shop: "永康杯业",
  comment: "Без логотипа",
};

test("a client adds, edits and removes items by hand, and the total is updated", async ({ page, client }) => {
  const order = await client.draft("Руками");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);

  await card.add(CUP);
  await expect(card.item(CUP.title)).toContainText("Без логотипа");
  await expect(card.item(CUP.title)).toContainText("黑色");
  await expect(page.getByText("永康杯业")).toBeVisible();
  await expect(card.total).toContainText("85,50");

  await card.edit(CUP.title, { quantity: "10", comment: "С логотипом" });
  await expect(card.item(CUP.title)).toContainText("С логотипом");
  await expect(card.total).toContainText("285,00");

  const { items } = await client.order(order.id);
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ title: CUP.title, url: CUP.url, quantity: 10, comment: "С логотипом", variant: "黑色" });
  expect(items[0]?.price).toEqual({ amount: "28.50", currency: "CNY" });

  await card.remove(CUP.title, "no");
  await expect(card.items).toHaveCount(1);
  await card.remove(CUP.title);
  await expect(card.items).toHaveCount(0);
  expect((await client.order(order.id)).items).toEqual([]);
});

test("a price of several pieces, a price of less than a cent and a gift are typed as the shop states them", async ({
  page,
  browser,
  server,
  client,
}) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await client.draft("Мелочи и подарки");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  const line = (title: string, price: string, quantity: string) => ({ title, url: CUP.url, price, quantity });
  await card.add({ ...line("螺丝", "0,008", "1001") });
  await expect(card.item("螺丝").getByTestId("item-price")).toContainText("0,08 ¥ / 10 шт. × 1001");
  await expect(card.item("螺丝").getByTestId("item-total")).toHaveText("8,01 ¥");
  await card.add({ ...line("纽扣", "100", "250"), price_per: "100" });
  await expect(card.item("纽扣").getByTestId("item-total")).toHaveText("250,00 ¥");
  await card.add(line("赠品", "0", "1"));
  await expect(card.item("赠品").getByTestId("gift")).toHaveText("подарок");
  await expect(card.total).toContainText("258,01");

  await client.submit(order.id);
  const staff = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
  await new LoginPage(staff).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  await staff.getByTestId("item").filter({ hasText: "纽扣" }).getByTestId("edit-item").click();
  const form = staff.getByRole("dialog");
  await expect(form.getByTestId("price_per")).toHaveValue("100");
  await form.getByTestId("price").fill("99,90");
  await expect(form.getByTestId("item-total")).toContainText("249,75");
  await form.getByTestId("save-item").click();
  await expect(form).toHaveCount(0);
  const priced = await client.send<{ total: unknown }>("GET", `/client/orders/${order.id}`);
  expect(priced.total).toEqual({ amount: "257.76", currency: "CNY" });
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
});

test("a validation error of the server is shown beside its field, and nothing is stored", async ({ page, client }) => {
  const order = await client.draft("С ошибкой");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await page.getByTestId("add-item").click();
  await card.fill({ ...CUP, price: "10000000", quantity: "100000" });
  await page.getByTestId("save-item").click();
  const form = page.getByTestId("item-form");
  await expect(form.getByTestId("price")).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByTestId("quantity")).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByTestId("title")).toHaveAttribute("aria-invalid", "false");
  expect((await client.order(order.id)).items).toEqual([]);
  await card.fill({ price: "9.90", quantity: "1" });
  await page.getByTestId("save-item").click();
  await expect(card.item(CUP.title)).toBeVisible();
});

test("a form that edits an item does not open its shop again, and keeps its link", async ({ page, client }) => {
  const order = await client.draft("Правка");
  const url = "https://m.tb.cn/h.gCup?tk=1";
  await client.addItem(order.id, { title: "杯子", url, price: "3" });
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  const asked: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/client/links")) asked.push(request.postDataJSON());
  });
  await card.item("杯子").getByTestId("edit-item").click();
  const form = page.getByTestId("item-form");
  await expect(form.getByTestId("url")).toHaveValue(url);
  const other = "https://m.tb.cn/h.gOther?tk=2";
  await form.getByTestId("url").fill(other);
  await expect.poll(() => asked).toEqual([{ text: other }]);
  await form.getByTestId("url").fill(url);
  await form.getByTestId("comment").fill("без коробки");
  await form.getByTestId("save-item").click();
  await expect(card.item("杯子")).toContainText("без коробки");
  expect(asked).toHaveLength(1);
  expect((await client.order(order.id)).items[0]).toMatchObject({ url });
});

test("a client sets the destination of an order", async ({ page, client }) => {
  const order = await client.draft("Без адреса");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await page.getByTestId("edit-order").click();
  await page.getByTestId("title").fill("С адресом");
  await page.getByTestId("destination_country").fill("KZ");
  await page.getByTestId("destination_city").fill("Алматы");
  await page.getByTestId("save-order").click();
  await expect(page.locator(".facts")).toContainText("С адресом");
  await expect(page.locator(".facts")).toContainText("Казахстан, Алматы");
});

test("an order is repeated by one press", async ({ page, client }) => {
  const order = await client.draft("Осень");
  await client.addItem(order.id, { title: "袜子", url: "https://detail.1688.com/offer/3.html", price: "3", quantity: 4 });
  await client.submit(order.id);
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await page.getByTestId("repeat").click();
  await expect(card.status).toHaveClass(/draft/);
  await expect(page).not.toHaveURL(new RegExp(`/${order.id}$`));
  await expect(card.item("袜子")).toContainText("3,00 ¥ × 4");
  await expect(page.getByTestId("repeat")).toHaveCount(0);
  await expect(page.getByTestId("submit")).toBeEnabled();
  await card.chooseTab("history");
  await expect(page.getByTestId("history")).toContainText("Повторён заказ");
});

test("rows pasted from a spreadsheet become items; an invalid row shows its error", async ({ page, client }) => {
  const order = await client.draft("Из таблицы");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await card.chooseTab("import");
  const rows = [
    "卫衣\thttps://detail.1688.com/offer/1.html\t28,50\t3\tсиняя",
    "носки\thttps://detail.1688.com/offer/2.html\t4.20",
    "без ссылки\t\t5",
  ];
  await page.getByTestId("import-text").fill(rows.join("\n"));
  await page.getByTestId("import-read").click();
  const preview = page.getByTestId("import-rows").locator("tbody tr");
  await expect(preview).toHaveCount(3);
  await expect(preview.nth(2)).toContainText("нужно заполнить");
  await page.getByTestId("import-confirm").click();
  await page.getByTestId("import-back").click();
  await expect(card.items).toHaveCount(2);
  const { items } = await client.order(order.id);
  expect(items.map((item) => [item.title, item.price.amount, item.quantity])).toEqual([
    ["卫衣", "28.50", 3],
    ["носки", "4.20", 1],
  ]);
});

test("a client submits an order, withdraws it and cancels it; the history lists each step", async ({ page, client }) => {
  const order = await client.draft("Туда и обратно");
  await client.addItem(order.id, { title: "袜子", url: "https://detail.1688.com/offer/3.html", price: "3" });
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);

  await card.press("submit");
  await expect(card.status).toHaveClass(/submitted/);
  await expect(page.getByTestId("add-item")).toHaveCount(0);
  await expect(page.getByTestId("edit-item")).toHaveCount(0);

  await card.press("take_back");
  await expect(card.status).toHaveClass(/draft/);
  await expect(page.getByTestId("add-item")).toBeVisible();

  await card.cancel();
  await expect(card.status).toHaveClass(/canceled/);
  await card.chooseTab("history");
  // The creation, one item and three transitions.
  await expect(page.getByTestId("history").locator("li")).toHaveCount(5);
});

test("an order that was changed meanwhile is not overwritten", async ({ page, client }) => {
  const order = await client.draft("Двое сразу");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await page.getByTestId("edit-order").click();
  await client.send("PATCH", `/client/orders/${order.id}`, { title: "Первый успел" });
  await page.getByTestId("title").fill("Второй опоздал");
  await page.getByTestId("save-order").click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect((await client.order(order.id)).title).toBe("Первый успел");
});

test("a self-buyout shows an estimate of its delivery, and the history shows the weight of the item", async ({
  page,
  browser,
  server,
  client,
}) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const box = { name: "Ящик для самовыкупа", price: "60.00", currency: "CNY", weight_grams: 1000 };
  const packaging = await owner.post<{ id: number }>("/agent/settings/packagings", box);
  const order = await client.post<Order>("/client/orders", { type: "self_buyout", title: "Купил сам" });
  const line = await client.addItem(order.id, { title: "陶瓷茶壶", url: "https://detail.1688.com/offer/4.html", price: "40" });
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  await expect(page.getByTestId("no-estimate")).toBeVisible();

  await client.send("PATCH", `/client/orders/${order.id}`, { delivery: { packaging_id: packaging.id } });
  await client.submit(order.id);
  await owner.patch(`/agent/orders/${order.id}/items/${line.id}`, { weight_grams: 1500 });
  const staff = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
  await new LoginPage(staff).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  await card.open("client", order.id);
  for (const side of [page, staff]) {
    await expect(side.getByTestId("charge")).toHaveText([/Упаковка.*60,00/]);
    await expect(side.getByTestId("estimated")).toContainText("60,00");
    await expect(side.getByTestId("due")).toHaveCount(0);
  }
  await expect(staff.getByTestId("change").last()).toHaveText("Вес: 1,5 кг");
  await card.chooseTab("history");
  await expect(page.getByTestId("change").last()).toHaveText("Вес: 1,5 кг");
  await expect(page.getByTestId("change").first()).toHaveText("Упаковка");
});

test("the order card says what the estimate lacks, and what each delivery method costs", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const method = await owner.post<{ id: number }>("/agent/settings/delivery-methods", {
    name: "Авто через Забайкальск",
    days_min: 18,
    days_max: 25,
  });
  await owner.post("/agent/settings/delivery-tariffs", {
    delivery_method_id: method.id,
    country: "RU",
    currency: "CNY",
    minimum: "0",
    volumetric_divisor: null,
    brackets: [{ weight_from_grams: 0, density_from_kg_m3: 0, per: "kilogram", price: "30.00" }],
  });
  const order = await client.draft("Неполный расчёт");
  await client.addItem(order.id, { title: CUP.title, url: CUP.url, price: "28.50", quantity: 3 });
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", order.id);
  const incomplete = page.getByTestId("incomplete");
  await expect(incomplete).toContainText("способ доставки");
  await expect(incomplete).toContainText("Вес известен не для всех товаров");

  await page.getByTestId("delivery-prices").click();
  const row = page.getByTestId("method").filter({ hasText: "Авто через Забайкальск" });
  await expect(row.getByTestId("method-missing"), "the weight is unknown").toBeVisible();
  await page.getByTestId("weight_grams").fill("2,5");
  await page.getByTestId("show-prices").click();
  await expect(page.getByTestId("priced-weight")).toContainText("2,5");
  await expect(row.getByTestId("method-price")).toContainText("75,00 ¥");

  // With a method and the weight of the goods the estimate is complete.
  await client.patch(`/client/orders/${order.id}`, { delivery: { delivery_method_id: method.id } });
  await page.reload();
  await expect(incomplete).not.toContainText("способ доставки");
});

test("a large order of a client folds its shops on a phone, is short, and its items can be found", async ({ page, client }) => {
  const draft = await client.draft("Большой у клиента");
  for (let number = 1; number <= 60; number += 1) {
    const url = `https://detail.1688.com/offer/${number}.html`;
    await client.addItem(draft.id, { title: `杯子 ${number}`, url, price: "15.20", shop: { name: number > 20 ? "大店" : "小店" } });
  }
  await client.submit(draft.id);
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  const card = new OrderCard(page);
  await expect(card.items).toHaveCount(20);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6_000);
  await page.getByTestId("fold-shop").first().click();
  await expect(card.items).toHaveCount(0);
  await page.getByTestId("fold-shop").last().click();
  await expect(card.items, "the first items of a shop").toHaveCount(30);
  await page.getByTestId("more-items").click();
  await expect(card.items).toHaveCount(40);
  await page.getByTestId("find-item").fill("杯子 47");
  await expect(card.items).toHaveCount(1);
  await expect(card.item("杯子 47")).toBeVisible();
  await page.getByTestId("find-item").fill("нет такого");
  await expect(page.getByTestId("no-items")).toBeVisible();
});
