/** A live update leaves the person where they are: the active row, the focus, opened forms and the scroll position. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { createSubmittedOrder } from "../pages/chat.ts";
import { LoginPage } from "../pages/login.ts";
import { formingShipment, receivedItems } from "../pages/parcels.ts";

const WORKER = "李伟 (склад)";

test("the row chosen by keyboard stays with its order when another one appears above it", async ({ page, client }) => {
  const mine = await createSubmittedOrder(client, "Строка под курсором");
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const rows = page.getByTestId("order-row");
  const row = rows.filter({ hasText: mine.number });
  await expect(row).toBeVisible();
  await page.keyboard.press("j");
  await expect(row).toHaveClass(/chosen/);
  const next = await createSubmittedOrder(client, "Новая сверху");
  await expect(rows.first()).toContainText(next.number);
  await expect(row).toHaveClass(/chosen/);
  await page.keyboard.press("k");
  await expect(rows.first()).toHaveClass(/chosen/);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/agent/orders/${mine.id}$`));
});

test("a change between the first fetch of a page and its subscription is shown", async ({ page, client }) => {
  const before = await createSubmittedOrder(client, "До страницы");
  let subscribe: () => void = () => {};
  const changed = new Promise<void>((done) => {
    subscribe = done;
  });
  await page.route("**/broadcasting/auth", async (route) => {
    await changed;
    await route.continue();
  });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const rows = page.getByTestId("order-row");
  await expect(rows.filter({ hasText: before.number })).toBeVisible();
  const next = await createSubmittedOrder(client, "Сразу после страницы");
  await expect(rows.filter({ hasText: next.number })).toHaveCount(0);
  subscribe();
  await expect(rows.first()).toContainText(next.number);
});

test("the focus and the scroll position of a list survive a change", async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  const first = await client.draft("Под пальцем");
  for (let at = 0; at < 8; at += 1) await client.draft(`Ещё один ${at}`);
  await new LoginPage(page).logIn("client", CLIENT, "/client/orders?filter=drafts");
  const link = page.getByTestId("order-row").filter({ hasText: "Под пальцем" });
  await link.focus();
  await link.scrollIntoViewIfNeeded();
  const top = () => page.evaluate(() => window.scrollY);
  const before = await top();
  expect(before).toBeGreaterThan(0);
  await client.patch(`/client/orders/${first.id}`, { title: "Под пальцем, по-новому" });
  await expect(page.getByTestId("order-row").filter({ hasText: "по-новому" })).toBeVisible();
  await expect(page.getByTestId("order-row").filter({ hasText: "по-новому" })).toBeFocused();
  expect(await top()).toBe(before);
});

test("an opened form of a card is not closed by a change", async ({ page, client }) => {
  const draft = await client.draft("Форма открыта");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", draft.id);
  await page.getByTestId("add-item").click();
  await expect(page.getByTestId("item-form")).toBeVisible();
  await client.patch(`/client/orders/${draft.id}`, { title: "Изменено в другом окне" });
  // The other window's list shows when the change has arrived.
  const list = await page.context().newPage();
  await list.goto("/client/orders?filter=drafts");
  await expect(list.getByTestId("order-row").filter({ hasText: "Изменено в другом окне" })).toBeVisible();
  await expect(page.getByTestId("item-form")).toBeVisible();
  await card.fill({ title: "Кружка", url: "https://detail.1688.com/offer/5.html", price: "15,20" });
  await page.getByTestId("save-item").click();
  await expect(card.item("Кружка")).toBeVisible();
  await expect(page.getByText("Изменено в другом окне").first()).toBeVisible();
});

/** Holds back the answers to the requests for an address until `answer` is called. */
async function holdAnswers(page: Page, address: string): Promise<{ fetched: Promise<unknown>; answer: () => void }> {
  let answer: () => void = () => {};
  const released = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return { fetched: page.waitForRequest(address), answer };
}

test("a form opened while the order is fetched again stays open, with what was typed", async ({ page, client }) => {
  const draft = await client.draft("Ответ в пути");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", draft.id);
  await expect(page.getByTestId("add-item")).toBeVisible();
  const { fetched, answer } = await holdAnswers(page, `**/client/orders/${draft.id}`);
  await client.patch(`/client/orders/${draft.id}`, { title: "Название из ответа" });
  await fetched;
  await page.getByTestId("add-item").click();
  await card.fill({ title: "Кружка", url: "https://detail.1688.com/offer/6.html", price: "15,20" });
  answer();
  await expect(page.getByText("Название из ответа").first()).toBeVisible();
  await page.getByTestId("save-item").click();
  await expect(card.item("Кружка")).toBeVisible();
});

test("the shops of a large order stay folded when the order changes", async ({ page, client }) => {
  const draft = await client.draft("Большой черновик");
  for (let number = 1; number <= 60; number += 1) {
    const url = `https://detail.1688.com/offer/${number}.html`;
    await client.addItem(draft.id, { title: `杯子 ${number}`, url, price: "15.20", shop: { name: number > 20 ? "大店" : "小店" } });
  }
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  const [shops, items] = [page.getByTestId("fold-shop"), page.getByTestId("item")];
  await shops.first().click();
  await shops.last().click();
  await expect(items).toHaveCount(30);
  await page.getByTestId("more-items").click();
  await expect(items).toHaveCount(40);
  await client.patch(`/client/orders/${draft.id}`, { title: "Переименован" });
  await expect(page.getByText("Переименован").first()).toBeVisible();
  await expect(items).toHaveCount(40);
  await expect(shops.first()).toHaveAttribute("aria-expanded", "false");
});

test("the form of the destination stays open while the order is fetched again", async ({ page, client }) => {
  const draft = await client.draft("Город в пути");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", draft.id);
  await expect(page.getByTestId("edit-order")).toBeVisible();
  const { fetched, answer } = await holdAnswers(page, `**/client/orders/${draft.id}`);
  await client.patch(`/client/orders/${draft.id}`, { comment: "Комментарий из ответа" });
  await fetched;
  await page.getByTestId("edit-order").click();
  const city = page.getByTestId("destination_city");
  await city.fill("Самара");
  answer();
  await expect(page.getByTestId("comment")).toHaveValue("Комментарий из ответа");
  await expect(city).toHaveValue("Самара");
  await page.getByTestId("save-order").click();
  await expect(city).toBeHidden();
  await expect(page.getByText("Самара").first()).toBeVisible();
});

test("the choice of a recipient stays open while the order is fetched again", async ({ page, client }) => {
  const draft = await client.draft("Получатель в пути");
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", draft.id);
  await expect(page.getByTestId("change-order-recipient")).toBeVisible();
  const { fetched, answer } = await holdAnswers(page, `**/client/orders/${draft.id}`);
  await client.patch(`/client/orders/${draft.id}`, { title: "Название из ответа" });
  await fetched;
  await page.getByTestId("change-order-recipient").click();
  await expect(page.getByTestId("choose-recipient")).toBeVisible();
  answer();
  await expect(page.getByText("Название из ответа").first()).toBeVisible();
  const recipient = page.getByTestId("recipient_id").locator("option").filter({ hasText: "Игорь Петров" }).first();
  await page.getByTestId("recipient_id").selectOption({ label: await recipient.innerText() });
  await page.getByTestId("save-order-recipient").click();
  await expect(page.getByTestId("choose-recipient")).toBeHidden();
  await expect(page.getByTestId("recipient")).toContainText("Игорь Петров");
});

test("what is opened in a row of the staff's card is not closed by a change", async ({ page, client, server }) => {
  const draft = await client.draft("Сведения открыты");
  const options = [{ name: "颜色", value: "黑色" }];
  await client.addItem(draft.id, { title: "卫衣", url: "https://detail.1688.com/offer/5.html", price: "15.20", options });
  await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const card = new OrderCard(page);
  await card.open("agent", draft.id);
  await page.getByTestId("item-details").click();
  await expect(page.getByTestId("capture")).toContainText("黑色");
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await expect(card.status).toHaveClass(/quoted/);
  await expect(page.getByTestId("capture")).toContainText("黑色");
  await page.getByTestId("item-details").click();
  await expect(page.getByTestId("capture")).toBeHidden();
});

test("a price row that was added before the mode was switched is not lost", async ({ page, server }) => {
  await Api.login(server, "agent", AGENT_OWNER);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=services");
  await page.getByTestId("new-service").click();
  const form = page.getByTestId("new-service-form");
  await form.getByTestId("mode").selectOption("paid");
  await form.getByTestId("add-price").click();
  await form.getByTestId("price").fill("3,50");
  await expect(form.getByTestId("unit")).toHaveText("CNY");
  await form.getByTestId("mode").selectOption("free");
  await form.getByTestId("mode").selectOption("paid");
  await expect(form.getByTestId("price")).toHaveValue("3,50");
  await form.getByRole("button", { name: "Отмена" }).click();
  await page.getByTestId("new-service").click();
  await expect(form.getByTestId("price")).toHaveValue("3,50");
  await form.getByTestId("names.ru").fill("Проверка на брак");
  await form.getByTestId("add-own-service").click();
  await expect(page.getByText("Проверка на брак")).toBeVisible();
  expect(errors).toEqual([]);
});

/** Holds the next response of a path back, and returns a promise of its request and the function that lets it go. */
async function holdResponse(page: Page, path: string): Promise<{ requested: Promise<unknown>; release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { requested: page.waitForRequest((request) => new URL(request.url()).pathname === path), release };
}

test("what staff type into a row of an order is not lost when a change arrives", async ({ page, client, server }) => {
  const draft = await client.draft("Доставку считают");
  await client.addItem(draft.id, { title: "Кружка", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  await client.submit(draft.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const card = new OrderCard(page);
  await card.open("agent", draft.id);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const staff = await owner.send<{ data: { id: number; name: string }[] }>("GET", "/agent/staff");
  const worker = staff.data.find((member) => member.name === WORKER);
  const order = await holdResponse(page, `/agent/orders/${draft.id}`);
  await owner.patch(`/agent/orders/${draft.id}`, { assigned_staff_id: worker?.id });
  await order.requested;
  const field = page.getByTestId("domestic");
  await field.pressSequentially("8,0");
  order.release();
  await expect(page.getByLabel("Ответственный").locator("option:checked")).toHaveText(WORKER);
  await expect(field).toHaveValue("8,0");
  await expect(field).toBeFocused();
  await page.keyboard.type("5");
  await page.keyboard.press("Tab");
  await expect(page.getByTestId("charge").filter({ hasText: "Доставка по Китаю" })).toContainText("8,05");
});

test("what a worker types about a shipment is not lost when a change arrives", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { id } = await formingShipment(owner, await receivedItems(owner, client, "Взвешивают"));
  const path = `/agent/shipments/${id}`;
  await new LoginPage(page).logIn("agent", AGENT_OWNER, path);
  await expect(page.getByTestId("places")).toBeVisible();
  const first = await holdResponse(page, path);
  await owner.patch(path, { places: 3, comment: "Хрупкое" });
  await first.requested;
  await page.getByTestId("weight_grams").fill("4,2");
  await page.getByTestId("comment").fill("Осторожно");
  await page.getByTestId("city").fill("Хабаровск");
  first.release();
  await expect(page.getByTestId("places")).toHaveValue("3");
  await expect(page.getByTestId("weight_grams")).toHaveValue("4,2");
  await expect(page.getByTestId("city")).toHaveValue("Хабаровск");
  await expect(page.getByTestId("city")).toBeFocused();
  await expect(page.getByTestId("comment")).toHaveValue("Осторожно");
  // The comment that another person has written meanwhile is not overwritten before this one is notified.
  await page.getByTestId("save-form").click();
  await expect(page.getByRole("alert")).toContainText("запись изменилась");
  await page.getByTestId("save-form").click();
  await expect.poll(async () => (await owner.send<{ weight_grams: number }>("GET", path)).weight_grams).toBe(4200);
});
