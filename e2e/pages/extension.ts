/** The extension's popup and options page. */
import { type Locator, type Page, expect } from "@playwright/test";

/** The confirmation before a connection is stored. */
export class ConnectionDialog {
  readonly root: Locator;
  /** The connection that would be replaced. */
  readonly current: Locator;
  readonly offered: Locator;
  readonly confirm: Locator;
  readonly cancel: Locator;

  constructor(page: Page) {
    this.root = page.getByTestId("confirm");
    this.current = page.getByTestId("current-account");
    this.offered = page.getByTestId("offered-account");
    this.confirm = page.getByTestId("confirm-connection");
    this.cancel = page.getByTestId("cancel-connection");
  }
}

export class Popup {
  readonly page: Page;
  readonly dialog: ConnectionDialog;
  readonly form: Locator;
  readonly error: Locator;
  readonly done: Locator;
  readonly waiting: Locator;
  /** A product that waits for another account. */
  readonly elsewhere: Locator;
  readonly title: Locator;
  readonly price: Locator;
  readonly quantity: Locator;
  readonly comment: Locator;
  readonly target: Locator;
  readonly uncertain: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = new ConnectionDialog(page);
    this.form = page.getByTestId("form");
    this.error = page.getByTestId("error");
    this.done = page.getByTestId("done");
    this.waiting = page.getByTestId("waiting");
    this.elsewhere = page.getByTestId("elsewhere");
    this.title = page.getByTestId("title");
    this.price = page.getByTestId("price");
    this.quantity = page.getByTestId("quantity");
    this.comment = page.getByTestId("comment");
    this.target = page.getByTestId("target");
    this.uncertain = page.getByTestId("uncertain");
  }

  /** Waits until the product was read and the drafts are listed. */
  async isReady(): Promise<void> {
    await expect(this.form).toBeVisible();
    await expect(this.target.locator("option").first()).toBeAttached();
  }

  async choose(draft: { id: number }): Promise<void> {
    await this.target.selectOption(JSON.stringify({ order: draft.id }));
  }

  /** Uncertain values have to be confirmed before they can be sent. */
  async send(): Promise<void> {
    const lookedAt = this.page.getByTestId("looked-at");
    if (await lookedAt.isVisible()) await lookedAt.check();
    await this.page.getByTestId("send").click();
  }

  async sendTo(draft: { id: number }): Promise<void> {
    await this.choose(draft);
    await this.send();
    await expect(this.done).toBeVisible();
  }
}

export class OptionsPage {
  readonly page: Page;
  readonly dialog: ConnectionDialog;
  readonly error: Locator;
  readonly connected: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = new ConnectionDialog(page);
    this.error = page.getByTestId("error");
    this.connected = page.getByTestId("connected");
  }

  async save(server: string, token: string): Promise<void> {
    // The page fills its fields from the stored settings first and would overwrite earlier input.
    await expect(this.page.getByTestId("retailer")).not.toHaveValue("");
    await this.page.getByTestId("server").fill(server);
    await this.page.getByTestId("token").fill(token);
    await this.page.getByTestId("save").click();
  }

  async connect(server: string, token: string): Promise<void> {
    await this.save(server, token);
    await this.dialog.confirm.click();
    await expect(this.connected).toBeVisible();
    await this.page.close();
  }
}
