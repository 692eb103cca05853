/** While another person changes something, typed texts, the focus and opened panels stay, group of screens by group. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { watchRebuilt } from "../harness/rebuilt.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { packedShipment, receivedItems } from "../pages/parcels.ts";

test("deliveries: the details that are being typed stay while another person loads a shipment", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const shipment = await packedShipment(owner, client);
  const { id } = await owner.post<{ id: number }>("/agent/deliveries", {});
  await new LoginPage(page).logIn("agent", AGENT_OWNER, `/agent/deliveries/${id}`);
  const carrier = page.getByTestId("carrier");
  await carrier.pressSequentially("Север Карго");
  await carrier.evaluate((field: HTMLInputElement) => field.setSelectionRange(5, 5));
  const offered = page.getByTestId("loadable").getByTestId("shipment-row");
  await expect(offered.filter({ hasText: shipment.number })).toBeVisible();
  const rebuilt = await watchRebuilt(page, "main", "[data-testid=shipment-row]");
  await owner.post(`/agent/deliveries/${id}/shipments`, { shipments: [shipment.id] });
  await expect(page.getByTestId("loaded")).toContainText(shipment.number);
  await expect(offered.filter({ hasText: shipment.number })).toHaveCount(0);
  await expect(carrier).toHaveValue("Север Карго");
  await expect(carrier).toBeFocused();
  expect(await carrier.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(5);
  for (const row of (await rebuilt()).rows) expect(row).toContain(shipment.number);
  await page.getByTestId("save-details").click();
  const stored = () => owner.send<{ carrier: string }>("GET", `/agent/deliveries/${id}`);
  await expect.poll(async () => (await stored()).carrier).toBe("Север Карго");
});

test("shipping requests: one row changes, and the focus in another one stays", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const items = await receivedItems(owner, client, "Заявка вдвоём", 2);
  const ask = (item: number) =>
    client.post<{ id: number; number: string }>("/client/shipping-requests", { items: [item], grouping: "apart" });
  const [refused, other] = [await ask(items[0]!), await ask(items[1]!)];
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/shipping-requests?status=all");
  const row = (number: string) => page.getByTestId("request-row").filter({ hasText: number });
  await row(other.number).getByRole("link").focus();
  const status = row(refused.number).locator(".badge");
  const before = await status.textContent();
  const rebuilt = await watchRebuilt(page, "main", "tr");
  await owner.post(`/agent/shipping-requests/${refused.id}/refuse`, { reason: "нет места" });
  await expect(status).not.toHaveText(before!);
  const { replaced, rows } = await rebuilt();
  expect(replaced).toBe(0);
  expect(rows).toHaveLength(1);
  await expect(row(other.number).getByRole("link")).toBeFocused();
});

test("statement lines: text and focus stay when a colleague works on the lines", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/statement-lines", { text: "20.11.2026;+1 111,70 RUB;перевод\n20.11.2026;+2 222,70 RUB;перевод" });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/statement-lines");
  const row = (amount: string) => page.getByTestId("statement-line").filter({ hasText: amount });
  const statement = page.getByTestId("statement");
  await statement.fill("выписка");
  await expect(row("1 111,70")).toBeVisible();
  const { data } = await owner.send<{ data: { id: number; amount: { amount: string } }[] }>("GET", "/agent/statement-lines?state=open");
  const line = data.find(({ amount }) => amount.amount === "1111.70")!;
  await row("2 222,70").getByTestId("ignore-line").focus();
  await owner.post(`/agent/statement-lines/${line.id}/ignore`, { reason: "перевод между счетами" });
  await expect(row("1 111,70")).toHaveCount(0);
  await expect(row("2 222,70").getByTestId("ignore-line")).toBeFocused();
  await expect(statement).toHaveValue("выписка");
});

test("balance requests: one row changes, and the focus in another one stays", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const ask = (amount: string) => client.post<{ id: number }>("/client/balance/requests", { amount, currency: "RUB" });
  const rejected = await ask("1111.50");
  await ask("2222.50");
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/balance-requests?waiting=false");
  const row = (amount: string) => page.getByTestId("request").filter({ hasText: amount });
  await row("2 222,50").getByTestId("reject").focus();
  const rebuilt = await watchRebuilt(page, "main", "tr");
  await owner.post(`/agent/balance-requests/${rejected.id}/reject`, { reason: "повтор" });
  await expect(row("1 111,50")).toContainText("повтор");
  const { replaced, rows } = await rebuilt();
  expect(replaced).toBe(0);
  expect(rows).toHaveLength(1);
  await expect(row("2 222,50").getByTestId("reject")).toBeFocused();

  await test.step("an open dialog keeps its text", async () => {
    await row("2 222,50").getByTestId("reject").click();
    const reason = page.getByTestId("dialog").getByTestId("reason");
    await reason.fill("не пришло");
    await ask("3333.50");
    await expect(row("3 333,50")).toBeVisible();
    await expect(reason).toHaveValue("не пришло");
    await expect(reason).toBeFocused();
  });
});

test("clients: the focus and the selection of the list stay while a client changes", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients");
  const rows = page.getByTestId("client-row");
  await expect(rows.first()).toBeVisible();
  const other = rows.nth(1).getByRole("link").first();
  await rows.nth(1).getByRole("checkbox").check();
  await other.focus();
  const rebuilt = await watchRebuilt(page, "main", "tr");
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "123.45", currency: "RUB", memo: "сверка" });
  await expect.poll(async () => (await rebuilt()).rows.length).toBe(1);
  expect((await rebuilt()).replaced).toBe(0);
  await expect(other).toBeFocused();
  await expect(rows.nth(1).getByRole("checkbox")).toBeChecked();
});

test("the client's top-ups: a typed request and the opened earlier ones stay while staff answer", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const ask = (amount: string) => client.post<{ id: number }>("/client/balance/requests", { amount, currency: "RUB" });
  for (const amount of ["10.50", "20.50"]) {
    const { id } = await ask(amount);
    await owner.post(`/agent/balance-requests/${id}/reject`, { reason: "повтор" });
  }
  const open = await ask("4321.50");
  await new LoginPage(page).logIn("client", CLIENT, "/client/balance");
  const earlier = page.getByTestId("earlier-requests").first();
  await earlier.locator("summary").click();
  const comment = page.locator("#topup").getByTestId("comment");
  await comment.fill("Переведу завтра");
  await owner.post(`/agent/balance-requests/${open.id}/issue`, { requisites: "Банк 1234" });
  await expect(page.getByTestId("request").filter({ hasText: "4 321,50" })).toContainText("Банк 1234");
  await expect(comment).toHaveValue("Переведу завтра");
  await expect(comment).toBeFocused();
  await expect(earlier).toHaveAttribute("open", "");
});

test("the client's shipment: the form of the delivery stays while staff change the shipment", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const items = await receivedItems(owner, client, "Форма клиента");
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1 });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  await new LoginPage(page).logIn("client", CLIENT, `/client/shipments/${id}`);
  const city = page.getByTestId("city");
  await city.fill("Казань");
  await owner.patch(`/agent/shipments/${id}`, { comment: "Хрупкое" });
  await expect(page.getByTestId("summary").locator("..")).toContainText("Хрупкое");
  await expect(city).toHaveValue("Казань");
  await expect(city).toBeFocused();
  await page.getByTestId("country").fill("RU");
  await page.getByTestId("save-form").click();
  await expect.poll(async () => (await owner.send<{ city: string }>("GET", `/agent/shipments/${id}`)).city).toBe("Казань");
});

test("the card of a client: a typed company stays while another person renames the client, and both are kept", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/clients/1");
  const company = page.getByTestId("company");
  await company.fill("ООО Север");
  await company.evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 3));
  const rebuilt = await watchRebuilt(page, "main", "form.card");
  await owner.patch("/agent/clients/1", { name: "Анна Новая" });
  await expect(page.locator(".page-head")).toContainText("Анна Новая");
  await expect(page.getByTestId("name")).toHaveValue("Анна Новая");
  expect((await rebuilt()).replaced).toBe(0);
  await expect(company).toHaveValue("ООО Север");
  await expect(company).toBeFocused();
  expect(await company.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(3);
  await page.getByTestId("save-client").click();
  type Client = { name: string; company: string };
  await expect.poll(() => owner.send<Client>("GET", "/agent/clients/1")).toMatchObject({ name: "Анна Новая", company: "ООО Север" });
});

test("the client's home: the focus on a task stays while another order becomes one", async ({ page, client, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const order = async (title: string) => {
    const draft = await client.draft(title);
    await client.addItem(draft.id, { title: "Кружка", url: "https://detail.1688.com/offer/7.html", price: "10.00" });
    await client.submit(draft.id);
    return draft.id;
  };
  const quote = (id: number) => owner.post(`/agent/orders/${id}/quote`, { rate: "12.5" });
  const [first, second] = [await order("Первая задача"), await order("Вторая задача")];
  await quote(first);
  await new LoginPage(page).logIn("client", CLIENT, "/client/home");
  const task = (title: string) => page.getByTestId("task").filter({ hasText: title });
  const link = task("Первая задача").getByRole("link").first();
  await link.focus();
  await quote(second);
  await expect(task("Вторая задача")).toBeVisible();
  await expect(link).toBeFocused();
});
