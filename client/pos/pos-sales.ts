/** Sales and refunds of the point of sale. Each carries a key, so that it happens once. */
import { newKey } from "../call/random.ts";
import { choosePause, pauseFor } from "../call/retry.ts";
import { describeUnreadable, type Reply } from "../call/send.ts";
import { orUnknown, SixdoorsError } from "../errors.ts";
import type { CallOptions, PaymentCallOptions } from "../options.ts";
import { openPatience } from "../payments/patience.ts";
import { checkAmount, checkKey, checkRefund } from "../wire/form.ts";
import { writePosForm } from "./pos-form.ts";
import type { NewSale, Sale, SaleFilters, SaleRefund } from "./pos-names.ts";
import { callPos, listPos, renamePos } from "./pos-records.ts";
import { AREA, describePosError, type PosSession, readPosAnswer } from "./pos-session.ts";

/**
 * `pending`: the outcome is not known yet; look at the sale again. `failed`: the card host could not
 * be reached, and nothing was charged.
 */
export type SaleResult =
  | { readonly outcome: "completed" | "pending"; readonly sale: Sale }
  | { readonly outcome: "declined" | "failed"; readonly saleId: number; readonly message: string };

interface KeyOptions extends PaymentCallOptions {
  /** A key of your own. If it is absent, the client creates one. */
  readonly idempotencyKey?: string | undefined;
}

export interface PosSales {
  create(sale: NewSale, options?: KeyOptions): Promise<SaleResult>;
  refund(id: number, refund?: SaleRefund, options?: KeyOptions): Promise<SaleResult>;
  get(id: number, options?: CallOptions): Promise<Sale>;
  /** The newest first. */
  list(filters?: SaleFilters, options?: CallOptions): AsyncGenerator<Sale, void>;
  sendReceipt(id: number, email: string, options?: CallOptions): Promise<void>;
}

const ROOT = "/api/json/transactions/";

export function openPosSales(session: PosSession): PosSales {
  return {
    create: async (sale, options) => {
      for (const name of ["subtotal", "total", "discount", "tip"] as const) {
        checkAmount(name, sale[name], AREA);
      }
      return sendOnce(session, { path: ROOT, values: sale }, options);
    },
    refund: async (id, refund = {}, options) => {
      checkRefund(refund, AREA);
      const { amount, lines } = refund;
      const values = { refund_amount: amount, "line_items[]": lines };
      return sendOnce(session, { path: `${ROOT}${id}/refund/`, values, saleId: id }, options);
    },
    get: async (id, options = {}) =>
      (await callPos(session, { method: "GET", path: `${ROOT}${id}/` }, options)) as Sale,
    list: (filters = {}, options) => listPos<Sale>(session, ROOT, filters, options),
    sendReceipt: async (id, email, options = {}) => {
      const body = writePosForm({ email });
      await callPos(session, { method: "POST", path: `${ROOT}${id}/receipt/`, body }, options);
    },
  };
}

interface KeyedCall {
  readonly path: string;
  readonly values: object;
  readonly saleId?: number;
}

/** After a lost answer, the same request with the same key gets the first answer. */
async function sendOnce(
  session: PosSession,
  call: KeyedCall,
  { idempotencyKey = newKey(), ...options }: KeyOptions = {},
): Promise<SaleResult> {
  const { retry, waitForOutcomeMs } = session.connection;
  const headers = { "idempotency-key": checkKey(idempotencyKey, AREA) };
  const patience = openPatience(options.waitForOutcomeMs ?? waitForOutcomeMs);
  for (let round = 1; ; round++) {
    const result = await orUnknown(async () => {
      const body = writePosForm(call.values);
      const request = { method: "POST", path: call.path, headers, body } as const;
      return readResult(await session.send(request, options), call.saleId);
    });
    if (result !== undefined) return result;
    patience.begin();
    if (patience.isOver()) throw describeUnknown();
    await pauseFor(choosePause(retry, Math.min(round, 5)), AREA, options.signal);
  }
}

function readResult(reply: Reply, knownId: number | undefined): SaleResult {
  const { status, headers } = reply;
  const located = /\/(\d+)\/?$/.exec(headers.get("location") ?? "")?.[1];
  const saleId = knownId ?? (located === undefined ? undefined : Number(located));
  const isFailed = status === 503 && located !== undefined;
  if (status === 402 || isFailed) {
    if (saleId === undefined) throw describeUnreadable(reply);
    const { message } = describePosError(reply);
    return { outcome: isFailed ? "failed" : "declined", saleId, message };
  }
  const sale = renamePos(readPosAnswer(reply)) as Sale;
  return { outcome: status === 202 ? "pending" : "completed", sale };
}

function describeUnknown(): SixdoorsError {
  return new SixdoorsError(
    "It is not known whether this happened. Send it again with the same idempotencyKey.",
    { code: "unreachable", area: AREA, isTemporary: true },
  );
}
