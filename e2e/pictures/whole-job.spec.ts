/** The picture of the README: a product from the shop's page to the shipment, in six steps. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { AGENT_OWNER, Api, CLIENT, type Guard } from "../harness/api.ts";
import { connect, openShop } from "../harness/connected.ts";
import { repository } from "../harness/paths.ts";
import { test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

const PHONE = { width: 390, height: 780 };
const POPUP = { width: 400, height: 800 };
const DESKTOP = { width: 1280, height: 800 };

interface Step {
  title: string;
  size: { width: number; height: number };
  picture: Buffer;
}

/** Shows the six steps as numbered tiles in two rows of equal height. */
function sheet(steps: Step[]): string {
  const tiles = steps.map(({ title, size, picture }, index) => {
    const source = `data:image/png;base64,${picture.toString("base64")}`;
    return `<figure style="flex: ${size.width / size.height}"><figcaption><b>${index + 1}</b>${title}</figcaption><img src="${source}"></figure>`;
  });
  const row = (part: string[]) => `<div>${part.join("")}</div>`;
  return `<!doctype html><style>
    body { margin: 0; padding: 28px; width: 1544px; background: #eef1f3; font: 17px/1.3 system-ui, sans-serif; color: #1b2226; display: grid; gap: 28px; }
    div { display: flex; gap: 24px; }
    figure { margin: 0; min-width: 0; }
    figcaption { display: flex; align-items: center; gap: 10px; height: 44px; font-weight: 600; white-space: nowrap; }
    b { display: grid; place-items: center; width: 28px; height: 28px; border-radius: 50%; background: #0f766e; color: #fff; font-size: 15px; }
    img { display: block; width: 100%; border: 1px solid #dfe3e6; border-radius: 12px; }
  </style>${row(tiles.slice(0, 3))}${row(tiles.slice(3))}`;
}

test("the whole job in one picture", async ({ browser, extension, server, client, shops }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const steps: Step[] = [];
  const add = async (title: string, page: Page, size: Step["size"]) => {
    // Pictures of products load lazily.
    await page.waitForLoadState("networkidle");
    steps.push({ title, size, picture: await page.screenshot() });
  };
  const visit = async (guard: Guard, phone: string, size: Step["size"], path: string) => {
    const context = await browser.newContext({ baseURL: server.url, viewport: size, locale: "ru-RU", timezoneId: "Europe/Moscow" });
    const page = await context.newPage();
    await new LoginPage(page).logIn(guard, phone, path);
    return page;
  };
  const numbered = async (status: string) => {
    const list = await owner.send<{ data: { id: number; status: string; client_code: string }[] }>("GET", `/agent/orders?status=${status}`);
    return list.data.find((order) => order.client_code === "K101")!.id;
  };

  await client.draft("Кружки для офиса");
  await connect(extension, server, client);
  const shop = await openShop(extension, shops.open("1688", "https://detail.1688.com/offer/610000000001.html"));
  const popup = await extension.clickOn(shop);
  await popup.isReady();
  await popup.page.setViewportSize(POPUP);
  await popup.page.addStyleTag({ content: "::-webkit-scrollbar { display: none; }" });
  await add("One click in the shop", popup.page, POPUP);

  await add(
    "Staff price the order",
    await visit("agent", AGENT_OWNER, DESKTOP, `/agent/orders/${await numbered("at_warehouse")}`),
    DESKTOP,
  );
  const payment = await visit("client", CLIENT, PHONE, `/client/orders/${await numbered("quoted")}`);
  await payment.getByTestId("charge").first().evaluate((row) => row.scrollIntoView({ block: "center" }));
  await add("The client pays", payment, PHONE);

  const scanner = await visit("agent", AGENT_OWNER, PHONE, "/agent/scan");
  await add("The warehouse scans", scanner, PHONE);
  await add("Everything in one table", await visit("agent", AGENT_OWNER, DESKTOP, "/agent/orders"), DESKTOP);
  const parcels = await visit("client", CLIENT, PHONE, "/client/shipments");
  await parcels.getByTestId("shipment-row").first().click();
  await parcels.getByTestId("shipment-status").waitFor();
  await add("The shipment arrives", parcels, PHONE);

  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  await page.setContent(sheet(steps));
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(repository, "docs/images/whole-job.png"), fullPage: true });
});
