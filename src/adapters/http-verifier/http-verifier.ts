/**
 * A verification provider with JSON over HTTP, described by a mapping file. It makes two attempts with
 * the same request id and one time limit for both. An answer that is too long, too late or not
 * understood is "unavailable". A provider that keeps failing is not asked for a while.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from "cockatiel";
import type { Agent } from "undici";
import {
  VERIFIER_LIMIT_MS,
  type Verifier,
  type VerifierAnswer,
  type VerifierQuestion,
} from "../../ports/verifier.ts";
import type { Secret } from "../../values/secret.ts";
import { traceHeaders } from "../../values/telemetry/tracing.ts";
import { openAgent } from "../https-client/open-agent.ts";
import { readJsonBody } from "../https-client/read-json.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { Mapping } from "./mapping.ts";
import { fillBody } from "./template.ts";

export interface HttpVerifierNeeds {
  readonly mapping: Mapping;
  readonly key: Secret | undefined;
  /** For both attempts; each may take half of it. */
  readonly limitMs?: number;
  /** After this many failures in a row the provider is not asked for `restMs`. */
  readonly failuresMax?: number;
  readonly restMs?: number;
}

const TRIES = 2;
const PAUSE_MS = 100;
const FAILURES_MAX = 5;
const REST_MS = 10_000;
const CONNECTIONS = 32;
const UNAVAILABLE: VerifierAnswer = { kind: "unavailable" };
/** Statuses that ask the client to try again. */
const TRY_AGAIN = [408, 425, 429];

/** The provider gave no usable answer; the next attempt may succeed. */
class ProviderFailed extends Error {}

export class HttpVerifier implements Verifier {
  readonly #needs: HttpVerifierNeeds;
  readonly #limitMs: number;
  #opened: Promise<Agent> | undefined;
  readonly #breaker: CircuitBreakerPolicy;

  constructor(needs: HttpVerifierNeeds) {
    this.#needs = needs;
    this.#limitMs = needs.limitMs ?? VERIFIER_LIMIT_MS;
    this.#breaker = circuitBreaker(handleAll, {
      breaker: new ConsecutiveBreaker(needs.failuresMax ?? FAILURES_MAX),
      halfOpenAfter: needs.restMs ?? REST_MS,
    });
  }

  get url(): URL {
    return this.#needs.mapping.url;
  }

  async verify(question: VerifierQuestion): Promise<VerifierAnswer> {
    const limit = new AbortController();
    const asked = this.#breaker.execute(() => this.#tryTwice(question, limit.signal));
    const over = new Promise<VerifierAnswer>((resolve) =>
      limit.signal.addEventListener("abort", () => resolve(UNAVAILABLE), { once: true }),
    );
    const timer = setTimeout(() => limit.abort(), this.#limitMs);
    try {
      return await Promise.race([asked, over]);
    } catch {
      return UNAVAILABLE;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Aborts running requests. */
  async close(): Promise<void> {
    await (await this.#opened)?.destroy();
  }

  async #tryTwice(question: VerifierQuestion, limit: AbortSignal): Promise<VerifierAnswer> {
    // The limit may have passed while waiting for the breaker, which is not a failure of the provider.
    if (limit.aborted) return UNAVAILABLE;
    for (let tried = 1; ; tried++) {
      try {
        return await this.#ask(question, limit);
      } catch (error) {
        if (tried === TRIES || limit.aborted) throw error;
        await pause(PAUSE_MS, undefined, { signal: limit });
      }
    }
  }

  async #ask(question: VerifierQuestion, limit: AbortSignal): Promise<VerifierAnswer> {
    const own = new AbortController();
    const timer = setTimeout(() => own.abort(), this.#limitMs / TRIES);
    try {
      return await this.#post(question, AbortSignal.any([limit, own.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async #post(question: VerifierQuestion, signal: AbortSignal): Promise<VerifierAnswer> {
    const { mapping } = this.#needs;
    const { requestId } = question;
    this.#opened ??= openAgent({ connections: CONNECTIONS, connectMs: this.#limitMs });
    const agent = await this.#opened;
    const { statusCode: status, body } = await agent.request({
      origin: mapping.url.origin,
      path: mapping.url.pathname + mapping.url.search,
      method: "POST",
      headers: this.#headers(requestId),
      body: fillBody(mapping, question),
      signal,
      // The signal limits the whole request, so these partial limits are off.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const said = await readJsonBody(body);
    const answer = said && judgeAnswer(mapping.answers, { status, body: said.value, requestId });
    if (answer !== undefined) return answer;
    if (said === undefined || status >= 500 || status < 200 || TRY_AGAIN.includes(status)) {
      throw new ProviderFailed(`the provider answered with status ${status}`);
    }
    // The mapping has no rule for this answer. Another attempt would not change that.
    return UNAVAILABLE;
  }

  #headers(requestId: string): Record<string, string> {
    const { mapping, key } = this.#needs;
    const { headers, requestIdHeader, keyHeader } = mapping;
    return {
      ...traceHeaders(),
      ...headers,
      ...(requestIdHeader === undefined ? {} : { [requestIdHeader]: requestId }),
      ...(keyHeader === undefined || key === undefined
        ? {}
        : { [keyHeader.name]: keyHeader.prefix + key.reveal() }),
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "Sixdoors-Verification/1",
    };
  }
}
