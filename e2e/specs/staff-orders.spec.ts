/** Orders that staff create for clients. */
import { AGENT_OWNER, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const CUP = { title: "304不锈钢保温杯", url: "https://detail.1688.com/offer/610000000009.html", price: "28,50", quantity: "3" };

test("staff create an order of a chosen client, add items, and the client sees them", async ({ page, browser, server }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/orders");
  await page.getByRole("button", { name: "Новый заказ" }).click();
  const dialog = page.getByRole("dialog", { name: "Новый заказ" });
  await dialog.getByLabel("Название").fill("По телефону");
  await dialog.getByRole("button", { name: "Создать заказ" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Выберите клиента из списка");
  const client = dialog.getByRole("combobox", { name: "Клиент" });
  await client.fill("K101");
  await dialog.getByRole("option", { name: "K101" }).click();
  // Typing after the choice clears it: the order never goes to another client than the one in the field.
  await client.press("End");
  await client.pressSequentially("x");
  await dialog.getByRole("button", { name: "Создать заказ" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await client.fill("K101");
  await dialog.getByRole("option", { name: "K101" }).click();
  await dialog.getByRole("button", { name: "Создать заказ" }).click();
  await expect(page).toHaveURL(/\/agent\/orders\/\d+$/);
  await expect(page.getByTestId("order-number")).toContainText("K101-");
  await expect(page.getByText("В заказе пока нет товаров")).toBeVisible();
  await expect(page.getByTestId("quote")).toBeHidden();

  await page.getByRole("button", { name: "Добавить товар" }).click();
  const form = page.getByTestId("item-form");
  for (const [name, value] of Object.entries(CUP)) await form.getByTestId(name).fill(value);
  await form.getByTestId("save-item").click();
  await expect(form).toBeHidden();
  await expect(page.getByTestId("item")).toHaveCount(1);
  await expect(page.getByTestId("total")).toContainText("85,50");
  await expect(page.getByTestId("quote")).toBeVisible();

  const id = page.url().split("/").pop()!;
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await new LoginPage(other).logIn("client", CLIENT, `/client/orders/${id}`);
  await expect(other.getByTestId("item")).toHaveCount(1);
  await expect(other.getByText("По телефону").first()).toBeVisible();
  await expect(other.getByTestId("take_back")).toBeHidden();
  await context.close();
});

test("staff create an order from the client's card on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients/1?tab=orders");
  await page.getByRole("button", { name: "Новый заказ" }).click();
  const dialog = page.getByRole("dialog", { name: "Новый заказ" });
  await expect(dialog.getByRole("combobox", { name: "Клиент" })).toBeHidden();
  await dialog.getByLabel("Тип заказа").selectOption("standard");
  await dialog.getByRole("button", { name: "Создать заказ" }).click();
  await expect(page).toHaveURL(/\/agent\/orders\/\d+$/);
  await expect(page.getByTestId("order-number")).toContainText("K101-");
});
