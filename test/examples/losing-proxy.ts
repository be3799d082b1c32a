/** A network in front of a server that loses payments on purpose. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";

/** The request never arrives, or its answer never comes back. */
export type Loss = "request" | "answer";

const PAYMENTS = "/api/qsapi/3.8";

export interface LosingProxy {
  readonly url: string;
  /** The losses that did not happen yet. */
  readonly rest: readonly Loss[];
}

/** Loses the first payments in this way, and forwards everything else. */
export async function openLosingProxy(
  t: TestContext,
  serverUrl: string,
  losses: readonly Loss[],
): Promise<LosingProxy> {
  const rest = [...losses];
  const server = createServer(async (request, response) => {
    const loss = request.url === PAYMENTS ? rest.shift() : undefined;
    await forward(serverUrl, { request, response, loss });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, rest };
}

interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly loss: Loss | undefined;
}

async function forward(serverUrl: string, { request, response, loss }: Forwarding): Promise<void> {
  const body = await text(request);
  if (loss === "request") return void response.destroy();
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const answer = await fetch(serverUrl + request.url, { method: "POST", headers, body });
  const answered = await answer.text();
  if (loss === "answer") return void response.destroy();
  response.writeHead(answer.status, { "content-type": "application/json" }).end(answered);
}
