import { AGENT_OWNER, Api, CLIENT, TWO_CABINETS } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { openPersonMenu } from "../pages/shell.ts";

test("every page of the client cabinet opens by its address and survives a reload", async ({ page, client }) => {
  const order = await client.draft("Прямая ссылка");
  await new LoginPage(page).logIn("client", CLIENT);
  for (const path of ["/client/orders?filter=archive", "/client/orders/create", `/client/orders/${order.id}`, "/client/settings"]) {
    await page.goto(path);
    const heading = await page.locator("main h1").innerText();
    await page.reload();
    await expect(page).toHaveURL(new RegExp(path.replaceAll("?", "\\?") + "$"));
    await expect(page.locator("main h1")).toHaveText(heading);
  }
});

test("every page of the agent cabinet opens by its address and survives a reload", async ({ page, client }) => {
  const order = await client.draft("Прямая ссылка");
  await client.addItem(order.id, { title: "杯子", url: "https://detail.1688.com/offer/6.html", price: "1" });
  await client.submit(order.id);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  for (const path of ["/agent/orders?status=submitted", `/agent/orders/${order.id}`]) {
    await page.goto(path);
    const heading = await page.locator("main h1").innerText();
    await page.reload();
    await expect(page).toHaveURL(new RegExp(path.replaceAll("?", "\\?") + "$"));
    await expect(page.locator("main h1")).toHaveText(heading);
  }
});

test("an unknown address shows the not-found page", async ({ page }) => {
  await new LoginPage(page).logIn("client", CLIENT, "/client/no/such/page");
  await expect(page.locator("main h1")).toHaveText("Страница не найдена");
  await page.getByRole("link", { name: "На главную" }).click();
  await expect(page).toHaveURL(/\/client\/home$/);
});

test("an order of another client is not found", async ({ page, client }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  const order = await client.draft("Чужой не увидит");
  // Orders of other tenants in the demo data have smaller ids, so some of these ids are not this client's.
  const foreign = await Promise.all(
    Array.from({ length: 30 }, (_, index) => index + 1).map(async (id) => {
      const found = await client.order(id).then(() => true, () => false);
      return found ? undefined : id;
    }),
  ).then((ids) => ids.find((id) => id !== undefined));
  expect(foreign).toBeDefined();
  await page.goto(`/client/orders/${foreign}`);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByTestId("order-number")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  await expect(page.getByTestId("other-cabinet")).toHaveCount(0);
  await page.goto(`/client/orders/${order.id}`);
  await expect(page.getByTestId("order-number")).toBeVisible();
});

test("a link to an order of another cabinet of the person offers to switch", async ({ page, server }) => {
  const mine = await Api.login(server, "client", TWO_CABINETS);
  const order = await mine.draft("В первом кабинете");
  await new LoginPage(page).logIn("client", TWO_CABINETS);
  await openPersonMenu(page);
  const open = (await page.locator(".cabinet-name").innerText()).trim();
  const names = await page.getByTestId("cabinets").locator("option").allInnerTexts();
  await page.getByTestId("cabinets").selectOption({ label: names.map((name) => name.trim()).find((name) => name !== open)! });
  await expect(page).toHaveURL(/\/client\/orders/);
  await expect(page.locator(".cabinet-name")).not.toHaveText(open);

  await page.goto(`/client/orders/${order.id}`);
  const offer = page.getByTestId("other-cabinet");
  await expect(offer).toContainText(open);
  await expect(page.getByRole("alert")).toHaveCount(1);
  await offer.getByRole("button", { name: "Перейти в этот кабинет" }).click();
  await expect(page.getByTestId("order-number")).toHaveText(order.number);
  await expect(page).toHaveURL(new RegExp(`/client/orders/${order.id}$`));
  await expect(page.locator(".cabinet-name")).toHaveText(open);
});

const MISSING: Record<"agent" | "client", string[]> = {
  agent: [
    "/agent/orders/999999",
    ...["settings", "balance", "wallets", "staff", "orders"].map((tab) => `/agent/clients/999999?tab=${tab}`),
    "/agent/shipments/999999",
    "/agent/deliveries/999999",
  ],
  client: ["/client/orders/999999", "/client/shipments/999999", "/client/shipping-requests/999999"],
};

for (const [cabinet, account] of [["agent", AGENT_OWNER], ["client", CLIENT]] as const) {
  test(`what does not exist is said once in the ${cabinet}'s cabinet`, async ({ page }) => {
    const login = new LoginPage(page);
    await login.logIn(cabinet, account, MISSING[cabinet][0]);
    for (const path of MISSING[cabinet]) {
      await page.goto(path);
      await expect(page.getByRole("alert"), path).toHaveText(/Страница не найдена/);
      await page.waitForLoadState("networkidle");
      await expect(page.getByRole("alert"), path).toHaveCount(1);
    }
  });
}

test("no page violates its Content-Security-Policy", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await new LoginPage(page).logIn("client", CLIENT);
  for (const path of ["/client/orders", "/client/orders/create", "/client/settings"]) {
    await page.goto(path);
    await expect(page.locator("main h1")).toBeVisible();
  }
  expect(complaints).toEqual([]);
});
