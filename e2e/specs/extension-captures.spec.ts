/** Captures on the server: options and SKU, and reports of pages that are read wrongly. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AGENT_OWNER, Api, CLIENT, PASSWORD } from "../harness/api.ts";
import { connect, onlyItem, openShop } from "../harness/connected.ts";
import { extensionFolder } from "../harness/paths.ts";
import type { Shops } from "../harness/shops.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

/** A stored page of the extension under its own address. */
function fixture(shops: Shops, name: string): string {
  const html = readFileSync(join(extensionFolder, "test/fixtures", `${name}.html`), "utf8");
  return shops.show(/<!-- url: (\S+) -->/.exec(html)![1]!, html);
}

interface Board {
  data: { shop: string; open_reports: number }[];
}

test("options, SKU and the source of the price arrive with each chosen variant", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Варианты с артикулом");
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, fixture(shops, "1688/quantities-in-rows")));
  await popup.isReady();
  await popup.sendTo(draft);
  const item = await onlyItem(client, draft);
  expect(item.options?.map((option) => option.value).join(" / ")).toBe(item.variant);
  expect(item.sku_id).toBeTruthy();
  expect(item.price_source?.source).toBe("state");
});

test("the order shows each option in the language that its script proves, for screen readers", async ({
  page,
  extension,
  server,
  client,
  shops,
}) => {
  const draft = await client.draft("Язык параметров");
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, fixture(shops, "1688/quantities-in-rows")));
  await popup.isReady();
  await popup.sendTo(draft);
  await onlyItem(client, draft);
  const login = new LoginPage(page);
  await login.open("client");
  await login.enterPhone(CLIENT);
  await login.enterPassword(PASSWORD);
  await expect(page).toHaveURL(/\/client\/orders$/);
  await page.goto(`/client/orders/${draft.id}`);
  const capture = page.getByTestId("capture");
  await capture.locator("summary").click();
  const options = capture.getByRole("listitem").filter({ hasText: /颜色|尺码/ });
  // Chinese letters prove Chinese; Latin letters prove no language, so that a size is read in the language of the page.
  const marks = await options
    .locator("span")
    .evaluateAll((spans) => spans.map((span) => [span.textContent, span.getAttribute("lang")]));
  expect(marks).toEqual([
    ["颜色", "zh"],
    ["黑色", "zh"],
    ["尺码", "zh"],
    ["L", null],
  ]);
});

test("weight and size of one piece reach the order, and both sides see them", async ({
  page,
  extension,
  server,
  client,
  shops,
}) => {
  const draft = await client.draft("Размер штуки");
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, fixture(shops, "taobao/property-table")));
  await popup.isReady();
  await popup.page.locator("#more summary").click();
  await expect(popup.page.getByTestId("size-length")).toHaveValue("450");
  await popup.page.getByTestId("size-height").fill("260");
  await popup.sendTo(draft);
  const item = await onlyItem(client, draft);
  expect([item.unit_weight_grams, item.unit_size_mm]).toEqual([1200, { length: 450, width: 320, height: 260 }]);
  await client.post(`/client/orders/${draft.id}/submit`, {});
  for (const [guard, phone] of [
    ["client", CLIENT],
    ["agent", AGENT_OWNER],
  ] as const) {
    const login = new LoginPage(page);
    await login.open(guard);
    await login.enterPhone(phone);
    await login.enterPassword(PASSWORD);
    await page.waitForURL((url) => !url.pathname.includes("login"));
    await page.goto(`/${guard}/orders/${draft.id}`);
    const capture = page.getByTestId("capture");
    if (guard === "agent") await page.getByTestId("item-details").click();
    else await capture.locator("summary").click();
    await expect(capture).toContainText("1,2 кг");
    await expect(capture.getByTestId("unit-size")).toHaveText("450 × 320 × 260 мм");
  }
});

test("the sum in the popup is the sum on the order's page once the product is in the order", async ({
  page,
  extension,
  server,
  client,
  shops,
}) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.send("PATCH", "/agent/settings/conditions", { commission: { percent: "5", minimum_minor: 2000 } });
  const draft = await client.draft("Сумма в окне");
  await client.post(`/client/orders/${draft.id}/items`, { title: "Чай", url: "https://tea.example/1", price: "37.00" });
  await connect(extension, server, client);
  const popup = await extension.clickOn(await openShop(extension, fixture(shops, "taobao/property-table")));
  await popup.isReady();
  await popup.page.getByTestId("target").selectOption(JSON.stringify({ order: draft.id }));
  const shown = popup.page.getByTestId("converted");
  await expect(shown).toContainText(/^Whole order: [\d\s.]+ CNY \([\d\s.]+ RUB\)/);
  const sums = [...(await shown.innerText()).matchAll(/[\d\s]+\.\d\d/g)].map(([sum]) => sum.replace(/\s/g, ""));
  await popup.sendTo(draft);
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto(`/client/orders/${draft.id}`);
  const digits = async (mark: string) => (await page.getByTestId(mark).innerText()).replace(",", ".").replace(/[^\d.]/g, "");
  await expect(page.getByTestId("cost-total")).toContainText(/\d/);
  expect([await digits("cost-total"), await digits("cost-converted")]).toEqual(sums.slice(0, 2));
  await owner.send("PATCH", "/agent/settings/conditions", { commission: { percent: "0", minimum_minor: 0 } });
});

test("a list reaches the draft with the marks of what is doubtful", async ({ extension, server, client, shops }) => {
  const draft = await client.draft("Список с пометками");
  await connect(extension, server, client);
  const card = (kind: string) =>
    `<div class="card"><a href="/p/${kind}"><img src="/${kind}.jpg" width="200" height="200">` +
    `<h3>Cup ${kind}</h3></a><span class="price">$7.50</span></div>`;
  // Only the country of the address says which dollar this is.
  const url = shops.show(
    "https://cups.example.ca/c/cups",
    `<html lang="en"><title>Cups</title><h1>Cups</h1>${["A", "B", "C"].map(card).join("")}`,
  );
  const { page } = await extension.clickOn(await openShop(extension, url));
  await page.getByTestId("choose-all").click();
  await page.getByTestId("many-target").selectOption(JSON.stringify({ order: draft.id }));
  const first = page.getByTestId("found-product").first();
  await first.getByLabel("Price: Cup A").fill("9.25");
  await first.getByLabel("Currency: Cup A").fill("USD");
  await expect(first.getByTestId("row-mark")).toBeHidden();
  await page.getByTestId("send-many").click();
  await expect(page.getByTestId("error")).toContainText("tick the box next to its mark");
  expect((await client.order(draft.id)).items).toHaveLength(0);
  for (const row of [1, 2]) await page.getByTestId("row-looked-at").nth(row).check();
  await page.getByTestId("send-many").click();
  await expect(page.getByTestId("done")).toContainText("Products sent: 3");
  const { items } = await client.order(draft.id);
  expect(items.map((item) => [item.title, item.uncertain ?? [], item.price_source?.source])).toEqual([
    ["Cup A", [], "person"],
    ["Cup B", ["currency"], "list"],
    ["Cup C", ["currency"], "list"],
  ]);
});

test("a page that is read wrongly is reported, and staff warn of the shop", async ({ extension, server, client, shops }) => {
  await connect(extension, server, client);
  const url = fixture(shops, "1688/quantities-in-rows");
  const popup = await extension.clickOn(await openShop(extension, url));
  await popup.isReady();
  await popup.page.getByTestId("reads-wrongly").click();
  await popup.page.getByTestId("report-wrong").fill("цена другая");
  await popup.page.getByTestId("report-send").click();
  await expect(popup.page.getByTestId("report-send")).toBeHidden();
  await popup.page.close();

  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const board = await owner.send<Board>("GET", "/agent/adapters");
  expect(board.data.find((row) => row.shop === "1688")?.open_reports).toBeGreaterThan(0);
  const reports = await owner.send<{ data: { id: number; wrong: string }[] }>("GET", "/agent/adapters/reports?shop=1688");
  expect(reports.data[0]?.wrong).toBe("цена другая");
  const { report } = await owner.send<{ report: { snapshot: string } }>("GET", `/agent/adapters/reports/${reports.data[0]!.id}`);
  expect(report.snapshot).toMatch(/^<!-- url: https?:\/\/\S+ -->/);

  await owner.post("/agent/adapters/state", { shop: "1688", state: "broken", note: "Цены без входа неверны" });
  const warned = await extension.clickOn(await openShop(extension, url));
  await warned.isReady();
  await expect(warned.page.locator("body")).toContainText("Цены без входа неверны");
  await owner.post("/agent/adapters/state", { shop: "1688", state: "ok", note: "" });
});
