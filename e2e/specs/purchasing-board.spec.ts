/** The purchasing board: one purchase for the orders of two clients, and tracks from a pasted list. */
import { AGENT_OWNER, Api, type Order } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const SHOP = { name: "Доска: магазин курток" };

test("what is ticked is bought in one purchase, and its track is pasted", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/settings/purchasing-accounts", {
    marketplace: "1688",
    login: "board-buyer",
    comment: "",
    currency: "CNY",
    limit: "1000",
  });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  const orders: Order[] = [];
  for (const quantity of [1, 2]) {
    const draft = await client.draft(`Доска ${quantity}`);
    const goods = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "60.00", quantity, shop: SHOP };
    await client.addItem(draft.id, goods);
    await client.submit(draft.id);
    await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
    await client.pay(draft.id, "RUB");
    orders.push(draft);
  }

  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/orders?section=to_buy");
  await page.getByTestId("purchasing-board").click();
  await page.getByTestId("search").fill("курток");
  const shop = page.getByTestId("shop");
  await expect(shop).toHaveCount(1);
  // Two clients want the same product: its pieces are summed.
  await expect(shop.getByTestId("goods").getByTestId("pieces")).toHaveText("3");
  await expect(shop.getByTestId("shop-sum")).toContainText("180,00");

  const ticks = shop.getByTestId("tick");
  await ticks.first().click();
  await expect(shop.getByTestId("tick-shop")).toHaveJSProperty("indeterminate", true);
  await ticks.last().click({ modifiers: ["Shift"] });
  await expect(shop.getByTestId("tick-shop")).toBeChecked();
  await shop.getByTestId("tick-shop").click();
  await expect(page.getByTestId("bulk")).toBeHidden();
  await shop.getByTestId("tick-shop").click();
  await expect(page.getByTestId("ticked-sum")).toContainText("180,00");

  await page.getByTestId("buy").click();
  const number = `board-${Date.now()}`;
  await page.getByTestId("marketplace_order_number").fill(number);
  const accounts = page.getByTestId("purchase-account");
  await accounts.selectOption({ label: (await accounts.locator("option").filter({ hasText: "board-buyer" }).textContent()) ?? "" });
  // The sum of the goods is filled in; freight is split in equal parts.
  await expect(page.getByTestId("purchase-amount")).toHaveValue("180,00");
  await page.getByTestId("purchase-amount").fill("200");
  await page.getByTestId("freight").fill("20");
  await page.getByTestId("split_freight").selectOption("equal");
  await expect(page.getByTestId("part").first()).toContainText("70,00");
  await expect(page.getByTestId("part").last()).toContainText("130,00");
  await expect(page.getByTestId("account-left")).toHaveClass(/fault/);
  await page.getByTestId("confirm-buy").click();
  await expect(shop).toHaveCount(0);
  const paid = await owner.send<{ spent: { amount: string } }>("GET", `/agent/orders/${orders[0]!.id}/purchases`);
  expect(paid.spent.amount).toBe("70.00");

  await page.getByTestId("paste-tracks").click();
  await page.getByTestId("tracks").fill(`${number}\tSF1523456789\n404 SF404`);
  await page.getByTestId("apply-tracks").click();
  await expect(page.getByTestId("track-line")).toHaveCount(2);
  await expect(page.getByTestId("track-line").last()).toContainText("такого номера нет");
  // The export of the marketplace has the same preview.
  const rows = ["订单编号,货品标题,运单号", `${number},加绒卫衣,圆通:SF1523456789`, "404,袜子,YT404", "405,帽子,"];
  const file = { name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await page.getByTestId("tracks-file").setInputFiles(file);
  await expect(page.getByTestId("track-line")).toHaveCount(3);
  await expect(page.getByTestId("track-line").first()).toContainText("отметится отправленным");
  await expect(page.getByTestId("track-line").nth(1)).toContainText("такого номера нет");
  await expect(page.getByTestId("track-line").last()).toContainText("трека ещё нет");
  await expect(page.getByTestId("apply-tracks")).toHaveText("Отметить отправленными · 1");
  await page.setViewportSize({ width: 390, height: 844 });
  const outside = (table: Element) => table.getBoundingClientRect().right - innerWidth;
  expect(await page.locator(".track-rows").evaluate(outside)).toBeLessThanOrEqual(0);
  await page.getByTestId("apply-tracks").click();
  await expect(page.getByTestId("dialog")).toBeHidden();
  for (const { id } of orders) {
    const card = await owner.send<{ items: { status: string; domestic_track: string }[] }>("GET", `/agent/orders/${id}`);
    expect(card.items[0]).toMatchObject({ status: "sent", domestic_track: "SF1523456789" });
  }
});

test("purchases of an export are recorded as bought, with their sums and tracks", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const account = { marketplace: "1688", login: "export-buyer", comment: "", currency: "CNY", limit: "1000" };
  await owner.post("/agent/settings/purchasing-accounts", account);
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  const draft = await client.draft("Выгрузка");
  const url = "https://detail.1688.com/offer/684512345678.html";
  await client.addItem(draft.id, { title: "加绒卫衣", url, price: "60.00", quantity: 2, shop: SHOP });
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await client.pay(draft.id, "RUB");

  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/purchasing");
  await page.getByTestId("paste-tracks").click();
  const number = `export-${Date.now()}`;
  const rows = [
    "订单编号,货品标题,单价(元),数量,Offer ID,运费(元),实付款(元),订单状态,运单号",
    `${number},加绒卫衣,59.50,2,684512345678,5.00,124.00,等待买家确认收货,YT8801`,
    `${number}-x,袜子,1.00,3,684599999999,0,3.00,等待买家确认收货,YT8802`,
  ];
  const file = { name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await page.getByTestId("tracks-file").setInputFiles(file);
  const purchases = page.getByTestId("export-purchase");
  await expect(purchases).toHaveCount(2);
  await expect(purchases.first().getByTestId("tick-purchase")).toBeChecked();
  await expect(purchases.first()).toContainText("124,00");
  await expect(purchases.last().getByTestId("tick-purchase")).toBeDisabled();
  await expect(purchases.last()).toContainText("такого товара нет среди покупаемых");
  const accounts = page.getByTestId("purchase-account");
  await accounts.selectOption({ label: (await accounts.locator("option").filter({ hasText: "export-buyer" }).textContent()) ?? "" });
  await page.getByTestId("record-purchases").click();
  await expect(purchases).toHaveCount(1);
  type Card = { items: { status: string; domestic_track?: string; agent_bought: { amount: string } }[] };
  const bought = async () => (await owner.send<Card>("GET", `/agent/orders/${draft.id}`)).items[0];
  // The tracks follow the purchase.
  await expect.poll(bought).toMatchObject({ status: "sent", domestic_track: "YT8801", agent_bought: { amount: "59.50" } });
  const paid = await owner.send<{ spent: { amount: string } }>("GET", `/agent/orders/${draft.id}/purchases`);
  expect(paid.spent.amount).toBe("124.00");
});
