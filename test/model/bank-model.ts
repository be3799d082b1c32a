/**
 * A model of ACH entries, written from the contract: when a bank account is verified, what the caller
 * is answered, and what the next file may include.
 */
export type AccountName = "books" | "clinic" | "alpine";
export type Code = "CCD" | "PPD" | "WEB" | "TEL";

interface Environment {
  readonly verifies: readonly Code[] | undefined;
  readonly byDefault: Code;
  /** 0: every time. */
  readonly days: number;
  readonly isStrict: boolean;
  readonly acceptsBlindly: boolean;
}

const BANK_RULES: Readonly<Record<AccountName, Environment>> = {
  books: {
    verifies: ["WEB", "TEL", "PPD"],
    byDefault: "WEB",
    days: 360,
    isStrict: false,
    acceptsBlindly: false,
  },
  clinic: {
    verifies: undefined,
    byDefault: "PPD",
    days: 360,
    isStrict: false,
    acceptsBlindly: false,
  },
  alpine: { verifies: ["WEB"], byDefault: "CCD", days: 0, isStrict: true, acceptsBlindly: true },
};

const REFUSALS: Readonly<Record<string, string>> = {
  "0001": "History of unauthorized transactions",
  "0002": "Account closed",
};
const AWAY = "0009";

export interface Wish {
  readonly type: "SALE" | "CREDIT" | "STORE";
  readonly account: AccountName;
  /** The last four digits of the bank account. */
  readonly bank: string;
  readonly code: Code | undefined;
  readonly validates: boolean | undefined;
  readonly isRecurring: boolean;
  readonly cents: number;
}

export interface Entry {
  readonly account: AccountName;
  readonly bank: string;
  readonly type: Wish["type"] | "VOID";
  readonly cents: number;
  /** The SEC code of the entry in the file. */
  readonly code: Code;
  /** The SEC code that was sent, or that its original has. */
  readonly sentCode: Code | undefined;
  state: "pending" | "not_batched" | "voided" | "reversed" | "stored" | "declined";
  isSent: boolean;
  /** The sale that a credit pays back, or that was voided. */
  readonly sale?: Entry | undefined;
  /** The sum of its credits. */
  creditedCents: number;
}

export interface Undoing {
  readonly type: "REFUND" | "REVERSAL";
  readonly cents: number | undefined;
  /** Optional. */
  readonly tender: "ACH" | "CARD" | undefined;
}

/** The message and the two verification fields. */
export type Heard = readonly [message: string | undefined, passed?: boolean, said?: string];

const STORED_UNVERIFIED: Heard = [undefined, false, "Not required"];

export class BankModel {
  readonly entries = new Map<string, Entry>();
  readonly #passes = new Map<string, number>();
  asked = 0;
  nowSeconds = 0;

  /** A payment with a bank account that was sent, or with the one of an earlier entry. */
  take(wish: Wish, original?: Entry): { readonly heard: Heard; readonly entry: Entry } {
    const { account, type, cents } = wish;
    const bank = original?.bank ?? wish.bank;
    const sentCode = wish.code ?? original?.sentCode;
    const goesBy = sentCode ?? BANK_RULES[account].byDefault;
    const creditCode = wish.code === "CCD" ? "CCD" : "PPD";
    const code = type === "CREDIT" ? creditCode : goesBy;
    const codes = { code, sentCode };
    const amount = { cents: type === "STORE" ? 0 : cents };
    const sale = type === "CREDIT" ? creditedSale(original) : undefined;
    const own = { isSent: false, creditedCents: 0, sale };
    const entry = { account, bank, type, ...amount, ...codes, ...own };
    if (type === "STORE") {
      const heard = this.#keep({ ...wish, bank }, goesBy);
      return { heard, entry: { ...entry, state: heard[0] ? "declined" : "stored" } };
    }
    const heard = this.#verify({ ...wish, bank }, goesBy, original !== undefined);
    const state = heard[0] === "PENDING" ? "pending" : "not_batched";
    if (sale !== undefined && state === "pending") sale.creditedCents += cents;
    return { heard, entry: { ...entry, state } };
  }

  /** Whether a credit by the id of this entry is more than its sale has left. */
  exceedsSale({ type, cents }: Wish, original: Entry): boolean {
    const sale = type === "CREDIT" ? creditedSale(original) : undefined;
    if (sale === undefined) return false;
    return sale.state !== "pending" || cents > sale.cents - sale.creditedCents;
  }

  /** A bank account that is only stored is verified only if the request asks for it. */
  #keep(wish: Wish, goesBy: Code): Heard {
    if (BANK_RULES[wish.account].verifies === undefined) return [undefined];
    if (wish.validates !== true) return STORED_UNVERIFIED;
    const [message, ...words] = this.#verify(wish, goesBy, false);
    return [message === "PENDING" ? undefined : message, ...words];
  }

  #verify(wish: Wish, goesBy: Code, isReissue: boolean): Heard {
    const env = BANK_RULES[wish.account];
    if (env.verifies === undefined) return ["PENDING"];
    if (wish.validates === false) return ["PENDING", false, "Not required"];
    if (wish.validates === undefined) {
      const isSpared = (isReissue || wish.isRecurring) && !env.isStrict;
      if (isSpared || !env.verifies.includes(goesBy)) return ["PENDING", false, "Not required"];
      const passedAt = this.#passes.get(`${wish.account} ${wish.bank}`) ?? Number.NEGATIVE_INFINITY;
      const isKnown = this.nowSeconds - passedAt < env.days * 86_400;
      if (isKnown) return ["PENDING", false, "Previously verified"];
    }
    return this.#ask(wish, env);
  }

  #ask({ account, bank }: Wish, { acceptsBlindly }: Environment): Heard {
    if (bank === AWAY) {
      return [acceptsBlindly ? "PENDING" : "NOT BATCHED", false, "Verification unavailable"];
    }
    this.asked++;
    const refusal = REFUSALS[bank];
    if (refusal !== undefined) return ["NOT BATCHED", false, refusal];
    this.#passes.set(`${account} ${bank}`, this.nowSeconds);
    return ["PENDING", true, "Accepted"];
  }

  /** The error code for a change of an entry. 0: the entry is canceled, and a record is made. */
  undo(entry: Entry, { type, cents, tender }: Undoing): number {
    if (tender === "CARD") return 20006;
    const isRefund = type === "REFUND";
    if (["voided", "reversed"].includes(entry.state)) return isRefund ? 20017 : 20687;
    if (entry.isSent) return 20022;
    if (entry.state !== "pending" || (isRefund && entry.type === "CREDIT")) return 20006;
    if (entry.creditedCents > 0) return CREDITED[type];
    if (cents !== undefined && cents !== entry.cents) return isRefund ? 20017 : 20003;
    cancelEntry(entry, isRefund ? "voided" : "reversed");
    return 0;
  }

  idsToSend(): readonly string[] {
    const waiting = [...this.entries].filter(
      ([, { state, isSent }]) => state === "pending" && !isSent,
    );
    return waiting.map(([key]) => key).sort();
  }
}

/** A credit or a void belongs to the sale of its original. */
function creditedSale(original: Entry | undefined): Entry | undefined {
  return original?.type === "SALE" ? original : original?.sale;
}

/** A sale with credits cannot be canceled as well. */
const CREDITED = { REFUND: 20017, REVERSAL: 20006 };

function cancelEntry(entry: Entry, state: Entry["state"]): void {
  entry.state = state;
  if (entry.sale !== undefined) entry.sale.creditedCents -= entry.cents;
}
