/** Tariffs as cargo companies write them: brackets that are not carried, categories of goods, and a shipment to try them on. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { AgentSettings } from "../pages/agent-settings.ts";
import { LoginPage } from "../pages/login.ts";

const PHONE = { width: 390, height: 844 };

test("a tariff shows its rules and cliffs on a trial shipment before it is saved", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await owner.post("/agent/settings/delivery-methods", { name: "Фура", requires: [] });
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  const settings = new AgentSettings(page);
  await settings.open("goods_categories");
  await settings.add({ name: "Копии", per_kilogram: "0,5", per_cubic_metre: "50" });
  await expect(settings.entries.filter({ hasText: "Копии" })).toContainText(/\+0,50\s\$ \/ кг · \+50,00\s\$ \/ м³/);

  await settings.open("delivery_tariffs");
  await page.getByTestId("add-entry").click();
  const dialog = page.getByTestId("dialog");
  await expect(dialog.getByTestId("tariff-tester")).toHaveCount(0);
  await dialog.getByTestId("delivery_method_id").selectOption({ label: "Фура" });
  await dialog.getByTestId("goods_category_id").selectOption({ label: "Копии" });
  const brackets = [
    { density: "0", per: "not_carried" },
    { density: "100", per: "kilogram", price: "2,40" },
    { density: "110", per: "kilogram", price: "2,30" },
    { density: "120", per: "kilogram", price: "1,70" },
  ];
  for (const [index, bracket] of brackets.entries()) {
    if (index > 0) await dialog.getByTestId("add-step").click();
    const step = dialog.getByTestId("step").nth(index);
    await step.getByTestId("step-density").fill(bracket.density);
    await step.getByTestId("step-per").selectOption(bracket.per);
    if (bracket.price) await step.getByTestId("step-price").fill(bracket.price);
    else await expect(step.getByTestId("step-price")).toHaveCount(0);
  }

  const tester = dialog.getByTestId("tariff-tester");
  const charge = tester.getByTestId("charge");
  const weigh = (kilograms: string) => tester.getByTestId("trial_weight").fill(kilograms);
  await weigh("119");
  await expect(charge).toContainText("273,70");
  await expect(tester.getByTestId("trial-rules")).toContainText("110–120 кг/м³");
  await weigh("121");
  await expect(charge).toContainText("205,70");
  await weigh("110");
  await expect(charge).toContainText("253,00");
  await dialog.getByTestId("density_bound").selectOption("below");
  await expect(charge).toContainText("264,00");
  await weigh("99,9");
  await expect(charge).toHaveCount(0);
  await expect(tester.getByTestId("trial-refusal")).toContainText("этим способом не возят");
  await dialog.getByTestId("weight_step_grams").fill("500");
  await weigh("100,1");
  await expect(tester.getByTestId("trial-rules")).toContainText(/100,1\sкг → 100,5\sкг/);
  await expect(charge).toContainText("241,20");
  await expect(tester.getByTestId("tariff-chart").locator("polyline")).toHaveCount(3);
  await tester.getByTestId("cliffs").locator("summary").click();
  await expect(tester.getByTestId("cliffs").locator("li")).toHaveText([
    /^110\sкг\/м³: 264,00\s\$ → 254,15\s\$$/,
    /^120\sкг\/м³: 276,00\s\$ → 204,85\s\$$/,
  ]);
  await page.setViewportSize({ width: 1280, height: 2000 });
  await expectAccessible(page);
  await dialog.getByTestId("save-entry").click();
  const saved = settings.entries.filter({ hasText: "Фура → Россия · Копии" });
  await expect(saved).toBeVisible();

  await page.setViewportSize(PHONE);
  await saved.getByTestId("edit-entry").click();
  await expect(dialog.getByTestId("density_bound")).toHaveValue("below");
  await expect(dialog.getByTestId("step-per").first()).toHaveValue("not_carried");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});
