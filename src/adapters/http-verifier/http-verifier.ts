/**
 * A provider that is asked with JSON over HTTP, as its mapping says. Two tries with the same request
 * id and one limit for both; what is too long, too late or not understood is "unavailable". A
 * provider that keeps failing is left alone for a while.
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
import { openAgent } from "../json-line/open-agent.ts";
import { readJson } from "../json-line/read-json.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { Mapping } from "./mapping.ts";
import { fillBody } from "./template.ts";

export interface HttpVerifierNeeds {
  readonly mapping: Mapping;
  readonly key: Secret | undefined;
  /** For both tries; each may take half of it. */
  readonly limitMs?: number;
  /** Failures in a row after which the provider is left alone, and for how long. */
  readonly failuresMax?: number;
  readonly restMs?: number;
}

const TRIES = 2;
const PAUSE_MS = 100;
const FAILURES_MAX = 5;
const REST_MS = 10_000;
const CONNECTIONS = 32;
const UNAVAILABLE: VerifierAnswer = { kind: "unavailable" };
/** Answers that ask to come back: too late, too early, too often. */
const TRY_AGAIN = [408, 425, 429];

/** Neither an answer nor a word about the question: the next may fare better, or none does. */
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

  async verify(question: VerifierQuestion): Promise<VerifierAnswer> {
    const limit = new AbortController();
    const asked = this.#breaker.execute(() => this.#askTwice(question, limit.signal));
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

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    await (await this.#opened)?.destroy();
  }

  async #askTwice(question: VerifierQuestion, limit: AbortSignal): Promise<VerifierAnswer> {
    // Whoever waited here for the breaker may have come too late, which is no error of the provider.
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
      // The signal ends everything; these would only end a part of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const said = await readJson(body);
    const answer = said && judgeAnswer(mapping.answers, { status, body: said.value, requestId });
    if (answer !== undefined) return answer;
    if (said === undefined || status >= 500 || status < 200 || TRY_AGAIN.includes(status)) {
      throw new ProviderFailed(`the provider answered ${status}`);
    }
    // It speaks, and we do not understand it: asking the same again would not change that.
    return UNAVAILABLE;
  }

  #headers(requestId: string): Record<string, string> {
    const { mapping, key } = this.#needs;
    const { headers, requestIdHeader, keyHeader } = mapping;
    return {
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
