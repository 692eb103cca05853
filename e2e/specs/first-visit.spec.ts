/** The requests of a page that is opened by its address, on the first visit and later. */
import { CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { createSubmittedOrder } from "../pages/chat.ts";
import { LoginPage } from "../pages/login.ts";

test.describe("a browser in another language than the account", () => {
  test.use({ locale: "en-US" });

  test("shows the language of the account at once, with one load of the page", async ({ page }) => {
    let documents = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await new LoginPage(page).logIn("client", CLIENT, "/client/home");
    await expect(page.getByRole("heading", { name: "Главная" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "ru");
    await page.waitForLoadState("networkidle");
    expect(documents).toBe(1);
    expect(await page.evaluate(() => localStorage.getItem("karavan.language"))).toBe("ru");
  });
});

test("an order card requests its chat once", async ({ page, client }) => {
  const order = await createSubmittedOrder(client, "Один запрос");
  await client.post(`/client/orders/${order.id}/chat`, { body: "Когда выкуп?" });
  const chats: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === "GET" && path === `/client/orders/${order.id}/chat`) chats.push(request.url());
  });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${order.id}`);
  await expect(page.getByTestId("chat").getByText("Когда выкуп?")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(chats).toHaveLength(1);
});

test("the second visit restores the login before the module is loaded, by one request each", async ({ page }) => {
  await new LoginPage(page).logIn("client", CLIENT, "/client/orders");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const user = page.waitForResponse("**/client/me");
  await page.route("**/*_bg.wasm", async (route) => {
    await user;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByTestId("order-row").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  for (const path of ["/client/refresh", "/client/me"]) {
    expect(requests.filter((request) => request === path)).toHaveLength(1);
  }
});

test("a visit after the login has ended leads to the login page, and the next one sends no request for it", async ({ page }) => {
  await new LoginPage(page).logIn("client", CLIENT, "/client/orders");
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/\/client\/login/);
  await expect(page.getByTestId("phone")).toBeVisible();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(page.getByTestId("phone")).toBeVisible();
  expect(requests).not.toContain("/client/refresh");
});

test("a refused early login leaves no request open", async ({ page }) => {
  await new LoginPage(page).logIn("client", CLIENT, "/client/orders");
  await page.context().clearCookies();
  await page.goto("/client/login");
  await expect(page.getByTestId("phone")).toBeVisible();
  await page.waitForLoadState("networkidle", { timeout: 10_000 });
});

test("a page sends a request itself whose early answer was lost", async ({ page }) => {
  await new LoginPage(page).logIn("client", CLIENT, "/client/orders");
  for (const path of ["/client/refresh", "/client/me"]) {
    let requests = 0;
    await page.route(`**${path}`, (route) => {
      requests += 1;
      return requests === 1 ? route.abort() : route.continue();
    });
    await page.reload();
    await expect(page.getByTestId("order-row").first()).toBeVisible();
    expect(requests).toBe(2);
    await page.unroute(`**${path}`);
  }
});
