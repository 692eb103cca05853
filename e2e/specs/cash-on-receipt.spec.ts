/** Cash on receipt is a debt until staff confirm the money; the client's acceptance does not close it. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const GOODS = { title: "加绒卫衣", url: "https://detail.1688.com/offer/7.html", price: "60.00", quantity: 2 };

test("the debt of a delivery stays open until staff receive the cash", async ({ page, client, server, browser }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const draft = await client.draft("Оплата при получении");
  await client.addItem(draft.id, GOODS);
  await client.submit(draft.id);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
  await owner.post("/agent/clients/1/balance/adjustments", { amount: "20000", currency: "RUB", memo: "пополнение" });
  await client.pay(draft.id, "RUB");
  const items = (await client.order(draft.id)).items.map((item) => item.id);
  for (const step of ["buy", "receive"]) await owner.post("/agent/items/moves", { step, items });
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 900, places: 1 });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "quote", cost: "100", rate: "12.5" });

  const guest = await browser.newContext({ baseURL: server.url, locale: "ru-RU" });
  const cabinet = await guest.newPage();
  await new LoginPage(cabinet).logIn("client", CLIENT);
  await cabinet.goto(`/client/shipments/${id}`);
  await cabinet.getByTestId("cod").click();
  await expect(cabinet.getByTestId("sum-amount")).toContainText("1 250,00");
  await expect(cabinet.getByTestId("sum-converted")).toContainText("100,00");
  await cabinet.getByTestId("confirm-sum").click();
  await expect(cabinet.getByTestId("shipment-status")).toHaveText("Оплата при получении");
  const delivery = await owner.post<{ id: number }>("/agent/deliveries", {});
  await owner.post(`/agent/deliveries/${delivery.id}/shipments`, { shipments: [id] });
  for (const step of ["depart", "arrive"]) await owner.post(`/agent/deliveries/${delivery.id}/moves`, { step });

  await test.step("the acceptance warns of the debt and keeps it", async () => {
    await cabinet.reload();
    await cabinet.getByTestId("accept").click();
    await expect(cabinet.getByRole("dialog")).toContainText("ещё не оплачена");
    await cabinet.getByTestId("confirmation-confirm").click();
    await expect(cabinet.getByTestId("shipment-status")).toHaveText("Принята");
    await expect(cabinet.getByTestId("due").first()).toContainText("1 250,00");
  });

  await test.step("staff see the debt, and book the cash", async () => {
    await new LoginPage(page).logIn("agent", AGENT_OWNER);
    await page.goto("/agent/shipments?unpaid=true");
    const row = page.getByTestId("shipment-row").filter({ has: page.locator(`a[href="/agent/shipments/${id}"]`) });
    await expect(row.getByTestId("due")).toContainText("1 250,00");
    await page.goto(`/agent/shipments/${id}`);
    await page.getByTestId("receive-cash").click();
    await expect(page.getByTestId("sum-amount")).toContainText("1 250,00");
    await page.getByTestId("confirm-sum").click();
    await expect(page.getByTestId("paid")).toBeVisible();
    await expect(page.getByTestId("receive-cash")).toHaveCount(0);
    await expect(page.getByTestId("history-paid")).toContainText("1 250,00");
  });

  await cabinet.reload();
  await expect(cabinet.getByTestId("paid")).toBeVisible();
  await expect(cabinet.getByTestId("payment")).toContainText("наличными");
  await guest.close();
});
