/**
 * The line to a card host: one question, one answer, and an honest word where there is none. Nothing
 * is asked a second time here, and no redirect is followed: an order goes where it was meant to go.
 */
import type { Agent } from "undici";
import type { Secret } from "../../values/secret.ts";
import type { Json } from "../json-line/json.ts";
import { type ClientCertificate, NotConnected, openAgent } from "../json-line/open-agent.ts";
import { readJson } from "../json-line/read-json.ts";

/** "not_sent" is certain: not a byte of the question has left. "silent" may mean anything. */
export type HostReply =
  | { readonly kind: "said"; readonly body: Json }
  | { readonly kind: "not_sent"; readonly why: string }
  | { readonly kind: "silent"; readonly why: string };

export interface CardHostClientNeeds {
  readonly url: URL;
  readonly key: Secret | undefined;
  readonly certificate?: ClientCertificate | undefined;
}

export interface HostQuestion {
  readonly path: string;
  readonly reference: string;
  readonly body: string;
  readonly limitMs: number;
}

/** Each under way has a connection of its own; one more is not sent. */
const AT_ONCE_MAX = 256;
const CONNECT_MS = 3_000;

export class CardHostClient {
  readonly #needs: CardHostClientNeeds;
  readonly #headers: Readonly<Record<string, string>>;
  #opened: Promise<Agent> | undefined;
  #underWay = 0;

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

  /** Never throws: whatever happens on the way is an answer of a kind. */
  async ask(question: HostQuestion): Promise<HostReply> {
    if (this.#underWay >= AT_ONCE_MAX) {
      return { kind: "not_sent", why: `${AT_ONCE_MAX} questions are under way` };
    }
    this.#underWay++;
    try {
      return await this.#post(question);
    } catch (error) {
      return trouble(error, question);
    } finally {
      this.#underWay--;
    }
  }

  async close(): Promise<void> {
    await (await this.#opened)?.destroy();
  }

  async #post({ path, reference, body, limitMs }: HostQuestion): Promise<HostReply> {
    const { url, certificate } = this.#needs;
    const limits = { connections: AT_ONCE_MAX, connectMs: Math.min(CONNECT_MS, limitMs) };
    this.#opened ??= openAgent(limits, certificate);
    const agent = await this.#opened;
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname.replace(/\/$/, "")}/${path}${url.search}`,
      method: "POST",
      headers: { ...this.#headers, "idempotency-key": reference },
      body,
      signal: AbortSignal.timeout(limitMs),
      // The signal ends everything; these would only end a part of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const said = await readJson(answer.body);
    const status = answer.statusCode;
    if (status === 200 && said !== undefined) return { kind: "said", body: said.value };
    return { kind: "silent", why: `it answered ${status}${said ? "" : " without JSON"}` };
  }
}

/** The code alone: a message could repeat what was sent. */
function trouble(error: unknown, { limitMs }: HostQuestion): HostReply {
  if (error instanceof NotConnected) return { kind: "not_sent", why: error.code };
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (name === "TimeoutError") return { kind: "silent", why: `nothing came within ${limitMs} ms` };
  return { kind: "silent", why: String(code ?? name) };
}
