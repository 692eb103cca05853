/**
 * The whole life of an order, from a shared link to the acceptance, on two phones, the client's inside of Telegram: no page is loaded
 * again, and both sides follow each other.
 */
import type { Locator } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { Bots } from "../harness/bots.ts";
import { posted, tellFromTelegram } from "../harness/messenger.ts";
import { photo } from "../harness/pictures.ts";
import { CUP, SHARED_TEXT, ShopGateway } from "../harness/shop-gateway.ts";
import { expect, test as base } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { Chat } from "../pages/chat.ts";
import { Phone } from "../pages/phone.ts";

const PERSON = 7_000_001;
/** The product whose link is shared. */
const FLASK = { title: CUP.title };
const SCARF = { title: "羊毛围巾", url: "https://detail.1688.com/offer/6.html", price: "60,00", quantity: "2" };
const TRACK = "SF1029384756";

const test = base.extend<{ bots: Bots; shop: ShopGateway }>({
  bots: async ({}, use) => {
    const bots = await Bots.start();
    await use(bots);
    await bots.stop();
  },
  shop: async ({}, use) => {
    const shop = await ShopGateway.start();
    await use(shop);
    await shop.stop();
  },
  // The agent logs in by a password, which sends no code.
  environment: async ({ bots, shop }, use) => use({ ...bots.environment, ...shop.environment }),
});

/** The agent's settings: a delivery method, a cell, and a purchasing account. */
async function prepare(owner: Api): Promise<{ cell: string }> {
  await owner.post("/agent/settings/delivery-methods", { name: "Авто Благовещенск", days_min: 18, days_max: 25 });
  const { data } = await owner.post<{ data: { name: string; code: string }[] }>("/agent/cells", { names: ["P-1"] });
  const account = { marketplace: "1688", login: "phone-buyer", comment: "", currency: "CNY", limit: "0" };
  const { id } = await owner.post<{ id: number }>("/agent/settings/purchasing-accounts", account);
  await owner.post(`/agent/purchasing-accounts/${id}/deposits`, { amount: "500", memo: "перевод с карты" });
  return { cell: data.find((cell) => cell.name === "P-1")!.code };
}

test("an order lives from a shared link to the acceptance on two phones without a reload", async ({ browser, server, bots }) => {
  test.setTimeout(240_000);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { cell } = await prepare(owner);
  await bots.share(server, PERSON, CLIENT);
  const mine = await Phone.openMiniApp(browser, server, { messenger: "telegram", data: bots.launchData("telegram", PERSON) });
  const theirs = await Phone.logIn(browser, server, "agent", AGENT_OWNER);
  const [order, card] = [new OrderCard(mine.page), new OrderCard(theirs.page)];
  const step = (name: string, body: () => Promise<void>) =>
    test.step(name, async () => {
      await body();
      await mine.expectCalm(`client, ${name}`);
      await theirs.expectCalm(`agent, ${name}`);
    });
  let number = "";

  await step("the client shares a link from the app of a shop, adds a product and submits", async () => {
    await mine.open("Новый заказ");
    const form = mine.get("item-form");
    await form.getByTestId("url").fill(SHARED_TEXT);
    await expect(form.getByTestId("title")).toHaveValue(FLASK.title);
    await form.getByTestId("price").fill("59,9");
    await form.getByTestId("save-item").tap();
    await expect(mine.get("item")).toHaveCount(1);
    await order.fill(SCARF);
    await form.getByTestId("save-item").tap();
    await expect(order.item(SCARF.title)).toBeVisible();
    await mine.tap("submit-order");
    await expect(order.status).toHaveClass(/submitted/);
    number = await order.number.innerText();
  });

  await step("the agent sees the order and prices it", async () => {
    const row = theirs.get("order-row").filter({ hasText: number });
    await row.getByRole("link", { name: number }).tap();
    await expect(card.item(SCARF.title)).toBeVisible();
    await theirs.tap("quote");
    await theirs.get("rate").fill("12,5");
    await theirs.tap("confirm-step");
    await expect(card.status).toHaveClass(/quoted/);
  });

  const topup = "21 357,00";
  const [asked, offered] = [mine, theirs].map((phone) => phone.get("request").filter({ hasText: topup })) as [Locator, Locator];
  await step("the client sees the price and asks for requisites", async () => {
    await expect(order.status).toHaveClass(/quoted/);
    await mine.open("Баланс");
    await mine.get("amount").fill("21357");
    await mine.get("currency").selectOption("RUB");
    await mine.tap("request-topup");
    await expect(asked.getByTestId("request-status")).toHaveText("Ждёт реквизитов");
  });

  await step("the agent gives requisites, the client transfers, and the agent books the money", async () => {
    await theirs.open("Пополнения");
    await offered.getByTestId("issue").tap();
    await theirs.get("requisites").last().fill("Сбербанк 2202 2000 1234 5678, Анна С.");
    await theirs.tap("confirm-step");
    await expect(asked.getByTestId("requisites")).toContainText("2202 2000");
    await asked.getByTestId("report").tap();
    await expect(asked.getByTestId("request-status")).toHaveText("Проверяется");
    await offered.getByTestId("confirm").tap();
    await theirs.tap("confirm-step");
    await expect(asked.getByTestId("request-status")).toHaveText("Зачислено");
    await expect(mine.get("operation").first()).toContainText(topup);
    await theirs.open("Заказы");
    await theirs.get("order-row").filter({ hasText: number }).getByRole("link", { name: number }).tap();
  });

  await step("the client pays the price", async () => {
    await mine.open("Заказы");
    await mine.get("order-row").filter({ hasText: number }).tap();
    const main = async () => (await posted(mine.page, "web_app_setup_main_button")).at(-1);
    await expect.poll(main).toMatchObject({ is_visible: true, text: expect.stringMatching(/^Оплатить /) });
    await tellFromTelegram(mine.page, "main_button_pressed");
    await expect(mine.get("sum-converted")).toContainText("¥");
    await expect(mine.get("sum-left")).toContainText("₽");
    await mine.tap("confirm-sum");
    await expect(order.status).toHaveClass(/paid/);
    await mine.page.locator("summary", { hasText: "Стоимость заказа" }).tap();
    await expect(mine.get("paid-sum")).toBeVisible();
  });

  await step("the agent buys from an account and enters the track", async () => {
    await expect(card.status).toHaveClass(/paid/);
    await theirs.get("choose-all").check();
    await theirs.tap("open-bulk-steps");
    await theirs.tap("bulk-buy");
    await theirs.get("marketplace_order_number").fill("284756300");
    const account = theirs.get("purchase-account").locator("option").filter({ hasText: "phone-buyer" });
    await theirs.get("purchase-account").selectOption({ label: (await account.textContent())! });
    await theirs.get("purchase-amount").fill("150");
    await expect(theirs.get("account-left")).toContainText("350,00");
    await theirs.tap("confirm-bulk");
    await expect(card.status).toHaveClass(/purchased/);
    await theirs.get("choose-all").check();
    await theirs.tap("open-bulk-steps");
    await theirs.tap("bulk-send");
    await theirs.get("domestic_track").fill(TRACK);
    await theirs.tap("confirm-bulk");
    await expect(theirs.get("dialog")).toBeHidden();
    await expect(order.item(FLASK.title)).toContainText(TRACK);
  });

  await step("the warehouse scans the package into a cell", async () => {
    await theirs.open("Сканер");
    await theirs.tap("mode-receive");
    for (const code of [cell, TRACK]) {
      await theirs.get("scan-code").fill(code);
      await theirs.get("scan-code").press("Enter");
      if (code === cell) await expect(theirs.get("scan-context")).toContainText("P-1");
    }
    await expect(theirs.get("scan-message")).toHaveText("Принято");
    await expect(order.status).toHaveClass(/at_warehouse/);
  });

  await step("the warehouse takes a photo, and the client sees it", async () => {
    await theirs.open("Заказы");
    await theirs.get("order-row").filter({ hasText: number }).getByRole("link", { name: number }).tap();
    await card.item(FLASK.title).getByTestId("add-photos").tap();
    await theirs.get("files").setInputFiles(await photo(theirs.page, "1.jpg"));
    await expect(theirs.get("tile")).toHaveCount(1);
    await theirs.tap("by-phone");
    const link = (await theirs.get("copy-link").getAttribute("data-url"))!;
    const viewport = { width: 390, height: 844 };
    const camera = await browser.newContext({ baseURL: server.url, locale: "ru-RU", viewport, hasTouch: true });
    const upload = await camera.newPage();
    await upload.goto(link);
    await expect(upload.locator("h1")).toContainText(FLASK.title);
    await upload.locator("#pick").setInputFiles(await photo(theirs.page, "2.jpg"));
    await expect(theirs.get("tile"), "the photo of the other phone appears").toHaveCount(2);
    await upload.locator("#finish").tap();
    await expect(upload.locator("#notice")).toContainText("Файлы переданы");
    await camera.close();
    await theirs.tap("close-service");
    await expect(theirs.get("dialog")).toBeHidden();
    const picture = order.item(FLASK.title).locator("a.thumb[data-came] img");
    await expect(picture).toHaveAttribute("src", /^\/media\//);
    await expect(mine.get("media-thumb")).toHaveCount(2);
  });

  await step("both sides write in the chat of the order", async () => {
    const [clients, staffs] = [new Chat(mine.page), new Chat(theirs.page)];
    await mine.tap("to-chat");
    await clients.say("Крышка плотно закрывается?");
    await theirs.tap("tab-chat");
    await expect(staffs.message("Крышка плотно закрывается?")).toBeVisible();
    await staffs.say("Да, проверили");
    await expect(clients.message("Да, проверили")).toBeVisible();
    await mine.page.locator(".chat-back").tap();
    await expect(order.item(SCARF.title)).toBeVisible();
  });

  let request = "";
  await step("the client asks for shipping", async () => {
    await mine.open("Посылки");
    await mine.tap("ask-shipping");
    for (const { title } of [FLASK, SCARF]) {
      // The demo client has goods of the same shops in the warehouse.
      await mine.get("shipment-item").filter({ hasText: title }).filter({ hasText: number }).getByTestId("choose-item").check();
    }
    await mine.get("wishes").fill("Без коробок");
    await mine.tap("send-request");
    await expect(mine.get("request-status")).toHaveText("Ждёт ответа");
    request = await mine.get("request-number").innerText();
  });

  let parcel = "";
  await step("the agent makes a shipment and packs it", async () => {
    await theirs.open("Посылки");
    await theirs.tap("requests");
    await theirs.get("request-row").filter({ hasText: request }).tap();
    await theirs.tap("confirm-request");
    await expect(theirs.get("request-status")).toHaveText("Подтверждена");
    await theirs.get("item-parcel").first().tap();
    parcel = await theirs.get("shipment-number").innerText();
    await theirs.get("weight_grams").fill("4,2");
    await theirs.get("places").fill("1");
    await theirs.tap("pack");
    await expect(theirs.get("shipment-status")).toHaveText("Упакована");
  });

  await step("the client opens the shipment and chooses the delivery", async () => {
    await mine.open("Посылки");
    await mine.get("shipment-row").filter({ hasText: parcel }).tap();
    await expect(mine.get("shipment-number")).toHaveText(parcel);
    await expect(mine.get("recipient_id").locator("option:checked")).toContainText("Игорь Петров");
    const method = mine.get("delivery_method_id").locator("option").filter({ hasText: "Авто Благовещенск" });
    await expect(method).toContainText("18–25 дн. · тарифа нет, цену назовёт агент");
    await mine.get("delivery_method_id").selectOption((await method.getAttribute("value"))!);
    await mine.tap("save-form");
    await expect(mine.get("summary")).toContainText("Авто Благовещенск");
    await expect(theirs.get("summary")).toContainText("Авто Благовещенск");
  });

  await step("the agent names the price, and the client pays it", async () => {
    await theirs.tap("quote");
    await theirs.get("cost").fill("100");
    await theirs.get("dialog").getByTestId("rate").fill("12,5");
    await theirs.tap("confirm-step");
    await expect(mine.get("shipment-status")).toHaveText("Ждёт оплаты");
    await mine.tap("pay-RUB");
    await expect(mine.get("sum-left")).toContainText("₽");
    await mine.tap("confirm-sum");
    await expect(mine.get("shipment-status")).toHaveText("Оплачена");
    await expect(theirs.get("shipment-status")).toHaveText("Оплачена");
  });

  await step("the agent sends the shipment, and it arrives", async () => {
    await theirs.open("Доставки");
    await theirs.tap("create-delivery");
    await theirs.page.locator(".loaded").filter({ hasText: parcel }).getByTestId("load").tap();
    await expect(theirs.get("loaded")).toContainText(parcel);
    await theirs.tap("depart");
    await theirs.tap("confirmation-confirm");
    await expect(mine.get("shipment-status")).toHaveText("В пути");
    await theirs.tap("arrive");
    await theirs.tap("confirmation-confirm");
    await expect(theirs.get("delivery-status")).toHaveText("Прибыла");
  });

  await step("the client accepts, and the agent sees it", async () => {
    await mine.tap("accept");
    await mine.tap("confirmation-confirm");
    await expect(mine.get("shipment-status")).toHaveText("Принята");
    await theirs.open("Посылки");
    await theirs.tap("all");
    await expect(theirs.get("shipment-row").filter({ hasText: parcel }).getByTestId("shipment-status")).toHaveText("Принята");
    await mine.open("Заказы");
    await mine.tap("archive");
    await expect(mine.get("order-row").filter({ hasText: number }).locator(".badge")).toHaveClass(/accepted/);
  });

  await mine.close();
  await theirs.close();
});
