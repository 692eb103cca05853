/** Item services: ordering, uploads from a computer and from a phone, and the view of the client. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT, type Order } from "../harness/api.ts";
import { photo } from "../harness/pictures.ts";
import type { Server } from "../harness/server.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

interface Service {
  id: number;
  code: string;
}

const GOODS = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "100.00", quantity: 2, shop: { name: "云裳服饰厂" } };

/** Creates an order of the client with one item and submits it. */
async function createSubmittedOrder(client: Api, title: string): Promise<Order> {
  const draft = await client.draft(title);
  await client.post(`/client/orders/${draft.id}/items`, GOODS);
  return client.post<Order>(`/client/orders/${draft.id}/submit`, {});
}

/** Enables a service free of charge and orders it for the first item. */
async function ordered(owner: Api, order: Order, code: string): Promise<void> {
  const { data } = await owner.send<{ data: Service[] }>("GET", "/agent/settings/services");
  const service = data.find((one) => one.code === code)!;
  await owner.patch(`/agent/settings/services/${service.id}`, { enabled: true, mode: "free" });
  await owner.post(`/agent/orders/${order.id}/items/${order.items[0]!.id}/services`, { service_id: service.id, comment: "Покажите швы" });
}

async function yuanOf(client: Api): Promise<number> {
  const { accounts } = await client.send<{ accounts: { amount: string; currency: string }[] }>("GET", "/client/balance");
  return Number(accounts.find((account) => account.currency === "CNY")!.amount);
}

async function openAsStaff(page: Page, order: Order): Promise<void> {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/orders/${order.id}`);
  await page.getByTestId("render-service").click();
}

/** The goods have not arrived, so the page asks for a reason. */
async function markDoneBeforeArrival(page: Page): Promise<void> {
  await page.getByTestId("service-done").click();
  await expect(page.getByRole("alert")).toContainText("Товар ещё не на складе");
  await page.getByRole("textbox", { name: "Причина" }).fill("Снято у поставщика");
  await page.getByTestId("service-done").click();
}

/** A phone browser that is not logged in. */
async function phoneOf(browser: Browser, server: Server): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: server.url,
    locale: "ru-RU",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
}

/** Creates an upload link for the open service and opens it on the phone. */
async function openOnPhone(page: Page, phone: Page): Promise<string> {
  await page.getByTestId("by-phone").click();
  await expect(page.getByTestId("phone-upload").locator("svg")).toBeVisible();
  const link = (await page.getByTestId("copy-link").getAttribute("data-url"))!;
  await phone.goto(link);
  await expect(phone.locator("#shoot-label")).toBeVisible();
  const isFontLoaded = () => phone.evaluate(() => [...document.fonts].some((font) => font.status === "loaded"));
  await expect.poll(isFontLoaded, "the font of the cabinets").toBe(true);
  return link;
}

test("a phone uploads photos by a link, and the client sees them", async ({ page, browser, server, client }) => {
  const order = await createSubmittedOrder(client, "Фото с телефона");
  await ordered(await Api.login(server, "agent", AGENT_OWNER), order, "photo");
  await openAsStaff(page, order);
  const context = await phoneOf(browser, server);
  const phone = await context.newPage();
  const link = await openOnPhone(page, phone);
  await expect(phone.locator("h1")).toHaveText(GOODS.title);
  await expect(phone.locator("#comment")).toHaveText("Покажите швы");

  await phone.locator("#pick").setInputFiles([await photo(page, "1.jpg"), await photo(page, "2.jpg"), await photo(page, "3.jpg")]);
  await expect(phone.locator("#files img")).toHaveCount(3);
  await expect(phone.locator("#files progress")).toHaveCount(0);
  await expect(page.getByTestId("tile"), "the photos appear on the computer").toHaveCount(3);
  await phone.locator("#files li button").first().click();
  await expect(phone.getByRole("dialog", { name: "Удалить этот файл?" })).toBeVisible();
  await phone.getByRole("button", { name: "Вернуться" }).click();
  await expect(page.getByTestId("tile")).toHaveCount(3);
  await phone.locator("#files li button").first().click();
  await phone.getByRole("dialog").getByRole("button", { name: "Удалить" }).click();
  await expect(page.getByTestId("tile")).toHaveCount(2);
  await phone.locator("#finish").click();
  await expect(phone.locator("#notice")).toContainText("Файлы переданы");
  await phone.goto(link);
  await expect(phone.locator("#notice")).toContainText("Ссылка больше не действует");
  await context.close();

  await page.getByTestId("tile").first().getByTestId("hide-media").click();
  await markDoneBeforeArrival(page);
  await expect(page.getByTestId("dialog")).toBeHidden();
  await expect(page.getByTestId("service")).toContainText("готово");

  await page.context().clearCookies();
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order.id}`);
  await expect(page.getByTestId("media-thumb"), "the hidden photo is not shown").toHaveCount(1);
  const loadedPhoto = page.getByTestId("item").locator("a.thumb[data-came] img");
  await expect(loadedPhoto, "the item shows the uploaded photo").toHaveAttribute("src", /^\/media\//);
  await expect.poll(() => loadedPhoto.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("fifty files are uploaded from the computer, and the gallery pages through them", async ({ page, server, client }) => {
  test.slow();
  const order = await createSubmittedOrder(client, "Пятьдесят фото");
  await ordered(await Api.login(server, "agent", AGENT_OWNER), order, "photo");
  await openAsStaff(page, order);
  const one = await photo(page, "фото.jpg", 320, 240);
  await page.getByTestId("files").setInputFiles(Array.from({ length: 50 }, (_, index) => ({ ...one, name: `фото ${index}.jpg` })));
  await expect(page.getByTestId("tile")).toHaveCount(50, { timeout: 60_000 });
  await expect(page.getByTestId("upload")).toHaveCount(0);

  await test.step("a file that is not a picture is rejected with a message", async () => {
    await page.getByTestId("files").setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<svg onload=alert(1)>") });
    await expect(page.getByTestId("upload-error")).toContainText("не принимается");
    await page.getByTestId("upload").getByRole("button").last().click();
  });
  await markDoneBeforeArrival(page);

  await page.context().clearCookies();
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order.id}`);
  await page.getByTestId("media-thumb").nth(1).click();
  const position = page.getByTestId("gallery-place");
  await expect(position).toHaveText("2 / 50");
  await page.getByTestId("gallery-next").click();
  await expect(position).toHaveText("3 / 50");
  await page.keyboard.press("ArrowLeft");
  await expect(position).toHaveText("2 / 50");
  await page.keyboard.press("End");
  await expect(position).toHaveText("50 / 50");
  await expect(page.getByTestId("gallery-next")).toBeDisabled();
  await page.getByTestId("gallery-zoom").click();
  await expect(page.getByTestId("gallery-zoom")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("gallery")).toBeHidden();
});

test("an interrupted upload resumes after a reload", async ({ page, browser, server, client }) => {
  const order = await createSubmittedOrder(client, "Обрыв связи");
  await ordered(await Api.login(server, "agent", AGENT_OWNER), order, "photo");
  await openAsStaff(page, order);
  const context = await phoneOf(browser, server);
  const phone = await context.newPage();
  await openOnPhone(page, phone);

  let chunks = 0;
  await phone.route("**/su/*/uploads/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    chunks += 1;
    return chunks === 1 ? route.continue() : route.abort("internetdisconnected");
  });
  await phone.locator("#pick").setInputFiles(await photo(page, "большое.jpg", 1600, 1200));
  await expect(phone.locator("#notice")).toContainText("Нет связи");
  await phone.unroute("**/su/*/uploads/*");
  const offsets: number[] = [];
  phone.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await phone.reload();
  await expect(page.getByTestId("tile")).toHaveCount(1);
  expect(offsets[0], "parts that were received are not sent again").toBeGreaterThan(0);
  await context.close();
});

test("files that an expired link did not send stay on the phone, and a new link sends them", async ({ page, browser, server, client }) => {
  const order = await createSubmittedOrder(client, "Ссылка кончилась");
  await ordered(await Api.login(server, "agent", AGENT_OWNER), order, "photo");
  await openAsStaff(page, order);
  const context = await phoneOf(browser, server);
  const phone = await context.newPage();
  const link = await openOnPhone(page, phone);

  await context.setOffline(true);
  await phone.locator("#pick").setInputFiles([await photo(page, "шов.jpg"), await photo(page, "бирка.jpg")]);
  await expect(phone.locator("#notice")).toContainText("Нет связи");
  server.sql("UPDATE service_upload_tokens SET expires_at = '2020-01-01T00:00:00+00:00'");
  await context.setOffline(false);
  const notice = phone.locator("#notice");
  await expect(notice).toContainText("Ссылка больше не действует");
  await expect(notice).toContainText("остались на этом телефоне");
  await phone.goto(link);
  await expect(notice).toContainText("остались на этом телефоне");
  await expect(phone.locator("#files li")).toHaveCount(2);
  await expect(phone.locator("#actions")).toBeHidden();
  await phone.locator("#files li button").last().click();
  await expect(phone.locator("#files li")).toHaveCount(1);

  await page.getByTestId("hide-qr").click();
  await openOnPhone(page, phone);
  await expect(phone.locator("#kept")).toContainText("которые не ушли по прежней ссылке: 1");
  await phone.getByRole("button", { name: "Отправить сюда" }).click();
  await expect(phone.locator("#kept")).toBeHidden();
  await expect(page.getByTestId("tile")).toHaveCount(1);
  await phone.reload();
  await expect(phone.locator("#shoot-label")).toBeVisible();
  await expect(phone.locator("#kept")).toBeHidden();
  await context.close();
});

test("the agent sets a price for a service, and the client pays it from the balance", async ({ page, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=services");
  const photos = page.getByTestId("service-photo");
  await photos.locator("[name=enabled]").check();
  await photos.getByTestId("mode").selectOption("paid");
  await photos.getByTestId("price").first().fill("3,50");
  await photos.getByTestId("add-price").click();
  await photos.getByTestId("price").last().fill("0,45");
  await photos.getByTestId("save-service").click();
  await expect(photos.getByTestId("save-service")).toHaveText("Сохранено");
  await page.getByTestId("new-service").click();
  await page.getByTestId("names.ru").fill("Проверка на брак");
  await page.getByTestId("names.zh").fill("瑕疵检查");
  await page.getByTestId("add-own-service").click();
  await expect(page.getByText("Проверка на брак")).toBeVisible();

  const order = await createSubmittedOrder(client, "Платная услуга");
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await page.context().clearCookies();
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order.id}`);
  const yuan = await yuanOf(client);
  await page.getByTestId("add-service").click();
  await page.getByTestId("service_id").selectOption({ index: 0 });
  await page.getByTestId("qty").fill(String(Math.floor(yuan / 3.5) + 10));
  await page.getByTestId("pay_from").selectOption("CNY");
  await expect(page.getByText("Спишется с баланса сразу.")).toBeVisible();
  await page.getByTestId("send-service").click();
  await expect(page.getByTestId("order-service-form").getByRole("alert")).toBeVisible();
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "1000", currency: "CNY", memo: "пополнение" });

  await test.step("a price that the agent changes meanwhile is not charged before the client has seen it", async () => {
    await page.getByTestId("qty").fill("10");
    await page.getByTestId("pay_from").selectOption("RUB");
    await expect(page.getByTestId("service-total")).toContainText("437,50");
    await page.getByTestId("pay_from").selectOption("CNY");
    const { data } = await owner.send<{ data: Service[] }>("GET", "/agent/settings/services");
    const photo = data.find((service) => service.code === "photo")!;
    await owner.patch(`/agent/settings/services/${photo.id}`, { mode: "paid", prices: [{ currency: "CNY", price: "4" }] });
    await page.getByTestId("send-service").click();
    const changed = page.getByTestId("order-service-form").getByTestId("amount-changed");
    await expect(changed.locator("s")).toContainText("35,00");
    await expect(changed.locator("strong")).toContainText("40,00");
  });
  const before = await yuanOf(client);
  await page.getByTestId("send-service").click();
  await expect(page.getByTestId("service")).toContainText("оплачено");
  expect(before - (await yuanOf(client)), "the charge is the sum of the second click").toBeCloseTo(40);
  await page.getByTestId("cancel-service").click();
  await answerQuestion(page, "yes");
  await expect(page.getByTestId("service")).toContainText("отмена");
});
