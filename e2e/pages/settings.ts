/** The client's settings with the extension tokens. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "../harness/test.ts";
import { answerQuestion } from "./shell.ts";

export class SettingsPage {
  readonly page: Page;
  readonly tokens: Locator;
  readonly plaintext: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tokens = page.getByTestId("token");
    this.plaintext = page.getByTestId("plaintext");
  }

  async open(): Promise<void> {
    await this.page.goto("/client/settings");
    await expect(this.page.getByTestId("create-token")).toBeVisible();
  }

  /** Creates a token and returns its text, which is shown only once. */
  async create(name: string): Promise<string> {
    const form = this.page.locator("form", { has: this.page.getByTestId("create-token") });
    await form.getByTestId("name").fill(name);
    await form.getByTestId("create-token").click();
    await expect(this.plaintext).toHaveText(/^svc_[0-9A-Za-z]{36}$/);
    return this.plaintext.innerText();
  }

  token(name: string): Locator {
    return this.tokens.filter({ hasText: name });
  }

  async revoke(name: string, answer: "yes" | "no" = "yes"): Promise<void> {
    await this.token(name).getByTestId("revoke").click();
    await answerQuestion(this.page, answer);
  }
}
