/** The login page of either side. */
import type { Page } from "@playwright/test";
import { type Guard, PASSWORD } from "../harness/api.ts";
import { expect } from "../harness/test.ts";

export class LoginPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(guard: Guard): Promise<void> {
    await this.page.goto(`/${guard}/login`);
  }

  /** The first step of the login. */
  async enterPhone(phone: string): Promise<void> {
    await this.page.getByTestId("phone").fill(phone);
    await this.page.getByTestId("login").click();
  }

  async enterPassword(password: string): Promise<void> {
    await this.page.getByTestId("password").fill(password);
    await this.page.getByTestId("login").click();
  }

  async askForCode(): Promise<void> {
    await this.page.getByTestId("use-code").click();
    await expect(this.page.getByTestId("code")).toBeVisible();
  }

  async enterCode(code: string): Promise<void> {
    await this.page.getByTestId("code").fill(code);
    await this.page.getByTestId("login").click();
  }

  get error() {
    return this.page.getByRole("alert");
  }

  /** Logs in by password and waits for the order list. */
  async logIn(guard: Guard, phone: string): Promise<void> {
    await this.open(guard);
    await this.enterPhone(phone);
    await this.enterPassword(PASSWORD);
    await expect(this.page).toHaveURL(new RegExp(`/${guard}/orders`));
    await expect(this.page.getByTestId("logout")).toBeVisible();
  }

  /** Logs out and waits for the login page: the SPA's navigation would abort an earlier `goto`. */
  async logOut(): Promise<void> {
    await this.page.getByTestId("logout").click();
    await expect(this.page).toHaveURL(/\/login$/);
  }
}
