/** The frame of every page behind the login. */
import type { Page } from "@playwright/test";
import { expect } from "../harness/test.ts";

/** Opens the menu with profile, cabinets, language, theme and logout. */
export async function openPersonMenu(page: Page): Promise<void> {
  await page.getByTestId("person-menu").click();
  await expect(page.getByTestId("logout")).toBeVisible();
}

/** Answers the question on the screen. */
export async function answerQuestion(page: Page, answer: "yes" | "no"): Promise<void> {
  await page.getByTestId(answer === "yes" ? "confirmation-confirm" : "confirmation-keep").click();
  await expect(page.getByTestId("confirmation-confirm")).toBeHidden();
}
