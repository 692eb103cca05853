/** The limits of a client: set for all and for one, shown before the submission, and said when they refuse. */
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

test("an own limit replaces the general one, and an order above it is not submitted", async ({ page, browser, server, client }) => {
  const staff = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();
  await new LoginPage(staff).logIn("agent", AGENT_OWNER, "/agent/settings?tab=conditions");
  const general = staff.getByTestId("order-limits");
  await general.getByTestId("order").fill("1000");
  await general.getByTestId("unpaid").fill("50");
  await general.getByTestId("save-limits").click();
  await expect(general.getByTestId("save-limits")).toHaveText("Сохранено");

  const draft = await client.draft("Дорогой заказ");
  await client.addItem(draft.id, { title: "丝绸围巾", url: "https://detail.1688.com/offer/90.html", price: "300" });
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  const note = page.getByTestId("order-limits");
  await expect(note).toContainText("Один заказ — не дороже 1 000,00 ₽");
  await expect(note).toContainText("Неоплаченных счетов — не больше 50");
  await expect(note).toContainText("Предварительная сумма больше");
  await page.getByTestId("submit").click();
  await expect(page.getByText("Заказ дороже, чем клиент может заказать за один раз")).toContainText("> 1 000,00 ₽");

  await staff.goto("/agent/clients/1?tab=settings");
  const own = staff.getByTestId("own-limits");
  await expect(own.getByTestId("order")).toContainText("Как для всех: 1 000,00 ₽");
  await own.getByTestId("order").selectOption("own");
  await own.getByTestId("limits.order").fill("100000");
  await own.getByTestId("save-own-limits").click();
  await expect(staff.getByTestId("client-change").filter({ hasText: "100 000,00 ₽" })).toBeVisible();
  await staff.context().close();

  await page.reload();
  await expect(note).toContainText("Один заказ — не дороже 100 000,00 ₽");
  await expect(note).not.toContainText("Предварительная сумма больше");
  await page.getByTestId("submit").click();
  await expect(page.getByTestId("toast")).toContainText("Заказ отправлен агенту");
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12.5" });
});
