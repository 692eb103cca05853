/** A stub of LibreTranslate in its real format. It puts the target language before each text: `ru: 你好`. */
import { type IncomingMessage, type Server as HttpServer, createServer } from "node:http";

interface Request {
  q: string[];
  target: string;
}

async function json(request: IncomingMessage): Promise<Request> {
  let text = "";
  for await (const part of request) text += String(part);
  return JSON.parse(text) as Request;
}

export class Translator {
  readonly #server: HttpServer;
  /** The texts that were sent so far. */
  readonly texts: string[] = [];

  private constructor(server: HttpServer) {
    this.#server = server;
  }

  static async start(): Promise<Translator> {
    const server = createServer();
    const translator = new Translator(server);
    server.on("request", async (request, response) => {
      const reply = (status: number, body: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      if (request.method !== "POST" || request.url !== "/translate") {
        reply(404, { error: "Not Found" });
        return;
      }
      const { q, target } = await json(request);
      translator.texts.push(...q);
      reply(200, { translatedText: q.map((text) => `${target.slice(0, 2)}: ${text}`) });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return translator;
  }

  /** Environment variables that connect the server under test to this stub. */
  get environment(): Record<string, string> {
    const address = this.#server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return { TRANSLATION: "libretranslate", TRANSLATION_URL: `http://127.0.0.1:${port}` };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
