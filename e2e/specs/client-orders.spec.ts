import { AGENT_OWNER, Api, CLIENT, TWO_CABINETS } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { ClientOrders } from "../pages/orders.ts";
import { openPersonMenu } from "../pages/shell.ts";

const NEW_MEMBER = "+79995554434";

test("a client finds an order by its title and by its items", async ({ page, client }) => {
  const order = await client.draft("Подарки к Новому году");
  await client.addItem(order.id, { title: "红色灯笼 大号", url: "https://detail.1688.com/offer/77.html", price: "8.80" });
  await client.draft("Совсем другое");
  await new LoginPage(page).logIn("client", CLIENT);
  const orders = new ClientOrders(page);

  await orders.search("подарки к новому");
  await expect(orders.rows).toHaveCount(1);
  await expect(orders.row("Подарки к Новому году")).toBeVisible();

  await orders.search("红色灯笼");
  await expect(orders.rows).toHaveCount(1);

  await orders.search("такого точно нет");
  await expect(page.getByTestId("empty")).toBeVisible();
});

test("drafts, current and archived orders have their own lists and counts", async ({ page, client }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  const orders = new ClientOrders(page);
  await orders.open();
  const drafts = await orders.count("drafts");
  const current = await orders.count("current");

  const order = await client.draft("Меняет список");
  await client.addItem(order.id, { title: "袜子", url: "https://detail.1688.com/offer/78.html", price: "3" });
  await orders.open();
  await expect(page.getByTestId("drafts").locator(".count")).toHaveText(String(drafts + 1));
  await expect(orders.row("Меняет список")).toBeVisible();

  await client.submit(order.id);
  await orders.open("current");
  await expect(page.getByTestId("current").locator(".count")).toHaveText(String(current + 1));
  await expect(orders.row("Меняет список")).toBeVisible();
  await orders.choose("drafts");
  await expect(orders.rows.first()).toBeVisible();
  await expect(orders.row("Меняет список")).toHaveCount(0);
});

test("a client creates an order of each type", async ({ page, client }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  const orders = new ClientOrders(page);
  for (const type of ["standard", "self_buyout"] as const) {
    await orders.open();
    await orders.create({ title: `Заказ ${type}`, type, city: "Новосибирск" });
    const id = Number(new URL(page.url()).pathname.split("/").at(-1));
    const stored = await client.send<{ type: string; title: string; status: string; destination_city: string }>(
      "GET",
      `/client/orders/${id}`,
    );
    expect(stored).toMatchObject({ type, title: `Заказ ${type}`, status: "draft", destination_city: "Новосибирск" });
    await expect(page.getByText(`Заказ ${type}`).first()).toBeVisible();
  }
});

test("a person with two cabinets switches between them and sees only the orders of the current one", async ({ page }) => {
  await new LoginPage(page).logIn("client", TWO_CABINETS);
  const cabinets = page.getByTestId("cabinets");
  const orders = new ClientOrders(page);
  const numbers = async () => {
    await orders.open("current");
    await expect(orders.rows.first()).toBeVisible();
    return orders.rows.locator(".number").allInnerTexts();
  };
  const code = page.locator(".page-head .code strong");
  const numbersHere = await numbers();
  const clientCode = await code.innerText();

  await openPersonMenu(page);
  await expect(cabinets.locator("option")).toHaveCount(2);
  const other = (await cabinets.inputValue()) === "0" ? "1" : "0";
  await cabinets.selectOption(other);
  await expect(code).not.toHaveText(clientCode);
  const otherNumbers = await numbers();
  expect(numbersHere.filter((number) => otherNumbers.includes(number))).toEqual([]);
});

test("an order that one member has opened stays unread for the other", async ({ page, browser, server, client }) => {
  const grants = { orders: { level: "edit", breadth: "all" } };
  const group = await client.send<{ id: number }>("POST", "/client/access-groups", { name: "Закупки", grants });
  await client.send("POST", "/client/staff", { phone: NEW_MEMBER, name: "Ольга", group_id: group.id });
  const theirs = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
  const login = new LoginPage(theirs);
  await login.open("client");
  await login.enterPhone(NEW_MEMBER);
  await login.enterCode(await server.oneTimeCode(NEW_MEMBER));
  await expect(theirs.getByTestId("person-menu")).toBeVisible();

  const draft = await client.draft("Двое у клиента");
  await client.addItem(draft.id, { title: "袜子", url: "https://detail.1688.com/offer/79.html", price: "3" });
  await client.submit(draft.id);
  const [mine, other] = [new ClientOrders(page), new ClientOrders(theirs)];
  await new LoginPage(page).logIn("client", CLIENT);
  await mine.open("current");
  await other.open("current");
  const dot = (orders: ClientOrders) => orders.row("Двое у клиента").getByRole("img", { name: "Непрочитанный" });
  await expect(mine.row("Двое у клиента")).toBeVisible();
  await expect(dot(mine), "own changes are not unread").toHaveCount(0);
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post(`/agent/orders/${draft.id}/chat`, { body: "Цвет остался один" });
  for (const orders of [mine, other]) {
    await orders.open("current");
    await expect(dot(orders)).toBeVisible();
  }

  const tab = await page.context().newPage();
  await tab.goto(`/client/orders/${draft.id}`);
  await expect(dot(mine), "the list in the other tab follows").toHaveCount(0);
  await other.open("current");
  await expect(dot(other)).toBeVisible();
  await theirs.context().close();
});
