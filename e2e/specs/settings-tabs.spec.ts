/** Every tab of the settings opens with its own content. */
import { AGENT_OWNER } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const TABS = [
  ["main", "Основное"],
  ["brand", "Бренд"],
  ["plan", "Ваш тариф"],
  ["purchasing_accounts", "Аккаунты выкупа"],
  ["conditions", "Условия для клиентов"],
  ["staff", "Сотрудники"],
  ["permission_groups", "Группы доступа"],
  ["payment_cards", "Платёжные карты"],
  ["delivery_methods", "Способы доставки из Китая"],
  ["delivery_tariffs", "Тарифы доставки"],
  ["packaging", "Упаковка"],
  ["insurance", "Страховка"],
  ["transport_companies", "Транспортные компании"],
  ["pickup_points", "Пункты выдачи"],
  ["working_hours", "Время работы"],
  ["notifications", "Уведомления"],
  ["self_buyout", "Самовыкуп"],
  ["payments", "Приём оплаты"],
  ["rate", "Курс"],
  ["services", "Услуги"],
] as const;

test("each of the twenty tabs opens by its link, and none shows what another does", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings");
  const content = page.locator(".settings-tab");
  const seen = new Map<string, string>();
  for (const [tab, name] of TABS) {
    await test.step(tab, async () => {
      const link = page.getByTestId(`tab-${tab}`);
      await expect(link).toContainText(name);
      await link.click();
      await expect(page).toHaveURL(new RegExp(`tab=${tab}$`));
      await expect(link).toHaveClass(/active/);
      await expect(content.locator(".skeleton")).toHaveCount(0);
      await expect(content).not.toBeEmpty();
      await expect(content.getByRole("alert")).toHaveCount(0);
      const text = await content.innerText();
      expect(seen.get(text), "the same content as another tab").toBeUndefined();
      seen.set(text, tab);
    });
  }
});

test("the plan is a tab with its limits, and leads to the service balance", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings?tab=plan");
  await expect(page.getByTestId("plan-name")).toHaveText("Команда");
  await expect(page.getByTestId("usage-staff")).toContainText("3 из 20");
  await page.getByTestId("to-service-balance").click();
  await expect(page).toHaveURL(/\/agent\/balance$/);
});

test("the search finds a tab by its name or its group, and Enter opens the first one", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings");
  const links = page.locator(".settings-index .tab:visible");
  await page.getByTestId("search-settings").fill("такого нет");
  await expect(page.getByRole("status").filter({ hasText: "Ничего не найдено" })).toBeVisible();
  await expect(links).toHaveCount(0);
  await page.getByTestId("search-settings").fill("страх");
  await expect(links).toHaveText(["Страховка"]);
  await page.getByTestId("search-settings").fill("доставка");
  await expect(links).toHaveCount(7);
  await page.getByTestId("search-settings").fill("тарифы");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tab=delivery_tariffs$/);
  await expect(page).toHaveTitle("Тарифы доставки · Karavan");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Тарифы доставки");
});

test("on a phone the settings are an index, and each tab leads back to it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/settings");
  const content = page.locator(".settings-tab");
  await expect(content).toBeHidden();
  await page.getByTestId("tab-rate").click();
  await expect(content).toBeVisible();
  await expect(page.getByTestId("tab-rate")).toBeHidden();
  await page.getByTestId("to-settings").click();
  await expect(page).toHaveURL(/\/agent\/settings$/);
  await expect(content).toBeHidden();
});
