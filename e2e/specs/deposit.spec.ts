/** The deposit of an order: set for all clients and for one, shown before the submission, reserved until the order is paid. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api, CLIENT } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const GOODS = { title: "丝绸围巾", url: "https://detail.1688.com/offer/91.html", price: "300" };
const TOO_LOW = "На балансе меньше, чем депозит";

interface Option {
  amount: { amount: string; currency: string };
}

interface Calculation {
  deposit?: { reserve_from: Option[]; reserved?: { amount: string } };
  pay_from: Option[];
}

/** A sum in roubles as the pages write it. */
const written = (amount: string) => {
  const [whole, cents] = amount.split(".") as [string, string];
  return `${whole.replace(/\B(?=(\d{3})+$)/g, " ")},${cents} ₽`;
};

test("a deposit is asked for before the submission and returned by the payment", async ({ page, browser, server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.patch("/agent/settings/rate", { base: "CNY", source: "fixed", fixed: "12" });
  const staff = await (await browser.newContext({ baseURL: server.url, locale: "ru-RU" })).newPage();

  await test.step("staff ask all clients for one share, and this one for another", async () => {
    await new LoginPage(staff).logIn("agent", AGENT_OWNER, "/agent/settings?tab=conditions");
    const general = staff.getByTestId("order-limits");
    await general.getByTestId("deposit").fill("50");
    await general.getByTestId("save-limits").click();
    await expect(general.getByTestId("save-limits")).toHaveText("Сохранено");
    await staff.goto("/agent/clients/1?tab=settings");
    const own = staff.getByTestId("own-limits");
    await expect(own.getByTestId("deposit")).toContainText("Как для всех: 50 %");
    await own.getByTestId("deposit").selectOption("own");
    await own.getByTestId("limits.deposit").fill("20");
    await expectAccessible(staff);
    await own.getByTestId("save-own-limits").click();
    await expect(staff.getByTestId("client-change").filter({ hasText: "20 %" })).toBeVisible();
  });

  const draft = await client.draft("Заказ с депозитом");
  await client.addItem(draft.id, GOODS);
  const calculation = () => client.send<Calculation>("GET", `/client/orders/${draft.id}/calculation`);
  const deposit = (await calculation()).deposit!.reserve_from[0]!.amount.amount;
  await new LoginPage(page).logIn("client", CLIENT, `/client/orders/${draft.id}`);
  const question = page.getByRole("dialog");

  await test.step("too little on the balance leads to the top-up and back", async () => {
    await expect(page.getByTestId("deposit-due")).toContainText("Депозит 20 %");
    await page.getByTestId("submit").click();
    // The yuan balance has enough, so it is the first choice.
    await expect(question.getByTestId("deposit-CNY")).toBeChecked();
    await question.getByTestId("deposit-RUB").check();
    await expect(question.getByTestId("sum-amount")).toHaveText(written(deposit));
    await expect(question).toContainText(TOO_LOW);
    await expectAccessible(page);
    await question.getByTestId("top-up-deposit").click();
    await expect(page).toHaveURL(new RegExp(`/client/balance\\?topup=.*&back=/client/orders/${draft.id}$`));
    await owner.post("/agent/clients/1/balance/adjustments", { amount: "90000", currency: "RUB", memo: "пополнение" });
    const arrived = page.getByTestId("money-arrived");
    await expect(arrived).toContainText(`Депозит за заказ: ${written(deposit)}`);
    await arrived.getByRole("link").click();
  });

  await test.step("the deposit is reserved with the submission", async () => {
    await page.getByTestId("submit").click();
    await expect(question).not.toContainText(TOO_LOW);
    await expect(question.getByTestId("sum-left")).toBeVisible();
    await question.getByTestId("confirm-deposit").click();
    await expect(page.getByTestId("toast")).toContainText("Заказ отправлен агенту");
    await expect(page.getByTestId("deposit-reserved")).toContainText(written(deposit));
    await staff.goto(`/agent/orders/${draft.id}`);
    await expect(staff.getByTestId("deposit-reserved")).toContainText(written(deposit));
    await staff.goto("/agent/clients/1?tab=balance");
    await expect(staff.getByTestId("reserved-deposits")).toContainText(draft.number);
    await page.goto("/client/balance");
    const listed = page.getByTestId("reserved-deposits");
    await expect(listed).toContainText(written(deposit));
    await listed.getByRole("link", { name: draft.number }).click();
  });

  await test.step("the payment uses it, and the balance shows it live", async () => {
    await owner.post(`/agent/orders/${draft.id}/quote`, { rate: "12" });
    await page.getByTestId("pay-RUB").click();
    await expect(page.getByTestId("sum-reserved")).toHaveText(written(deposit));
    const balance = await page.context().newPage();
    await balance.goto("/client/balance");
    await expect(balance.getByTestId("reserved-deposits")).toContainText(draft.number);
    await page.getByTestId("confirm-sum").click();
    await expect(page.getByTestId("toast")).toContainText("Заказ оплачен");
    await expect(balance.getByTestId("reserved-deposits")).toHaveCount(0);
    await expect(page.getByTestId("deposit-reserved")).toHaveCount(0);
    await page.getByTestId("tab-history").click();
    await expect(page.getByTestId("history")).toContainText("Депозит возвращён на баланс");
  });
  await staff.context().close();
});
