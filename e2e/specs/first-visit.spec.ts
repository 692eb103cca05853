/** The first visit of a browser: the language of the account without a second load of the page. */
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
