/**
 * Sends webhooks over HTTP. It does not follow redirects, reads only the start of an answer, has a time
 * limit, and in production sends to public addresses by https only.
 */
import type { Agent, Dispatcher } from "undici";
import type { Clock } from "../../ports/clock.ts";
import type { OutgoingWebhook, WebhookAnswer, WebhookSender } from "../../ports/webhooks.ts";
import { traceHeaders, traceStep } from "../../values/telemetry/tracing.ts";
import { isPublicAddress } from "../../values/webhooks/public-address.ts";
import { hasBadPort } from "../../values/webhooks/webhook-target.ts";
import { type ConnectorNeeds, pinnedConnector } from "./connector.ts";
import { signWebhook } from "./envelope.ts";
import { webhookFailure } from "./failure.ts";
import { nameServerResolve, type Resolve, systemResolve } from "./resolve.ts";
import { readRetryAfter } from "./retry-after.ts";

export interface SenderNeeds {
  readonly environment: "certification" | "production";
  readonly clock: Clock;
  /** The time limit for connecting, headers and body together. */
  readonly limitMs?: number;
  readonly connectionsPerOrigin?: number;
  readonly resolve?: Resolve;
  /** Replaces the environment's rule for allowed addresses. */
  readonly isAllowed?: (address: string) => boolean;
  readonly allowsHttp?: boolean;
}

const LIMIT_MS = 10_000;
const CONNECTIONS_PER_ORIGIN = 32;
const READ_MAX = 64 * 1024;
const KEPT_MAX = 1024;
const HEADERS_MAX = 16 * 1024;

export class HttpWebhookSender implements WebhookSender {
  readonly #openAgent: () => Promise<Agent>;
  #agent: Promise<Agent> | undefined;
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #allowsHttp: boolean;
  readonly #isProduction: boolean;

  constructor(needs: SenderNeeds) {
    const isProduction = needs.environment === "production";
    const { limitMs = LIMIT_MS, allowsHttp = !isProduction } = needs;
    this.#clock = needs.clock;
    this.#limitMs = limitMs;
    this.#allowsHttp = allowsHttp;
    this.#isProduction = isProduction;
    const connector = {
      resolve: needs.resolve ?? (isProduction ? nameServerResolve() : systemResolve),
      isAllowed: needs.isAllowed ?? (isProduction ? isPublicAddress : () => true),
      timeoutMs: limitMs,
    };
    const { connectionsPerOrigin = CONNECTIONS_PER_ORIGIN } = needs;
    this.#openAgent = () => openAgent(connector, connectionsPerOrigin);
  }

  /** The target is not in the trace: its address may contain a secret of the merchant. */
  send(order: OutgoingWebhook): Promise<WebhookAnswer> {
    const describe = ({ kind: outcome }: WebhookAnswer) => ({ outcome });
    return traceStep({ kind: "webhook", describe }, () => this.#sendOnce(order));
  }

  async #sendOnce(order: OutgoingWebhook): Promise<WebhookAnswer> {
    const target = readTarget(order.url);
    if (target === undefined) return { kind: "failed", failure: "bad_url" };
    const isHttpRefused = target.protocol === "http:" && !this.#allowsHttp;
    if (isHttpRefused || (this.#isProduction && hasBadPort(target))) {
      return { kind: "failed", failure: "target_refused" };
    }
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#limitMs);
    try {
      return await this.#post(target, order, limit.signal);
    } catch (error) {
      const failure = limit.signal.aborted ? "timed_out" : webhookFailure(error);
      return { kind: "failed", failure };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Aborts running requests. */
  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }

  async #post(target: URL, order: OutgoingWebhook, signal: AbortSignal): Promise<WebhookAnswer> {
    const { body, headers, seal } = signWebhook(order);
    order.onSealed?.(seal);
    this.#agent ??= this.#openAgent();
    const agent = await this.#agent;
    const response = await agent.request({
      origin: target.origin,
      path: target.pathname + target.search,
      method: "POST",
      headers: { ...traceHeaders(), ...headers },
      body,
      signal,
      // The time limit of send() covers everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const start = await readStart(response.body);
    return this.#judge(response, start);
  }

  #judge({ statusCode: status, headers }: Dispatcher.ResponseData, answer: string): WebhookAnswer {
    if (status >= 200 && status < 300) return { kind: "delivered", status, answer };
    if (status === 410) return { kind: "gone", status, answer };
    const afterMs = readRetryAfter(headers["retry-after"], this.#clock.wall());
    if (afterMs === undefined) return { kind: "refused", status, answer };
    return { kind: "retry_later", status, answer, afterMs };
  }
}

/** undici is loaded with the first webhook: it is a tenth of the code that a start would load. */
async function openAgent(connector: ConnectorNeeds, connections: number): Promise<Agent> {
  const undici = await import("undici");
  return new undici.Agent({
    connect: pinnedConnector(undici.buildConnector, connector),
    connections,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: HEADERS_MAX,
  });
}

function readTarget(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isHttp = url.protocol === "https:" || url.protocol === "http:";
  return isHttp && url.username === "" && url.password === "" ? url : undefined;
}

/** Reads to the end, so that the connection can be reused, but not further than the limit. */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const kept: Buffer[] = [];
  let [keptLength, length] = [0, 0];
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (keptLength < KEPT_MAX) {
      const part = chunk.subarray(0, KEPT_MAX - keptLength);
      kept.push(part);
      keptLength += part.length;
    }
    if (length > READ_MAX) break;
  }
  return Buffer.concat(kept).toString("utf8");
}
