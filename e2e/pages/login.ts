/** The login page of either side. */
import type { Page } from "@playwright/test";
import { type Guard, PASSWORD } from "../harness/api.ts";
import { expect } from "../harness/test.ts";
import { openPersonMenu } from "./shell.ts";

/** The first page of each cabinet. */
export const HOME: Record<Guard, string> = { agent: "/agent/orders", client: "/client/orders" };

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

  /** Logs in with the form and waits for the first page of the cabinet. */
  async logInByForm(guard: Guard, phone: string): Promise<void> {
    await this.open(guard);
    await this.enterPhone(phone);
    await this.enterPassword(PASSWORD);
    await expect(this.page).toHaveURL(new RegExp(`${HOME[guard]}$`));
    await expect(this.page.getByTestId("person-menu")).toBeVisible();
  }

  /** Logs in by the API, which is faster than the form, and opens a page: the order list, if none is given. */
  async logIn(guard: Guard, phone: string, path = `/${guard}/orders`): Promise<void> {
    const data = { phone, password: PASSWORD };
    const response = await this.page.request.post(`/${guard}/login/password`, { data, headers: { accept: "application/json" } });
    expect(response.status(), await response.text()).toBe(200);
    await this.page.goto(path);
    await expect(this.page.getByTestId("person-menu")).toBeVisible();
  }

  /** Logs out and waits for the login page: the SPA's navigation would abort an earlier `goto`. */
  async logOut(): Promise<void> {
    await openPersonMenu(this.page);
    await this.page.getByTestId("logout").click();
    await expect(this.page).toHaveURL(/\/login$/);
  }
}
