/**
 * Sends traces and metrics to a collector by OTLP over HTTP. Every request has a time limit, and none is
 * repeated: a collector that is away must not make this process keep more and more.
 */
import type { Agent } from "undici";
import type { Secret } from "../../values/secret.ts";
import { readNameValues } from "../../values/telemetry/name-values.ts";
import { NotConnected, openAgent } from "../https-client/open-agent.ts";

export interface OtlpSenderNeeds {
  /** The base address. The paths of OTLP are added. */
  readonly endpoint: string;
  /** A list of names and values, which may contain keys. */
  readonly headers: Secret | undefined;
  readonly isJson: boolean;
  readonly timeoutMs: number;
  /** Called when sending begins to fail, with the reason, and when it works again. */
  readonly onChange: (failure: string | undefined) => void;
}

export type OtlpPath = "v1/traces" | "v1/metrics";

const CONNECTIONS = 2;
const ANSWER_MAX = 64 * 1024;

export class OtlpSender {
  readonly #needs: OtlpSenderNeeds;
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  #opened: Promise<Agent> | undefined;
  #failure: string | undefined;

  constructor(needs: OtlpSenderNeeds) {
    this.#needs = needs;
    this.#url = new URL(needs.endpoint);
    this.#headers = {
      ...readNameValues(needs.headers?.reveal() ?? ""),
      "content-type": needs.isJson ? "application/json" : "application/x-protobuf",
    };
  }

  /** Never throws. Returns whether the collector took it. */
  async send(path: OtlpPath, body: Uint8Array | undefined): Promise<boolean> {
    if (body === undefined) return false;
    const failure = await this.#post(path, body).catch(toReason);
    if ((failure === undefined) !== (this.#failure === undefined)) this.#needs.onChange(failure);
    this.#failure = failure;
    return failure === undefined;
  }

  /** Aborts running requests. */
  async close(): Promise<void> {
    await (await this.#opened)?.destroy();
  }

  async #post(path: OtlpPath, body: Uint8Array): Promise<string | undefined> {
    const { timeoutMs } = this.#needs;
    this.#opened ??= openAgent({ connections: CONNECTIONS, connectMs: timeoutMs });
    const agent = await this.#opened;
    const answer = await agent.request({
      origin: this.#url.origin,
      path: `${this.#url.pathname.replace(/\/$/, "")}/${path}`,
      method: "POST",
      headers: this.#headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    await answer.body.dump({ limit: ANSWER_MAX });
    const { statusCode: status } = answer;
    return status >= 200 && status < 300 ? undefined : `the collector answered ${status}`;
  }
}

/** Only the code, because a message could repeat a header. */
function toReason(error: unknown): string {
  if (error instanceof NotConnected) return error.code;
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return name === "TimeoutError" ? "no answer in time" : String(code ?? name);
}
