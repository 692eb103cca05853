/** Shop pages under their real addresses: an HTTPS server to which the browser resolves every host name. */
import { readFileSync } from "node:fs";
import { type Server as HttpsServer, createServer } from "node:https";
import { join } from "node:path";
import { certificate } from "./paths.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

export class Shops {
  readonly #server: HttpsServer;
  readonly #pages = new Map<string, string>();

  private constructor(server: HttpsServer) {
    this.#server = server;
  }

  static async start(): Promise<Shops> {
    const { key, cert } = certificate();
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
    const shops = new Shops(server);
    server.on("request", (request, response) => {
      const html = shops.#pages.get(`https://${request.headers.host}${request.url}`);
      if (html !== undefined) {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
      } else if (request.headers["sec-fetch-dest"] === "image") {
        response.writeHead(200, { "content-type": "image/png" }).end(PIXEL);
      } else {
        response.writeHead(404, { "content-type": "text/plain" }).end("not part of this shop");
      }
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return shops;
  }

  /** The value of `--host-resolver-rules` that maps all host names except this machine's to this server. */
  get resolverRules(): string {
    const address = this.#server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return `MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost`;
  }

  /** Serves `html` at an address. */
  show(url: string, html: string): string {
    this.#pages.set(new URL(url).href, html);
    return url;
  }

  /** Serves a file of `e2e/shops` at an address: `shops.open("1688", "https://detail.1688.com/…")`. */
  open(name: string, url: string): string {
    return this.show(url, readFileSync(join(import.meta.dirname, "../shops", `${name}.html`), "utf8"));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
