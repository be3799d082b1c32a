/**
 * A merchant's program: fetches ids, pays and requests the status over HTTP. It uses none of the
 * product's code.
 */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { atEnd } from "../kit/process.ts";
import { toCents, toDecimal } from "./card-host.ts";
import type { Heard, Payment } from "./ledger.ts";

/** Two of the certification accounts. */
export const ACCOUNTS: readonly string[] = ["120000000001", "120000000004"];
export const KEYS: Readonly<Record<string, string>> = {
  "120000000001": "1".repeat(32),
  "120000000004": "4".repeat(32),
};
/** A published test number. */
const CARD = { tender_type: "CARD", card_number: "4111111111111111", card_expiration: "1249" };
/** Published test values of a bank account. The verification simulator accepts it. */
const BANK_ACCOUNT = {
  tender_type: "ACH",
  bank_routing_number: "021000021",
  bank_account_number: "9876545678",
  first_name: "Ada",
  last_name: "Buyer",
};
export const PAYMENT_PATH = "/api/qsapi/3.8";
const STATUS_PATH = "/api/tsapi/3.8";
const REPORT_PATH = "/api/rsapi/3.8";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
/** Longer than any request may take. */
const SILENCE_MS = 30_000;
const TEMPORARY = 50_000;
const DECLINED = 30_002;
const STATUS_TRIES = 5;
const STATUS_PAUSE_MS = 100;

export interface Status {
  readonly found: boolean;
  readonly isApproved: boolean;
  readonly amountCents: number;
  readonly message: string;
  /** The answer is not in the contract, or there was none. */
  readonly trouble?: string;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ChangeWish {
  readonly type: "CAPTURE" | "REFUND" | "REVERSAL";
  readonly tokenId: string;
  readonly amountCents: number;
}

type Fields = Readonly<Record<string, string>>;

class Silence extends Error {}

export function paymentForm(payment: Payment): Fields {
  return {
    account_id: payment.accountId,
    api_accesskey: KEYS[payment.accountId] ?? "",
    ...(payment.tender === "ACH" ? BANK_ACCOUNT : CARD),
    transaction_type: payment.type,
    transaction_amount: toDecimal(payment.amountCents),
    custom_id: payment.mark,
    response_format: "JSON",
    ...(payment.transactionId === undefined ? {} : { transaction_id: payment.transactionId }),
  };
}

export class Merchant {
  readonly #agent = new Agent({ keepAlive: true });

  constructor(t: TestContext) {
    atEnd(t, async () => this.#agent.destroy());
  }

  async pay(url: string, payment: Payment): Promise<Heard> {
    const key: Fields = payment.way === "key" ? { "idempotency-key": payment.mark } : {};
    try {
      return hear(await this.#post(`${url}${PAYMENT_PATH}`, paymentForm(payment), key));
    } catch (error) {
      return { kind: error instanceof Silence ? "silent" : "broken" };
    }
  }

  /** A capture, refund or reversal of an earlier payment. */
  async change(url: string, accountId: string, change: ChangeWish): Promise<Heard> {
    const form = {
      account_id: accountId,
      api_accesskey: KEYS[accountId] ?? "",
      transaction_type: change.type,
      token_id: change.tokenId,
      transaction_amount: toDecimal(change.amountCents),
      response_format: "JSON",
    };
    try {
      return hear(await this.#post(`${url}${PAYMENT_PATH}`, form, {}));
    } catch (error) {
      return { kind: error instanceof Silence ? "silent" : "broken" };
    }
  }

  /** Undefined: it could not be fetched. */
  async fetchId(url: string, accountId: string): Promise<string | undefined> {
    try {
      const asked = { account_id: accountId, api_accesskey: KEYS[accountId] ?? "" };
      const form = { ...asked, response_format: "JSON", action: "GET_TRANSACTION_ID" };
      const { body } = await this.#post(`${url}${STATUS_PATH}`, form, {});
      const { error, transaction_id: id } = JSON.parse(body);
      return error === false ? String(id) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Retries a few times if the answer says so. */
  async statusOf(url: string, accountId: string, transactionId: string): Promise<Status> {
    const asked = { account_id: accountId, api_accesskey: KEYS[accountId] ?? "" };
    const action = { action: "GET_TRANSACTION_STATUS", transaction_id: transactionId };
    const form = { ...asked, response_format: "JSON", ...action };
    for (let tries = 1; ; tries++) {
      const status = await this.#post(`${url}${STATUS_PATH}`, form, {}).then(readStatus, noStatus);
      if (status.trouble === undefined || tries >= STATUS_TRIES) return status;
      await pause(STATUS_PAUSE_MS);
    }
  }

  /** The report on one transaction, with its code. Undefined: there was no answer. */
  async reportOn(url: string, accountId: string, transactionId: string) {
    const asked = { account_id: accountId, api_accesskey: KEYS[accountId] ?? "" };
    const form = { ...asked, transaction_id: transactionId };
    const reply = await this.#post(`${url}${REPORT_PATH}`, form, {}).catch(() => undefined);
    if (reply === undefined) return undefined;
    return { code: Number.parseInt(`${reply.headers["qs-response-code"]}`, 10), body: reply.body };
  }

  #post(url: string, form: Fields, headers: Fields): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const agent = this.#agent;
    const sent = request(url, { method: "POST", headers: { ...FORM, ...headers }, agent });
    sent.setTimeout(SILENCE_MS, () => sent.destroy(new Silence()));
    sent.once("error", reject);
    sent.once("response", (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((body) => resolve({ status, headers, body }), reject);
    });
    sent.end(new URLSearchParams(form).toString());
    return promise;
  }
}

function hear({ status, headers, body }: Reply): Heard {
  const record = readRecord(body);
  if (status !== 200 || record === undefined) return { kind: "unreadable", status };
  const code = Number(record["error_code"] ?? 0);
  if (record["error"] === true && code === TEMPORARY) return { kind: "temporary" };
  const isDecline = code === DECLINED && record["transaction_approved"] === false;
  if (record["transaction_approved"] !== true && !isDecline) {
    return { kind: "refused", code, message: String(record["error_message"]) };
  }
  return {
    kind: isDecline ? "declined" : "approved",
    transactionId: String(record["transaction_id"]),
    authorizationCode: readText(record["authorization_code"]),
    amountCents: toCents(record["transaction_amount"]),
    message: String(record["authorization_message"]),
    isReplay: headers["idempotent-replayed"] === "true",
    body,
  };
}

function readStatus({ status, body }: Reply): Status {
  const record = readRecord(body);
  if (status !== 200 || record?.["error"] !== false) {
    return { ...NOTHING, trouble: `status ${status}, error ${record?.["error_code"]}` };
  }
  if (record["found"] !== true) return NOTHING;
  return {
    found: true,
    isApproved: record["transaction_approved"] === true,
    amountCents: toCents(record["transaction_amount"]),
    message: String(record["authorization_message"]),
  };
}

const NOTHING: Status = { found: false, isApproved: false, amountCents: 0, message: "" };

function noStatus(): Status {
  return { ...NOTHING, trouble: "no answer" };
}

function readRecord(body: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function readText(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}
