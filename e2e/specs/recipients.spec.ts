/** The address book, countries by name, and the recipient of orders and shipments. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { answerQuestion } from "../pages/shell.ts";

const HOODIE = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "100.00", quantity: 2 };

/** Creates a paid order with one item that was received in the warehouse. */
async function inWarehouse(owner: Api, client: Api, title: string): Promise<{ order: number; item: number }> {
  const draft = await client.draft(title);
  await client.addItem(draft.id, HOODIE);
  const order = await client.submit(draft.id);
  await owner.post(`/agent/orders/${order.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "10000", currency: "RUB", memo: "пополнение" });
  await client.pay(order.id, "RUB");
  const item = order.items[0]!.id;
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items: [item] });
  return { order: order.id, item };
}

test("a client adds an address on a phone, with the country found by name and the keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto("/client/recipients");
  await page.getByTestId("add-recipient").click();
  const form = page.getByTestId("recipient-form");
  await form.getByTestId("save-recipient").click();
  await expect(form.getByTestId("name")).toHaveAttribute("aria-invalid", "true");
  await form.getByTestId("name").fill("Гульнара Ахметова");
  await form.getByTestId("phone").fill("+77015550021");
  const country = form.getByTestId("country");
  await country.fill("казах");
  await expect(form.getByTestId("country-option").first()).toContainText("Казахстан");
  await country.press("ArrowDown");
  await country.press("ArrowUp");
  await country.press("Enter");
  await expect(country).toHaveValue("Казахстан");
  await expect(country).toHaveAttribute("data-code", "KZ");
  await form.getByTestId("city").fill("Астана");
  await form.getByTestId("street").fill("ул. Сыганак, 5");
  await form.getByTestId("save-recipient").click();
  await expect(form).toBeHidden();
  const card = page.getByTestId("address").filter({ hasText: "Гульнара Ахметова" });
  await expect(card).toContainText("Казахстан, Астана, ул. Сыганак, 5");
  await card.getByTestId("make-default").click();
  await expect(card.getByTestId("default")).toBeVisible();
  await card.getByTestId("remove-recipient").click();
  await answerQuestion(page, "yes");
  await expect(card).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test("staff filter shipments by the name of a country", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/shipments");
  await page.getByTestId("filter-country").fill("Россия");
  await expect(page).toHaveURL(/country=RU/);
  await page.getByTestId("filter-country").fill("");
  await expect(page).not.toHaveURL(/country=/);
});

test("a shipment takes the recipient of its order, and staff correct it with an entry in the history", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { order, item } = await inWarehouse(owner, client, "С получателем");
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto(`/client/orders/${order}`);
  await page.getByTestId("change-order-recipient").click();
  const select = page.getByTestId("recipient_id");
  await expect(select.locator("option")).not.toHaveCount(1);
  const label = await select.locator("option").filter({ hasText: "Игорь Петров" }).first().innerText();
  await select.selectOption({ label });
  await page.getByTestId("save-order-recipient").click();
  await expect(page.getByTestId("recipient")).toContainText("Игорь Петров");
  // Others see the screen too: a document has its last characters only, until it is pressed.
  const passport = page.getByTestId("recipient").getByTestId("document").first();
  await expect(passport).toHaveText(/^Номер паспорта: ••• \d{4}/);
  const whole = passport.getByText("4509 123456");
  await expect(whole).toBeHidden();
  await passport.locator("summary").click();
  await expect(whole).toBeVisible();

  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items: [item] });
  const staff = new LoginPage(page);
  await page.context().clearCookies();
  await staff.logIn("agent", AGENT_OWNER);
  await page.goto(`/agent/shipments/${id}`);
  await expect(page.getByTestId("recipient")).toContainText("Игорь Петров");
  await page.getByTestId("correct-recipient").click();
  const form = page.getByTestId("recipient-form");
  await form.getByTestId("recipient.phone").fill("12");
  await form.getByTestId("save-recipient").click();
  await expect(form.getByTestId("recipient.phone")).toHaveAttribute("aria-invalid", "true");
  await form.getByTestId("recipient.phone").fill("+79990000077");
  await form.getByTestId("save-recipient").click();
  await expect(page.getByTestId("recipient")).toContainText("+79990000077");
  await expect(page.getByTestId("history")).toContainText("+79990000077");
  // Order and shipment link to each other.
  await page.getByTestId("item-order").first().click();
  await expect(page).toHaveURL(new RegExp(`/agent/orders/${order}$`));
  await page.getByTestId("order-parcel").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/agent/shipments/${id}$`));
});

test("a delivery method that needs a passport is not chosen without one", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto("/agent/settings?tab=delivery_methods");
  await page.getByTestId("add-entry").click();
  await page.getByTestId("name").fill("Авиа с таможней");
  await page.getByTestId("requires-passport").check();
  await page.getByTestId("save-entry").click();
  await expect(page.getByText("Авиа с таможней")).toBeVisible();
  const { methods } = await owner.send<{ methods: { id: number; name: string }[] }>("GET", "/agent/delivery-options");
  const method = methods.find((entry) => entry.name === "Авиа с таможней")!;

  const draft = await client.draft("Таможня");
  await page.context().clearCookies();
  await new LoginPage(page).logIn("client", CLIENT);
  await page.goto(`/client/orders/${draft.id}`);
  await page.getByTestId("edit-order").click();
  await page.getByTestId("delivery_method_id").selectOption(String(method.id));
  await expect(page.getByTestId("method-requires")).toContainText("паспорт");
  await page.getByTestId("save-order").click();
  await expect(page.getByTestId("missing-fields")).toBeVisible();
});
