/**
 * The HTTP client of a card host: one request, one reply. It never repeats a request and follows no
 * redirect, so that an order is sent once and only to the configured host.
 */
import type { Agent } from "undici";
import type { Secret } from "../../values/secret.ts";
import { traceHeaders } from "../../values/telemetry/tracing.ts";
import type { Json } from "../https-client/json.ts";
import { type ClientCertificate, NotConnected, openAgent } from "../https-client/open-agent.ts";
import { readJsonBody } from "../https-client/read-json.ts";

/** "not_sent": certainly nothing was sent. "silent": no usable answer; the request may have arrived. */
export type HostReply =
  | { readonly kind: "said"; readonly body: Json }
  | { readonly kind: "not_sent"; readonly why: string }
  | { readonly kind: "silent"; readonly why: string; readonly status?: number };

export interface CardHostClientNeeds {
  readonly url: URL;
  readonly key: Secret | undefined;
  readonly certificate?: ClientCertificate | undefined;
}

export interface HostRequest {
  readonly path: string;
  /** Absent if the request is about no single order. */
  readonly reference?: string;
  readonly body: string;
  readonly limitMs: number;
}

/** Each request has its own connection. More requests are not sent. */
const AT_ONCE_MAX = 256;
const CONNECT_MS = 3_000;

export class CardHostClient {
  readonly #needs: CardHostClientNeeds;
  readonly #headers: Readonly<Record<string, string>>;
  #opened: Promise<Agent> | undefined;
  #running = 0;

  constructor(needs: CardHostClientNeeds) {
    this.#needs = needs;
    this.#headers = {
      ...(needs.key && { authorization: `Bearer ${needs.key.reveal()}` }),
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "Sixdoors-Cards/1",
    };
  }

  /** Never throws: every failure is a reply. */
  async post(question: HostRequest): Promise<HostReply> {
    if (this.#running >= AT_ONCE_MAX) {
      return { kind: "not_sent", why: `${AT_ONCE_MAX} requests are already running` };
    }
    this.#running++;
    try {
      return await this.#request(question);
    } catch (error) {
      return toFailure(error, question);
    } finally {
      this.#running--;
    }
  }

  async close(): Promise<void> {
    await (await this.#opened)?.destroy();
  }

  async #request({ path, reference, body, limitMs }: HostRequest): Promise<HostReply> {
    const { url, certificate } = this.#needs;
    const limits = { connections: AT_ONCE_MAX, connectMs: Math.min(CONNECT_MS, limitMs) };
    this.#opened ??= openAgent(limits, certificate);
    const agent = await this.#opened;
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname.replace(/\/$/, "")}/${path}${url.search}`,
      method: "POST",
      headers: {
        ...this.#headers,
        ...traceHeaders(),
        ...(reference && { "idempotency-key": reference }),
      },
      body,
      signal: AbortSignal.timeout(limitMs),
      // The signal limits the whole request, so these partial limits are off.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const said = await readJsonBody(answer.body);
    const status = answer.statusCode;
    if (status === 200 && said !== undefined) return { kind: "said", body: said.value };
    const why = `the host answered ${status}${said ? "" : " without JSON"}`;
    return { kind: "silent", why, status };
  }
}

/** Only the code, because a message could repeat card data. */
function toFailure(error: unknown, { limitMs }: HostRequest): HostReply {
  if (error instanceof NotConnected) return { kind: "not_sent", why: error.code };
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (name === "TimeoutError") return { kind: "silent", why: `no answer within ${limitMs} ms` };
  return { kind: "silent", why: String(code ?? name) };
}
