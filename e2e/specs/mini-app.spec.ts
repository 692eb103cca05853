/** The cabinet of clients as a mini app of Telegram and MAX, inside of pages that play the messengers. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { Bots } from "../harness/bots.ts";
import { miniAppAddress, playMax, playTelegram, posted, tellFromMax, tellFromTelegram } from "../harness/messenger.ts";
import { expect, test as base } from "../harness/test.ts";

const PERSON = 7_000_001;
const CHAT = 182_000_001;
const NEW = "+79991112233";

const test = base.extend<{ bots: Bots }>({
  bots: async ({}, use) => {
    const bots = await Bots.start();
    await use(bots);
    await bots.stop();
  },
  environment: async ({ bots }, use) => use(bots.environment),
  viewport: { width: 390, height: 844 },
  hasTouch: true,
});

test("a button of a notice opens its order inside Telegram, whose buttons lead back and pay", async ({ page, server, bots, client }) => {
  await bots.share(server, PERSON, CLIENT);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = await client.draft("Кружки");
  await client.addItem(order.id, { title: "Кружка", price: "10", quantity: 2, url: "https://example.com/1" });
  await client.submit(order.id);
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });

  await playTelegram(page);
  const data = bots.launchData("telegram", PERSON);
  await page.goto(miniAppAddress({ messenger: "telegram", data, page: `/client/orders/${order.id}`, theme: { bg_color: "#17212b" } }));
  await expect(page).toHaveURL(new RegExp(`/client/orders/${order.id}$`));
  await expect(page.getByTestId("item")).toHaveCount(1);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  for (const name of ["web_app_ready", "web_app_expand", "web_app_request_safe_area"]) {
    expect((await posted(page, name)).length, name).toBeGreaterThan(0);
  }
  expect((await posted(page, "web_app_set_header_color")).at(-1)).toEqual({ color: "#171c1b" });

  const main = async () => (await posted(page, "web_app_setup_main_button")).at(-1);
  await expect.poll(main).toMatchObject({ is_visible: true, is_active: true, text: expect.stringMatching(/^Оплатить .*[¥₽]$/) });
  await expect(page.getByTestId("pay-bar")).toHaveCount(0);

  await tellFromTelegram(page, "safe_area_changed", { top: 0, bottom: 34, left: 0, right: 0 });
  await tellFromTelegram(page, "theme_changed", { theme_params: { bg_color: "#ffffff" } });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const padding = () => page.locator(".bottom-bar").evaluate((bar) => getComputedStyle(bar).paddingBottom);
  await expect.poll(padding).toBe("34px");

  await tellFromTelegram(page, "main_button_pressed");
  await expect(page.getByTestId("confirm-sum")).toBeVisible();
  await tellFromTelegram(page, "back_button_pressed");
  await expect(page.getByTestId("confirm-sum")).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/client/orders/${order.id}$`));
  await tellFromTelegram(page, "main_button_pressed");
  await page.getByTestId("confirm-sum").tap();
  await expect.poll(main).toMatchObject({ is_visible: false });
  await tellFromTelegram(page, "back_button_pressed");
  await expect(page).toHaveURL(/\/client\/orders$/);
  const back = async () => (await posted(page, "web_app_setup_back_button")).at(-1);
  await expect.poll(back).toEqual({ is_visible: false });
});

test("a new client shares the number and registers in Telegram with one tap more, by the agent's link", async ({ page, server, bots }) => {
  await playTelegram(page);
  await page.goto(miniAppAddress({ messenger: "telegram", data: bots.launchData("telegram", PERSON, { start_param: "agent_lotus" }) }));
  await page.getByTestId("share-phone").tap();
  expect(await posted(page, "web_app_request_phone")).toHaveLength(1);
  await tellFromTelegram(page, "phone_requested", { status: "cancelled" });
  await expect(page.getByText("Номер не передан")).toBeVisible();
  await page.getByTestId("share-phone").tap();
  await bots.share(server, PERSON, NEW);
  await tellFromTelegram(page, "phone_requested", { status: "sent" });
  await expect(page.getByTestId("invited-by")).toHaveText("Лотос Карго");
  await expect(page.getByTestId("name")).toHaveValue("Анна Ли");
  await page.getByTestId("register").tap();
  await expect(page).toHaveURL(/\/client\/orders$/);
  await expect(page.getByRole("heading", { name: "Заказы", level: 1 })).toBeVisible();

  // The web view keeps the cookie, so a reload stays in the cabinet and in the messenger.
  await page.goto("/client/balance");
  await expect(page.getByTestId("amount")).toBeVisible();
  await expect.poll(async () => (await posted(page, "web_app_setup_back_button")).at(-1)).toEqual({ is_visible: true });
  await tellFromTelegram(page, "back_button_pressed");
  await expect(page).toHaveURL(/\/client\/orders$/);
});

test("MAX passes the number of the person, and the link names the page", async ({ page, bots }) => {
  const chat = JSON.stringify({ id: CHAT, type: "DIALOG" });
  await playMax(page);
  await page.goto(miniAppAddress({ messenger: "max", data: bots.launchData("max", PERSON, { chat, start_param: "balance" }) }));
  await page.getByTestId("share-phone").tap();
  const [asked] = await posted(page, "WebAppRequestPhone");
  await tellFromMax(page, "WebAppRequestPhone", { requestId: asked!.requestId, ...bots.sharedPhone(PERSON, CLIENT) });
  await expect(page).toHaveURL(/\/client\/balance$/);
  await expect(page.getByTestId("amount")).toBeVisible();
  await expect.poll(async () => (await posted(page, "WebAppSetupBackButton")).at(-1)).toEqual({ isVisible: true });
  await tellFromMax(page, "WebAppBackButtonPressed");
  await expect(page).toHaveURL(/\/client\/orders$/);
});

test("the web version of Telegram frames the cabinet, which goes on without cookies", async ({ page, server, bots }) => {
  await bots.share(server, PERSON, CLIENT);
  const address = miniAppAddress({ messenger: "telegram", data: bots.launchData("telegram", PERSON) });
  await page.route("https://web.telegram.org/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>Telegram</title><iframe width="390" height="700"></iframe><script>
        window.posted = [];
        addEventListener("message", ({ data }) => {
          const { eventType, eventData } = JSON.parse(data);
          window.posted.push({ name: eventType, data: eventData });
        });
        document.querySelector("iframe").src = ${JSON.stringify(server.url + address)};
      </script>`,
    }),
  );
  await page.context().grantPermissions(["local-network-access"]);
  await page.goto("https://web.telegram.org/a/");
  const app = page.frameLocator("iframe");
  await expect(app.getByRole("heading", { name: "Заказы", level: 1 })).toBeVisible();
  expect((await posted(page, "iframe_ready"))[0]).toEqual({ reload_supported: true });
  await app.locator(".bottom-bar").getByRole("link", { name: "Баланс" }).click();
  await expect(app.getByTestId("amount")).toBeVisible();
  await expect.poll(async () => (await posted(page, "web_app_setup_back_button")).at(-1)).toEqual({ is_visible: true });
  // The frame has no cookie: the launch renews an expired login, and opens the page that was left after a reload.
  const launches: string[] = [];
  page.on("request", (request) => request.url().endsWith("/client/app/login") && launches.push(request.url()));
  const json = { type: "/problems/credential_expired", title: "Expired", status: 401, code: "credential_expired", request_id: "1" };
  const expire = { status: 401, contentType: "application/problem+json", json };
  await page.route("**/client/orders?*", (route) => route.fulfill(expire), { times: 1 });
  await app.locator(".bottom-bar").getByRole("link", { name: "Заказы" }).click();
  await expect(app.getByTestId("order-row").first()).toBeVisible();
  expect(launches).toHaveLength(1);
  await app.locator(".bottom-bar").getByRole("link", { name: "Баланс" }).click();
  await page.evaluate(() => {
    const frame = document.querySelector("iframe")!;
    const reload = { eventType: "reload_iframe", eventData: {} };
    frame.contentWindow!.postMessage(JSON.stringify(reload), "*");
  });
  await expect.poll(async () => (await posted(page, "iframe_ready")).length).toBeGreaterThan(2);
  await expect(app.getByTestId("amount")).toBeVisible();
});

test("a page outside of a messenger and an old launch say what to do", async ({ page, bots }) => {
  await page.goto("/client/app");
  await expect(page.getByText("открывается из чата с ботом")).toBeVisible();
  await playTelegram(page);
  const old = String(Math.floor(Date.now() / 1000) - 4000);
  await page.goto(miniAppAddress({ messenger: "telegram", data: bots.launchData("telegram", PERSON, { auth_date: old }) }));
  await page.reload();
  await expect(page.getByText("Прошло больше часа")).toBeVisible();
});
