/** The onboarding of a new agent. */
import { Bots } from "../harness/bots.ts";
import { expect, test as base } from "../harness/test.ts";

const CHAT = 5_550_300;
const NEW = "+79993334455";

const test = base.extend<{ bots: Bots }>({
  bots: async ({}, use) => {
    const bots = await Bots.start();
    await use(bots);
    await bots.stop();
  },
  environment: async ({ bots }, use) => use(bots.environment),
});

test("a new agent leaves the onboarding, resumes it at the same step and completes it", async ({ page, server, bots }) => {
  await page.goto("/agent/register");
  await page.getByTestId("company").fill("Новый караван");
  await page.getByTestId("name").fill("Мария");
  await page.getByTestId("phone").fill(NEW);
  await page.getByTestId("register").click();
  const link = (await page.getByTestId("open-telegram").getAttribute("href"))!;
  await bots.follow(server, CHAT, link);
  await bots.share(server, CHAT, NEW);
  await expect(page.getByTestId("first-steps")).toBeVisible();

  await page.getByTestId("first-steps").getByRole("link").click();
  await expect(page).toHaveURL(/\/agent\/onboarding/);
  await expect(page.getByTestId("progress")).toContainText("1 из 6");
  await page.getByTestId("contacts").fill("+7 999 333-44-55, t.me/novy");
  await page.getByTestId("save-main").click();
  await expect(page.getByTestId("save-main")).toContainText("Сохранено");
  await page.getByTestId("next-step").click();
  await expect(page.getByTestId("progress")).toContainText("2 из 6");
  await expect(page.getByTestId("step-rate")).toHaveAttribute("aria-current", "step");
  await page.getByTestId("next-step").click();
  await expect(page.getByTestId("step-commission")).toHaveAttribute("aria-current", "step");
  await expect(page.getByTestId("steps")).toHaveAttribute("aria-busy", "false");

  await page.goto("/agent/onboarding");
  await expect(page.getByTestId("step-commission")).toHaveAttribute("aria-current", "step");
  await page.getByTestId("step-bot").click();
  await expect(page.getByTestId("bot-linked")).toBeVisible();
  await page.getByTestId("step-client").click();
  await page.getByTestId("next-step").click();
  await expect(page).toHaveURL(/\/agent\/orders/);
  await expect(page.getByTestId("first-steps")).toBeHidden();
});
