/** A shipment is weighed again after its price: less is refunded at once, more waits for the client and is paid then. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { photo } from "../harness/pictures.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";
import { receivedItems } from "../pages/parcels.ts";

test("both sides settle the price of a shipment that was weighed again", async ({ page, client, server, browser }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const items = await receivedItems(owner, client, "Перевес");
  const { id } = await owner.post<{ id: number }>("/agent/shipments", { client_id: 1, items });
  await owner.patch(`/agent/shipments/${id}`, { weight_grams: 4000, volume_cm3: 20000, places: 1 });
  await owner.post(`/agent/shipments/${id}/moves`, { step: "pack" });
  const quote = { step: "quote", cost: "100", rate: "12.5" };
  const { version } = await owner.post<{ version: number }>(`/agent/shipments/${id}/moves`, quote);
  const amount = { amount: "1250.00", currency: "RUB" };
  await client.post(`/client/shipments/${id}/pay`, { version, amount });

  const guest = await browser.newContext({ baseURL: server.url, locale: "ru-RU", viewport: { width: 390, height: 844 } });
  const cabinet = await guest.newPage();
  await new LoginPage(cabinet).logIn("client", CLIENT);
  await cabinet.goto(`/client/shipments/${id}`);
  await expect(cabinet.getByTestId("paid")).toBeVisible();
  await expect(cabinet.getByTestId("reweighing")).toHaveCount(0);

  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.goto(`/agent/shipments/${id}`);

  await test.step("more than the tolerance waits for the client, who sees both weights without a reload", async () => {
    await page.getByTestId("reweigh").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Вес, кг").fill("5");
    await expect(dialog.getByTestId("weight")).toContainText("5 кг");
    await dialog.getByLabel("Новая цена доставки").fill("125");
    await expect(dialog.getByTestId("difference")).toContainText("312,50");
    await expect(dialog).toContainText("клиент подтвердит");
    await dialog.getByLabel("Комментарий для клиента").fill("весы перевозчика");
    await dialog.getByTestId("confirm-reweighing").click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByTestId("reweighing-status")).toHaveText("Ждёт согласия клиента");
    await page.getByTestId("scale-photo").setInputFiles(await photo(page, "scale.jpg"));

    const entry = cabinet.getByTestId("reweighing");
    await expect(entry).toContainText("весы перевозчика");
    await expect(entry.getByTestId("weight")).toContainText("4 кг");
    await expect(entry.getByTestId("weight")).toContainText("5 кг");
    await expect(entry.getByTestId("difference")).toContainText("312,50");
    await expect(entry.locator("img")).toHaveCount(1);
    await expect(cabinet.getByTestId("due")).toHaveCount(0);
  });

  await test.step("the client refuses with a reason, which staff see", async () => {
    await cabinet.getByTestId("decline-reweighing").click();
    await cabinet.getByLabel("Почему не согласны").fill("коробка та же");
    await cabinet.getByTestId("confirm-refusal").click();
    await expect(cabinet.getByTestId("reweighing-status")).toHaveText("Клиент не согласился");
    await expect(page.getByTestId("reweighing")).toContainText("коробка та же");
  });

  await test.step("the client agrees to another price, and pays the rest", async () => {
    await owner.post(`/agent/shipments/${id}/reweighings`, { weight_grams: 4800, cost: "120" });
    await cabinet.getByTestId("accept-reweighing").click();
    await expect(cabinet.getByTestId("due").first()).toContainText("250,00");
    await cabinet.getByTestId("pay-RUB").first().click();
    await expect(cabinet.getByTestId("sum-amount")).toContainText("250,00");
    await expect(cabinet.getByTestId("sum-converted")).toContainText("20,00");
    await cabinet.getByTestId("confirm-sum").click();
    await expect(cabinet.getByTestId("paid")).toBeVisible();
    await expect(cabinet.getByTestId("payment")).toHaveCount(2);
  });

  await test.step("less is refunded at once", async () => {
    await owner.post(`/agent/shipments/${id}/reweighings`, { weight_grams: 3600, cost: "90" });
    const entry = cabinet.getByTestId("reweighing").first();
    await expect(entry.getByTestId("difference")).toContainText("Возвращено на баланс");
    await expect(entry.getByTestId("difference")).toContainText("375,00");
    await expect(cabinet.getByTestId("refunded").last()).toContainText("250,00");
  });
  await test.step("a cancellation names all that is paid and not returned", async () => {
    await page.reload();
    await page.getByTestId("cancel").click();
    await expect(page.getByRole("dialog").getByTestId("sum-amount")).toContainText("1 125,00");
    await expect(page.getByRole("dialog").getByTestId("sum-converted")).toContainText("90,00");
  });
  await guest.close();
});
