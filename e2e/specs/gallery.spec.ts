/** Every component of frontend-ui in every state: no overflow, no accessibility violations, no script errors. */
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { expect, test as plain } from "@playwright/test";
import { expectAccessible } from "../harness/accessible.ts";
import { chromium, pagesFolder } from "../harness/paths.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};
const WIDTHS = [390, 1280, 1920];

const test = plain.extend<object, { gallery: string }>({
  gallery: [
    async ({}, use) => {
      const folder = join(pagesFolder, "gallery");
      const server = createServer((request, response) => {
        const path = normalize(new URL(request.url ?? "/", "http://gallery").pathname);
        const file = join(folder, path === "/" ? "index.html" : path);
        if (!existsSync(file)) {
          response.writeHead(404).end();
          return;
        }
        response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
        createReadStream(file).pipe(response);
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const address = server.address();
      await use(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`);
      server.closeAllConnections();
      server.close();
    },
    { scope: "worker" },
  ],
});

test.use({ launchOptions: { executablePath: chromium(), args: ["--no-sandbox"] } });

for (const locale of ["ru-RU", "en-GB", "zh-CN"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${locale}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme });

      test("every component is accessible and fits the page", async ({ page, gallery }, testInfo) => {
        const faults: string[] = [];
        page.on("pageerror", (error) => faults.push(error.message));
        await page.goto(gallery);
        await expect(page.getByTestId("case").first()).toBeVisible();
        expect(await page.getByTestId("case").count()).toBeGreaterThan(20);
        await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
        await expect(page.getByTestId("stale-sample")).toHaveCount(0);
        // Content below the viewport is to be rendered too.
        await page.addStyleTag({ content: "* { content-visibility: visible !important; }" });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(over, `${width} px: no horizontal overflow`).toBe(0);
          await page.screenshot({ path: testInfo.outputPath(`${width}.png`), fullPage: true });
        }
        await expectAccessible(page);
        await page.getByTestId("open-dialog").first().click();
        await expect(page.getByTestId("dialog")).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await page.getByTestId("show-toast").click();
        await expect(page.getByTestId("toast")).toContainText("Заказ отправлен агенту");
        // A toast stays while the pointer rests on it.
        await page.getByTestId("toast").hover();
        await expectAccessible(page);
        await page.getByTestId("toast-undo").click();
        await expect(page.getByTestId("toast")).toContainText("Заказ снова черновик");
        expect(faults).toEqual([]);
      });
    });
  }
}

test("each dialog begins at its first field or main action, and the keyboard finishes and closes it", async ({ page, gallery }) => {
  await page.goto(gallery);
  const samples = page.getByTestId("dialog-sample");
  await expect(samples.first()).toBeVisible();
  for (const sample of await samples.all()) {
    await test.step(await sample.getByRole("button").innerText(), async () => {
      const [button, dialog] = [sample.getByTestId("open-dialog"), page.getByTestId("dialog")];
      const field = dialog.getByRole("textbox").first();
      await button.press("Enter");
      await expect(dialog).toBeVisible();
      const hasField = (await field.count()) > 0;
      await expect(hasField ? field : dialog.getByRole("button", { name: "Подтвердить" })).toBeFocused();
      if (hasField) {
        // A prefilled value is replaced by what is typed.
        await page.keyboard.type("7");
        await expect(field).toHaveValue("7");
      }
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
      await expect(sample.getByTestId("done")).toHaveText("0");
      await page.keyboard.press("Enter");
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Control+Enter");
      await expect(dialog).toBeHidden();
      await expect(sample.getByTestId("done")).toHaveText("1");
    });
  }
});

/** Whether the components are compared with their pictures. Other browsers and fonts draw them otherwise. */
const COMPARES = process.env.CI === "true" || process.env.KARAVAN_PICTURES === "true";
/** The major version of the browser that drew the pictures. */
const DRAWN_BY = "148";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`pictures, ${colorScheme}`, () => {
    test.use({ locale: "en-GB", timezoneId: "Europe/Moscow", colorScheme, viewport: { width: 1000, height: 900 } });

    test("every component looks as it did", async ({ browser, page, gallery }) => {
      test.skip(browser.version().split(".")[0] !== DRAWN_BY, `the pictures were drawn by Chromium ${DRAWN_BY}`);
      test.skip(!COMPARES, "set KARAVAN_PICTURES=true to compare, and add --update-snapshots after a change that is meant");
      await page.clock.setFixedTime("2026-11-01T09:00:00Z");
      await page.goto(gallery);
      await page.addStyleTag({ content: "* { content-visibility: visible !important; } .case { max-width: 700px; }" });
      await expect(page.getByTestId("case").first()).toBeVisible();
      await page.evaluate(async () => {
        // The fonts for Chinese are the machine's fonts.
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const text = texts.currentNode as Text;
          text.data = text.data.replace(/[\u3000-\u9fff\uff00-\uffef]/g, "x");
        }
        await document.fonts.ready;
      });
      const counts = new Map<string, number>();
      for (const component of await page.getByTestId("case").all()) {
        const title = (await component.locator("h2").first().innerText()).toLowerCase().replace(/[^a-z0-9]+/g, "-");
        const count = (counts.get(title) ?? 0) + 1;
        counts.set(title, count);
        const name = count > 1 ? `${title}-${count}` : title;
        await expect.soft(component).toHaveScreenshot(`${name}-${colorScheme}.png`, { animations: "disabled", maxDiffPixelRatio: 0.002 });
      }
    });
  });
}
