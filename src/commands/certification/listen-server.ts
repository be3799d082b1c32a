/** The local HTTP server of `listen`, which receives webhooks of the gateway and forwards them. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LISTEN_PATH } from "../../core/accounts/listen-webhook.ts";
import { type ForwardAnswer, forwardEvent, type ReceivedEvent } from "./forward-event.ts";

export interface ListenServerOptions {
  readonly forwardTo: URL | undefined;
  readonly onEvent: (event: ReceivedEvent, forwarded: ForwardAnswer | undefined) => void;
}

export interface ListenServer {
  readonly port: number;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 1_048_576;
/** What a listener answers to GET, so that a second one knows it. */
const GREETING = "sixdoors listen\n";
const ALIVE_WITHIN_MS = 1_000;

export async function openListenServer(options: ListenServerOptions): Promise<ListenServer> {
  const server = createServer((request, response) => {
    receive(options, request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether the listener at this URL still runs. */
export async function isListenerAlive(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ALIVE_WITHIN_MS) });
    return (await answer.text()) === GREETING;
  } catch {
    return false;
  }
}

async function receive(
  { forwardTo, onEvent }: ListenServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path] = (request.url ?? "").split("?");
  if (path !== LISTEN_PATH) return answer(response, 404);
  if (request.method === "GET") return answer(response, 200, GREETING);
  if (request.method !== "POST") return answer(response, 405);
  const body = await readBody(request);
  if (body === undefined) return answer(response, 413);
  const event = { rawHeaders: request.rawHeaders, body };
  const forwarded = forwardTo && (await forwardEvent(forwardTo, event));
  onEvent(event, forwarded);
  if (forwarded === undefined) return answer(response, 200);
  if (forwarded.kind === "no_answer") return answer(response, 502, `${forwarded.why}\n`);
  if (forwarded.retryAfter !== undefined) response.setHeader("retry-after", forwarded.retryAfter);
  answer(response, forwarded.status, forwarded.body);
}

function answer(response: ServerResponse, status: number, body: string | Buffer = ""): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(body);
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
