/** A person who repeats a request after its response was lost causes one effect. */
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { OrderCard } from "../pages/card.ts";
import { LoginPage } from "../pages/login.ts";

interface Operations {
  data: { memo: string }[];
}

/** The server carries out the first request, and its response is lost. Returns the keys of all requests. */
async function loseFirstResponse(page: Page, url: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(url, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  return keys;
}

test("a balance is adjusted once, and the next adjustment of the same amount is a new one", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const adjustments = async () => {
    const operations = await owner.send<Operations>("GET", "/agent/clients/1/balance/operations");
    return operations.data.filter((operation) => operation.memo === "возврат").length;
  };
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/clients/1?tab=balance");
  const keys = await loseFirstResponse(page, "**/agent/clients/1/balance/adjustments");
  const dialog = page.getByRole("dialog");
  const open = async () => {
    await page.getByTestId("adjust").click();
    await dialog.getByTestId("amount").fill("150");
    await dialog.getByTestId("memo").fill("возврат");
  };
  await open();
  const confirm = dialog.getByTestId("confirm-step");
  await confirm.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  expect(await adjustments()).toBe(1);

  await confirm.click();
  await expect(dialog).toHaveCount(0);
  expect(await adjustments()).toBe(1);
  expect(keys[1]).toBe(keys[0]);

  await open();
  await confirm.click();
  await expect(dialog).toHaveCount(0);
  expect(await adjustments()).toBe(2);
  expect(new Set(keys).size).toBe(2);
});

test("an order is paid once, and the page shows that it is paid", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Ответ потерян");
  await client.addItem(draft.id, { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "60.00", quantity: 2 });
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  await new LoginPage(page).logIn("client", CLIENT);
  const card = new OrderCard(page);
  await card.open("client", draft.id);
  const keys = await loseFirstResponse(page, `**/client/orders/${draft.id}/pay`);
  await page.getByTestId("pay-RUB").click();
  await page.getByTestId("confirm-sum").click();
  await expect(card.status).toHaveClass(/paid/);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(keys).toHaveLength(1);
});

test("a page that opens while the database is away loads again, and nobody logs in again", async ({ page }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  let isAway = true;
  const problem = { status: 503, code: "unavailable", title: "The service is temporarily unavailable" };
  const headers = { "content-type": "application/problem+json" };
  const answer = { status: 503, headers, body: JSON.stringify(problem) };
  await page.route("**/client/refresh", (route) => (isAway ? route.fulfill(answer) : route.continue()));
  await page.reload();
  await expect(page.getByRole("alert")).toBeVisible();
  isAway = false;
  await page.getByTestId("load-again").click();
  await expect(page.getByTestId("order-row").or(page.getByTestId("new-order")).first()).toBeVisible();
  await expect(page).toHaveURL(/\/client\/orders/);
});
