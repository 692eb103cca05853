import { writeFileSync } from "node:fs";
import { type Page, chromium as playwright } from "@playwright/test";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { BROWSER_ARGUMENTS } from "../harness/browser.ts";
import { chromium } from "../harness/paths.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { type Card, WAREHOUSE, cell, label, onTheWay, scan } from "../pages/scanner.ts";

const word = (page: Page) => page.getByTestId("scan-message");
const now = (page: Page) => page.getByTestId("scan-latest");

test("a package is received into a cell by its track and by the code of its item", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await onTheWay(owner, client, "搪瓷杯 复古", "SF1029384756");
  const [shelf, other] = [await cell(owner, "T-12"), await cell(owner, "T-13")];
  await owner.post(`/agent/notes/item/${order.items[0]!.id}`, { body: "Хрупкое! 易碎" });
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, "SF1029384756");
  await expect(now(page)).toHaveClass(/wrong/);

  await scan(page, shelf.code);
  await expect(page.getByTestId("scan-context")).toContainText("T-12");
  // Scanning works without the focus in the field.
  await page.getByTestId("scan-code").blur();
  await scan(page, "sf1029384756");
  await expect(word(page)).toHaveText("Принято");
  await expect(now(page)).toHaveClass(/done/);
  await expect(page.getByTestId("scan-note")).toContainText("Хрупкое! 易碎");
  await expect(now(page).getByTestId("scanned-item")).toContainText("3 шт.");
  const loadItem = async () => (await owner.send<Card>("GET", `/agent/orders/${order.id}`)).items[0]!;
  expect(await loadItem()).toMatchObject({ cell: "T-12", status: "at_warehouse" });

  await scan(page, "T-13");
  await expect(page.getByTestId("scan-context")).toContainText("T-13");
  const code = await label(owner, "item", order.items[0]!.id);
  await scan(page, code);
  await expect(word(page)).toHaveText("Переложено сюда");
  expect((await loadItem()).cell).toBe("T-13");
  await scan(page, code);
  await expect(now(page)).toHaveClass(/already/);

  // An inventory reports the missing item until it is scanned.
  await page.getByTestId("mode-inventory").click();
  await scan(page, other.code);
  await expect(page.getByTestId("scan-context")).toContainText("T-13");
  await page.getByTestId("finish-count").click();
  await expect(page.getByTestId("count-missing")).toContainText("搪瓷杯 复古");
  await scan(page, code);
  await expect(word(page)).toHaveText("Сошлось");
  await page.getByTestId("finish-count").click();
  await expect(page.getByTestId("count-complete")).toBeVisible();
});

test("scanning a code opens its page", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Откроется сканером");
  await client.addItem(draft.id, { title: "保温杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  const order = await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, (await label(owner, "order", order.id)).toLowerCase());
  await expect(page).toHaveURL(new RegExp(`/agent/orders/${order.id}$`));
  await page.goto(`/agent/scan?code=${order.number}`);
  await expect(page).toHaveURL(new RegExp(`/agent/orders/${order.id}$`));
});

test("scans made without a connection are sent later, in order and once", async ({ page, context, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const [first, second] = [await onTheWay(owner, client, "帽子", "YT100"), await onTheWay(owner, client, "手套", "YT200")];
  const [a, b] = [await cell(owner, "OFF-1"), await cell(owner, "OFF-2")];
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, a.code);
  await expect(page.getByTestId("scan-context")).toContainText("OFF-1");

  await context.setOffline(true);
  await scan(page, "YT100");
  await expect(word(page)).toHaveText("Записано, ждёт связи");
  await scan(page, "YT200");
  await scan(page, b.code);
  await expect(page.getByTestId("scan-context")).toContainText("OFF-2");
  await scan(page, "YT100");
  await expect(page.getByTestId("unsent")).toContainText("Ждут отправки: 3");
  await expect(page.getByTestId("unsent")).toContainText("Нет связи");

  await context.setOffline(false);
  await expect(page.getByTestId("unsent")).toHaveCount(0);
  await expect(word(page)).toHaveText("Переложено сюда");
  const where = async (order: Card) => (await owner.send<Card>("GET", `/agent/orders/${order.id}`)).items[0]!.cell;
  expect([await where(first), await where(second)]).toEqual(["OFF-2", "OFF-1"]);
});

test("waiting scans are sent from any page", async ({ page, context, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await onTheWay(owner, client, "шарф", "YT300");
  const shelf = await cell(owner, "OFF-3");
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, shelf.code);
  await expect(page.getByTestId("scan-context")).toContainText("OFF-3");
  await context.setOffline(true);
  await scan(page, "YT300");
  await expect(word(page)).toHaveText("Записано, ждёт связи");
  await page.getByRole("navigation").first().getByRole("link", { name: "Заказы" }).click();
  await expect(page).toHaveURL(/\/agent\/orders$/);
  await context.setOffline(false);
  const where = async () => (await owner.send<Card>("GET", `/agent/orders/${order.id}`)).items[0]!.cell;
  await expect.poll(where, { timeout: 15_000 }).toBe("OFF-3");
});

test("scans of another person wait for their owner, and the present one is notified", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await onTheWay(owner, client, "пояс", "YT400");
  const shelf = await cell(owner, "OFF-4");
  const login = new LoginPage(page);
  await login.logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, shelf.code);
  await expect(page.getByTestId("scan-context")).toContainText("OFF-4");
  // The server can't be reached from here, except for the login of another person.
  await page.route("**/agent/scan/batch", (route) => route.abort("internetdisconnected"));
  await scan(page, "YT400");
  await expect(page.getByTestId("unsent")).toContainText("Ждут отправки: 1");
  await login.logOut();

  await page.unroute("**/agent/scan/batch");
  await login.logIn("agent", AGENT_OWNER, "/agent/scan?mode=receive");
  await expect(page.getByTestId("others-scans")).toContainText("(1)");
  await expect(page.getByTestId("others-scans")).toContainText("только тот, кто сканировал");
  await expect(page.getByTestId("unsent")).toHaveCount(0);
  const where = async () => (await owner.send<Card>("GET", `/agent/orders/${order.id}`)).items[0]!.cell;
  expect(await where(), "nobody sends the scans of another").toBeUndefined();
  await login.logOut();

  await login.logIn("agent", WAREHOUSE);
  await expect.poll(where, { timeout: 15_000 }).toBe("OFF-4");
  await page.goto("/agent/scan");
  await expect(page.getByTestId("others-scans")).toHaveCount(0);
});

test("the label prints when the item is received", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await onTheWay(owner, client, "蓝牙耳机 降噪", "ZT777");
  const shelf = await cell(owner, "P-1");
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "yes");
  });
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await page.getByTestId("auto-print").check();
  await scan(page, shelf.code);
  await scan(page, "ZT777");
  await expect(word(page)).toHaveText("Принято");
  await expect(page.locator("html")).toHaveAttribute("data-printed", "yes");
  const paper = page.locator(".print-only").getByTestId("label");
  await expect(paper).toContainText(await label(owner, "item", order.items[0]!.id));
  await expect(paper).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(paper).toBeVisible();
  await expect(page.getByTestId("scan-code")).toBeHidden();
});

test("an unknown code stays in the list and is matched once an item gets it as its track", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const shelf = await cell(owner, "U-1");
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, shelf.code);
  await scan(page, "JT555000111");
  await expect(now(page)).toHaveClass(/unknown/);
  const waiting = page.getByTestId("unknown-code").filter({ hasText: "JT555000111" });
  await expect(waiting).toBeVisible();
  await expect(waiting.getByTestId("receive-matched")).toHaveCount(0);

  const order = await onTheWay(owner, client, "充电宝", "JT555000111");
  await page.reload();
  await waiting.getByTestId("receive-matched").click();
  await expect(word(page)).toHaveText("Принято");
  await expect(waiting).toHaveCount(0);
  expect((await owner.send<Card>("GET", `/agent/orders/${order.id}`)).items[0]!.cell).toBe("U-1");
});

test("labels print at the paper size", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Ярлыки");
  const title = "秋冬新款加绒加厚连帽卫衣男女同款宽松情侣装外套潮牌".repeat(3);
  for (let index = 0; index < 3; index += 1)
    await client.addItem(draft.id, { title, url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  await client.submit(draft.id);
  const card = await owner.send<Card>("GET", `/agent/orders/${draft.id}`);
  await new LoginPage(page).logIn("agent", WAREHOUSE);
  await page.goto(`/agent/labels?kind=item&ids=${card.items.map((item) => item.id).join(",")}`);
  const labels = page.getByTestId("label");
  await expect(labels).toHaveCount(3);
  await expect(labels.first().locator("svg.qr path")).toHaveAttribute("d", /^M4 4h7v1/);
  await expect(labels.first().locator("svg.bars")).toBeVisible();
  const millimetres = async () => {
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const [, width, height] = /MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? [];
    const pages = (pdf.match(/\/Type\s*\/Page\b/g) ?? []).length;
    return [Math.round((Number(width) / 72) * 25.4), Math.round((Number(height) / 72) * 25.4), pages];
  };
  for (const [size, expected] of [["58x40", [58, 40, 3]], ["75x120", [75, 120, 3]], ["a4", [210, 297, 1]]] as const) {
    await page.getByTestId("label-size").selectOption(size);
    expect(await millimetres(), size).toEqual(expected);
    // No label overflows, even with a long title.
    for (const one of await labels.all()) expect(await one.evaluate((label) => label.scrollHeight <= label.clientHeight + 1)).toBe(true);
  }
  await page.getByTestId("copies").fill("2");
  await page.getByTestId("copies").blur();
  await expect(labels).toHaveCount(6);
});

test("labels of the orders selected in the table print together", async ({ page, client }) => {
  const orders = [];
  for (const title of ["Первый", "Второй"]) {
    const draft = await client.draft(title);
    for (const goods of ["杯子", "围巾"])
      await client.addItem(draft.id, { title: goods, url: "https://detail.1688.com/offer/5.html", price: "15.20" });
    orders.push(await client.submit(draft.id));
  }
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/orders");
  await expect(page.getByTestId("selected-count")).toHaveCount(0);
  for (const order of orders) {
    await page.getByTestId("order-row").filter({ hasText: order.number }).first().getByTestId("select-order").check();
  }
  await expect(page.getByTestId("selected-count")).toContainText("2");
  for (const [link, count] of [["order-labels", 2], ["item-labels", 4]] as const) {
    const [sheet] = await Promise.all([page.waitForEvent("popup"), page.getByTestId(link).click()]);
    await expect(sheet.getByTestId("label")).toHaveCount(count);
    await sheet.close();
  }
  await page.getByTestId("select-none").click();
  await expect(page.getByTestId("selected-count")).toHaveCount(0);
});

test("the camera reads a label, also in a browser without BarcodeDetector", async ({ page, client, server }, testInfo) => {
  test.slow();
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Камера");
  await client.addItem(draft.id, { title: "保温杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  const order = await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", WAREHOUSE);
  await page.goto(`/agent/labels?kind=order&ids=${order.id}`);
  const qrCode = await page.locator("svg.qr").evaluate((svg) => svg.outerHTML);
  // The camera's picture: a frame with the QR code of the label in the middle.
  const videoFile = testInfo.outputPath("film.mjpeg");
  const drawingPage = await page.context().newPage();
  await drawingPage.setViewportSize({ width: 640, height: 480 });
  await drawingPage.setContent(`<style>body{margin:0;background:#fff}svg{width:320px;margin:80px 160px}</style>${qrCode}`);
  writeFileSync(videoFile, await drawingPage.screenshot({ type: "jpeg", quality: 95 }));
  const args = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${videoFile}`];
  const browser = await playwright.launch({ executablePath: chromium(), args: [...BROWSER_ARGUMENTS, ...args] });
  try {
    const phone = await browser.newPage({ baseURL: server.url, locale: "ru-RU", viewport: { width: 390, height: 844 } });
    await new LoginPage(phone).logIn("agent", WAREHOUSE, "/agent/scan");
    await phone.getByTestId("camera").click();
    await expect(phone.getByTestId("no-camera")).toHaveCount(0);
    // Generous, because a second browser starts, compiles the reader and decodes video in software while another test runs.
    await expect(phone).toHaveURL(new RegExp(`/agent/orders/${order.id}$`), { timeout: 40_000 });
  } finally {
    await browser.close();
  }
  expect(await owner.send<{ data: unknown[] }>("GET", "/agent/scan/unknown")).toMatchObject({ data: [] });
});

test("of offline scans a bad one alone is refused, and stays until it is dismissed", async ({ page, context, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const tracks = ["QA100", "QA200", "QA300", "QA400", "QA500"];
  const orders: Card[] = [];
  for (const track of tracks) orders.push(await onTheWay(owner, client, `товар ${track}`, track));
  const shelf = await cell(owner, "OFF-9");
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, shelf.code);
  await expect(page.getByTestId("scan-context")).toContainText("OFF-9");
  await context.setOffline(true);
  // The separator of a GS1 code is understood; a text of 201 characters is not a code.
  for (const code of ["QA100", "]C1QA200\u001d", "X".repeat(201), "QA300", "QA400", "QA500"]) await scan(page, code);
  await expect(page.getByTestId("unsent")).toContainText("Ждут отправки: 6");
  await page.getByRole("navigation").first().getByRole("link", { name: "Заказы" }).click();
  await expect(page).toHaveURL(/\/agent\/orders$/);
  await context.setOffline(false);

  const where = async (order: Card) => (await owner.send<Card>("GET", `/agent/orders/${order.id}`)).items[0]!.cell;
  await expect.poll(() => Promise.all(orders.map(where)), { timeout: 15_000 }).toEqual(tracks.map(() => "OFF-9"));
  const notice = page.getByTestId("refused-notice");
  await expect(notice).toContainText("Сканы не выполнены: 1");
  await page.reload();
  await notice.getByRole("link").click();
  const refused = page.getByTestId("refused-scan");
  await expect(refused).toHaveCount(1);
  await expect(refused).toContainText("Это не код");
  await expect(refused).toContainText("OFF-9");
  await expect(page.getByTestId("unsent")).toHaveCount(0);
  await refused.getByTestId("dismiss-scan").click();
  await expect(refused).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId("scan-code")).toBeVisible();
  await expect(refused).toHaveCount(0);
});

test("scans that the server refuses as a whole stay, and can be sent again", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await onTheWay(owner, client, "часы", "QB100");
  const shelf = await cell(owner, "OFF-10");
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, shelf.code);
  await expect(page.getByTestId("scan-context")).toContainText("OFF-10");
  const refusal = { type: "/problems/permission_denied", title: "Permission denied", status: 403, code: "permission_denied" };
  await page.route("**/agent/scan/batch", (route) => route.fulfill({ status: 403, json: refusal }));
  await scan(page, "QB100");
  const refused = page.getByTestId("refused-scan");
  await expect(refused).toHaveCount(1);
  await page.reload();
  await expect(refused).toContainText("QB100");
  await page.unroute("**/agent/scan/batch");
  await refused.getByTestId("send-again").click();
  await expect(word(page)).toHaveText("Принято");
  await expect(refused).toHaveCount(0);
  expect((await owner.send<Card>("GET", `/agent/orders/${order.id}`)).items[0]!.cell).toBe("OFF-10");
});

test("a full storage of the browser loses no scan", async ({ page, context, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await onTheWay(owner, client, "зонт", "QC100");
  const shelf = await cell(owner, "OFF-11");
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key.startsWith("karavan.scan.")) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, key, value);
    };
  });
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, shelf.code);
  await expect(page.getByTestId("scan-context")).toContainText("OFF-11");
  await context.setOffline(true);
  await scan(page, "QC100");
  await expect(page.getByTestId("storage-full")).toBeVisible();
  await expect(page.getByTestId("unsent")).toContainText("Ждут отправки: 1");
  await context.setOffline(false);
  await expect(word(page)).toHaveText("Принято", { timeout: 15_000 });
  await expect(page.getByTestId("unsent")).toHaveCount(0);
  expect((await owner.send<Card>("GET", `/agent/orders/${order.id}`)).items[0]!.cell).toBe("OFF-11");
});
