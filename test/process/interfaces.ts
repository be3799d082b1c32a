/** The interfaces over real connections that stay open, as a client uses them. */
import assert from "node:assert/strict";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { TestContext } from "node:test";
import { atEnd } from "../kit/process.ts";

export const ACCOUNT = { account_id: "120000000001", api_accesskey: "1".repeat(32) };
const CARD = { tender_type: "CARD", card_number: "4111111111111111", card_expiration: "1230" };
const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", response_format: "JSON" };
const PARTNER = `Basic ${Buffer.from("harbor:certification-partner").toString("base64")}`;

/** After this time without an answer, a test reports a hanging request. */
const ANSWER_MS = 30_000;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly tookMs: number;
}

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** One connection that is used for many requests. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #base: string;

  constructor(t: TestContext, base: string) {
    this.#base = base;
    atEnd(t, async () => this.#agent.destroy());
  }

  call({ method = "GET", path, headers = {}, body }: Call): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const started = performance.now();
    const sent = request(new URL(path, this.#base), { method, headers, agent: this.#agent });
    sent.setTimeout(ANSWER_MS, () => sent.destroy(new Error(`no answer to ${path}`)));
    sent.once("error", reject);
    sent.once("response", async (response) => {
      const parts = await response.toArray().catch(reject);
      const tookMs = performance.now() - started;
      const text = Buffer.concat(parts ?? []).toString("utf8");
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text, tookMs });
    });
    sent.end(body);
    return promise;
  }

  post(path: string, form: Record<string, string>): Promise<Answer> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return this.call({ method: "POST", path, headers, body: new URLSearchParams(form).toString() });
  }

  async pay(amount: string, more: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const form = { ...SALE, transaction_amount: amount, ...more };
    return JSON.parse((await this.post("/api/qsapi/3.8", form)).body);
  }

  async statusOf(transactionId: unknown): Promise<Record<string, unknown>> {
    const asked = { action: "GET_TRANSACTION_STATUS", transaction_id: String(transactionId) };
    const form = { ...ACCOUNT, response_format: "JSON", ...asked };
    return JSON.parse((await this.post("/api/tsapi/3.8", form)).body);
  }

  async readiness(): Promise<number> {
    return (await this.call({ path: "/health/ready" })).status;
  }
}

interface Api {
  readonly name: string;
  ask(connection: Connection): Promise<Answer>;
  /** Fails unless the answer is the interface's own "try again". */
  tryAgain(answer: Answer): void;
  well(answer: Answer): void;
}

const TRY_AGAIN = /error_code(=|":)50000/;
const JSON_TYPE = { "content-type": "application/json" };
const PARSER = { partnerId: "harbor", partnerKey: "harbor-certification-key-00000001" };

export const INTERFACES: readonly Api[] = [
  {
    name: "management",
    ask: (connection) =>
      connection.call({ path: "/api/v1/partners", headers: { authorization: PARTNER } }),
    tryAgain: ({ status, body }) =>
      assert.deepEqual([status, JSON.parse(body).errorCode], [500, 1005]),
    well: ({ status, body }) => assert.equal(status, 200, body),
  },
  {
    name: "parser",
    ask: (connection) =>
      connection.call({
        method: "POST",
        path: "/api/decrypt/parser",
        headers: JSON_TYPE,
        body: JSON.stringify(PARSER),
      }),
    tryAgain: ({ status, body }) => assert.deepEqual([status, JSON.parse(body).errCode], [500, 50]),
    // The key is accepted, and the missing device type is reported.
    well: ({ status, body }) => assert.deepEqual([status, JSON.parse(body).errCode], [400, 2000]),
  },
  {
    name: "mobile",
    ask: (connection) =>
      connection.call({
        path: `/api/json/account?token=${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}`,
      }),
    tryAgain: ({ status, body }) => {
      assert.equal(status, 503, body);
      assert.ok(JSON.parse(body).detail);
    },
    well: ({ status }) => assert.equal(status, 401),
  },
  {
    name: "payment",
    ask: (connection) => connection.post("/api/qsapi/3.8", { ...SALE, transaction_amount: "2.00" }),
    tryAgain: ({ status, body }) => {
      assert.equal(status, 200);
      assert.match(body, TRY_AGAIN);
    },
    well: ({ body }) => assert.equal(JSON.parse(body).transaction_approved, true, body),
  },
  {
    name: "status",
    ask: (connection) =>
      connection.post("/api/tsapi/3.8", { ...ACCOUNT, action: "GET_TRANSACTION_ID" }),
    tryAgain: ({ body }) => assert.match(body, TRY_AGAIN),
    well: ({ body }) => assert.match(body, /transaction_id=\d{12}/),
  },
  {
    name: "reporting",
    ask: (connection) => connection.post("/api/rsapi/3.8", ACCOUNT),
    tryAgain: ({ headers }) => assert.match(String(headers["qs-response-code"]), /^611 /),
    well: ({ headers }) => assert.match(String(headers["qs-response-code"]), /^608 /),
  },
];

/** Calls every interface at once, each on its own connection. */
export async function askAll(connections: readonly Connection[]): Promise<readonly Answer[]> {
  return Promise.all(
    INTERFACES.map((api, place) =>
      api.ask(connections[place] ?? assert.fail("too few connections")),
    ),
  );
}

export function openConnections(t: TestContext, url: string): readonly Connection[] {
  return INTERFACES.map(() => new Connection(t, url));
}

export function assertAll(kind: "well" | "tryAgain", answers: readonly Answer[]): void {
  for (const [place, answer] of answers.entries()) INTERFACES[place]?.[kind](answer);
}
