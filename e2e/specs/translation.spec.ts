/** Machine translation: items and chat in the reader's language, the original one click away, the settings and the glossary. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test as base } from "../harness/test.ts";
import { Translator } from "../harness/translator.ts";
import { OrderCard } from "../pages/card.ts";
import { chatOf } from "../pages/chat.ts";
import { LoginPage } from "../pages/login.ts";
import { WAREHOUSE, cell, onTheWay, scan } from "../pages/scanner.ts";

const TITLE = "加绒卫衣 K-42";
const JOB_WITHIN_MS = 20_000;

const test = base.extend<{ translator: Translator }>({
  translator: async ({}, use) => {
    const translator = await Translator.start();
    await use(translator);
    await translator.stop();
  },
  environment: async ({ translator }, use) => use(translator.environment),
});

async function orderWithChineseItem(client: Api) {
  const draft = await client.draft("Перевод");
  await client.addItem(draft.id, { title: TITLE, url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  return client.submit(draft.id);
}

test("the agent turns translation on, and both sides read titles in their language", async ({ page, server, client, translator }) => {
  const order = await orderWithChineseItem(client);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/settings?tab=translation");
  await expect(page.getByTestId("translation-usage")).toContainText("0 из 200 000");
  await page.getByTestId("translate-titles").check();
  await page.getByTestId("add-term").click();
  const term = page.getByTestId("term-row");
  await term.locator('[name="term"]').fill("加绒");
  await term.locator('[name="translation"]').fill("с начёсом");
  await page.getByTestId("save-translation").click();
  await expect(page.getByTestId("save-translation")).toHaveText("Сохранено");
  await expectAccessible(page);

  const card = new OrderCard(page);
  await card.open("agent", order.id);
  const item = card.items.first();
  await expect(item.getByRole("link", { name: TITLE })).toBeVisible();
  await expect(item.getByTestId("machine-translation"), "the first load has no translation yet").toHaveCount(0);
  await expect(async () => {
    await page.reload();
    await expect(item.getByTestId("translated").first()).toHaveText("ru: с начёсом卫衣 K-42", { timeout: 2_000 });
  }).toPass({ timeout: JOB_WITHIN_MS });
  expect(translator.texts, "neither the term nor the code leaves the server").toEqual(["{1}卫衣 {2}"]);
  await expect(item.getByTestId("machine-translation")).toHaveText("Машинный перевод");
  await item.getByTestId("show-original").click();
  await expect(item.getByRole("link", { name: TITLE })).toBeVisible();
  await item.getByTestId("show-original").click();
  await expect(item.getByTestId("translated").first()).toHaveText("ru: с начёсом卫衣 K-42");
  await expectAccessible(page);

  await page.goto("/agent/orders?search=начёсом");
  await expect(page.getByText(order.number)).toBeVisible();
  const mine = await Api.login(server, "client", CLIENT);
  const shown = await mine.send<{ items: { translation?: { title?: string } }[] }>("GET", `/client/orders/${order.id}`);
  expect(shown.items[0]?.translation?.title).toBe("ru: с начёсом卫衣 K-42");
});

test("a message is translated while the chat is open", async ({ page, server, client }) => {
  const order = await orderWithChineseItem(client);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.send("PATCH", "/agent/settings/translation", { chat: true });
  const mine = await chatOf(page, "client", order);
  await owner.send("POST", `/agent/orders/${order.id}/chat`, { body: "明天发货 K101-7" });
  await expect(mine.bodies).toHaveText(["ru: 明天发货 K101-7"], { timeout: JOB_WITHIN_MS });
  const message = page.getByTestId("message");
  await expect(message.getByTestId("machine-translation")).toBeVisible();
  await message.getByTestId("show-original").click();
  await expect(mine.bodies).toHaveText(["明天发货 K101-7"]);

  await owner.send("PATCH", "/agent/settings/translation", { monthly_limit: 0 });
  await owner.send("POST", `/agent/orders/${order.id}/chat`, { body: "再见" });
  await expect(mine.bodies.last()).toHaveText("再见");
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId("chat").getByTestId("translation-exhausted")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: JOB_WITHIN_MS });
});

test("the scanner shows titles in the language of the warehouse, with the original below", async ({ page, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.send("PATCH", "/agent/settings/translation", { titles: true });
  const order = await onTheWay(owner, client, TITLE, "SF1029384756");
  const shelf = await cell(owner, "T-12");
  const title = async () => {
    const shown = await owner.send<{ items: { translation?: { title?: string } }[] }>("GET", `/agent/orders/${order.id}`);
    return shown.items[0]?.translation?.title;
  };
  await expect.poll(title, { timeout: JOB_WITHIN_MS }).toBe(`ru: ${TITLE}`);

  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", WAREHOUSE, "/agent/scan?mode=receive");
  await expect(page.getByTestId("scan-code")).toBeFocused();
  await scan(page, shelf.code);
  await expect(page.getByTestId("scan-context")).toContainText("T-12");
  await scan(page, "SF1029384756");
  const item = page.getByTestId("scan-latest").getByTestId("scanned-item");
  await expect(item.locator("strong").first()).toHaveText(`ru: ${TITLE}`);
  await expect(item.getByTestId("original-title")).toHaveText(TITLE);
  await expectAccessible(page);
});

base("without a provider the settings say that translation is off, and nothing else mentions it", async ({ page, client }) => {
  const order = await orderWithChineseItem(client);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/settings?tab=translation");
  await expect(page.getByTestId("translation-off")).toContainText("Перевод отключён");
  await expect(page.getByTestId("save-translation")).toHaveCount(0);
  await new OrderCard(page).open("agent", order.id);
  await expect(page.getByTestId("show-original")).toHaveCount(0);
});
