/**
 * An ISO 8583 card host for tests that keeps accounts: it executes each order once, takes repeats and
 * reversals once, and remembers reversals of orders that it has not seen. Faults change what it sends,
 * not what it has done.
 */
import type { IsoMessage } from "../../src/adapters/iso8583/codec/message-spec.ts";
import { responseType } from "../../src/adapters/iso8583/connection/pending-replies.ts";
import type { OrderDialect } from "../../src/adapters/iso8583/orders/order-dialect.ts";
import { ORDERS_1987 } from "../../src/adapters/iso8583/orders/orders-1987.ts";
import { ORDERS_1993 } from "../../src/adapters/iso8583/orders/orders-1993.ts";
import type { IsoHostSettings } from "../../src/ports/card-host-settings.ts";
import { type IsoCaller, IsoHost } from "./iso-host.ts";
import type { Lifetime } from "./shared.ts";

export type IsoDialect = IsoHostSettings["dialect"];

/** What happens to the reply. The request has been executed, except with "lose". */
export type IsoFault =
  | { readonly kind: "answer" | "lose" | "drop" | "cut" | "twice" }
  | { readonly kind: "delay"; readonly ms: number };

interface HostOrder {
  /** The type of its first message, without the mark of a repeat, and its processing code. */
  readonly kind: string;
  readonly amount: number;
  readonly code: string;
  isReversed: boolean;
}

const DIALECTS: Readonly<Record<IsoDialect, OrderDialect>> = {
  "1987": ORDERS_1987,
  "1993": ORDERS_1993,
};
const FRAMES = { bytes: 2, encoding: "binary" } as const;
const APPROVED = { "1987": "00", "1993": "000" };
const ACCEPTED = { "1987": "00", "1993": "400" };
const RESULT = 39;
const REFERENCE = 37;

export interface IsoCardHostRules {
  readonly dialect?: IsoDialect;
  /** The result code of an order. Default: approved. */
  readonly decide?: (request: IsoMessage) => string | undefined;
  /** The result code of a reversal, which is not executed then. Default: it is accepted. */
  readonly reversing?: (request: IsoMessage) => string | undefined;
  readonly fault?: (request: IsoMessage) => IsoFault;
  /** Adds fields to the reply. */
  readonly complete?: (reply: IsoMessage, request: IsoMessage) => IsoMessage;
}

export class IsoCardHost {
  readonly orders = new Map<string, HostOrder>();
  /** The references of orders that were reversed, also of those that have not arrived. */
  readonly reversals = new Set<string>();
  readonly received: IsoMessage[] = [];
  readonly dialect: IsoDialect;
  rules: IsoCardHostRules;
  #host: IsoHost | undefined;

  private constructor(rules: IsoCardHostRules) {
    this.rules = rules;
    this.dialect = rules.dialect ?? "1987";
  }

  static async open(t: Lifetime, rules: IsoCardHostRules = {}): Promise<IsoCardHost> {
    const card = new IsoCardHost(rules);
    const { spec, network } = DIALECTS[card.dialect];
    const onRequest = (request: IsoMessage, caller: IsoCaller) => card.#take(request, caller);
    card.#host = await IsoHost.open(t, { spec, network, frames: FRAMES, onRequest });
    return card;
  }

  get wire(): IsoHost {
    if (this.#host === undefined) throw new Error("the host is not open");
    return this.#host;
  }

  /** Ready for `card_hosts`. */
  settings(own: Partial<IsoHostSettings> = {}): IsoHostSettings {
    return {
      kind: "iso8583",
      host: "127.0.0.1",
      port: this.wire.port,
      tls: false,
      dialect: this.dialect,
      header: "2 binary",
      connections: 2,
      acquirerId: "123456",
      echoSeconds: 60,
      ...own,
    };
  }

  /** What customers have paid: everything approved and not reversed. */
  charged(): readonly HostOrder[] {
    return [...this.orders.values()].filter(
      ({ code, isReversed }) => this.#isApproval(code) && !isReversed,
    );
  }

  #take(request: IsoMessage, caller: IsoCaller): void {
    this.received.push(request);
    const fault = this.rules.fault?.(request) ?? { kind: "answer" };
    if (fault.kind === "lose") return;
    const reply = this.#execute(request);
    const send = () => caller.send(reply);
    if (fault.kind === "cut") caller.cut();
    else if (fault.kind === "delay") setTimeout(send, fault.ms).unref();
    else if (fault.kind !== "drop")
      for (let n = 0; n < (fault.kind === "twice" ? 2 : 1); n++) send();
  }

  #execute(request: IsoMessage): IsoMessage {
    const isReversal = request.type[1] === "4";
    const code = isReversal ? this.#reverse(request) : this.#order(request);
    const fields = new Map(request.fields).set(RESULT, code);
    for (const secret of [2, 14, 35, 45, 48, 52, 55]) fields.delete(secret);
    if (this.#isApproval(code) && !isReversal) fields.set(38, "A1B2C3");
    const reply = { type: responseType(request.type), fields };
    return this.rules.complete?.(reply, request) ?? reply;
  }

  #order(request: IsoMessage): string {
    const reference = String(request.fields.get(REFERENCE));
    const known = this.orders.get(reference);
    if (known !== undefined) return known.code;
    const code = this.rules.decide?.(request) ?? APPROVED[this.dialect];
    const isReversed = this.reversals.has(reference);
    const kind = `${request.type.slice(0, 3)}0 ${request.fields.get(3)}`;
    const amount = Number(request.fields.get(4));
    this.orders.set(reference, { kind, amount, code, isReversed });
    return code;
  }

  /** An advice (0420) has the reference of its order, a reversal (0400) names its original in field 90. */
  #reverse(request: IsoMessage): string {
    const refusal = this.rules.reversing?.(request);
    if (refusal !== undefined) return refusal;
    const reference = this.#reversedReference(request);
    if (reference === undefined) return ACCEPTED[this.dialect];
    this.reversals.add(reference);
    const order = this.orders.get(reference);
    if (order !== undefined) order.isReversed = true;
    return ACCEPTED[this.dialect];
  }

  #reversedReference(request: IsoMessage): string | undefined {
    if (request.type[2] === "2") return String(request.fields.get(REFERENCE));
    const original = String(request.fields.get(this.dialect === "1987" ? 90 : 56) ?? "");
    const stan = original.slice(4, 10);
    const found = this.received.find(
      ({ type, fields }) => type === original.slice(0, 4) && fields.get(11) === stan,
    );
    return found && String(found.fields.get(REFERENCE));
  }

  #isApproval(code: string): boolean {
    return code === APPROVED[this.dialect];
  }
}
