/** Requests of merchants through HTTP: sales, credits, tokens, prenotes and voids of every kind. */
import assert from "node:assert/strict";
import type { TestApp } from "../../kit/app.ts";
import { ask } from "../../kit/bank.ts";
import { ALPINE, BOOKS, CLINIC } from "../../kit/bank-logins.ts";
import type { Form } from "../../kit/hooked-app.ts";
import type { Random } from "../../proof/random.ts";
import { newYorkDay } from "./bank-calendar.ts";
import type { Accepted, Book } from "./book.ts";
import type { SettingsBook } from "./settings.ts";

/** All bank account numbers of the test begin so, which makes them easy to look for. */
export const RECEIVER_PREFIX = "80517734261";
export const FIRST_ROUTING = "021000021";
/** The windows of their banks, as times in New York. */
const FIRST_WINDOWS = { regular: ["17:00"], sameDay: ["10:30", "14:00"] } as const;
const SECOND_WINDOWS = { regular: ["12:00", "17:30"], sameDay: [] } as const;
/** Those that do not always correct bank accounts turn the setting on and off. */
export const MERCHANTS = [
  { login: BOOKS, zone: "America/New_York", windows: FIRST_WINDOWS, corrects: true },
  { login: CLINIC, zone: "America/Chicago", windows: FIRST_WINDOWS, corrects: true },
  { login: ALPINE, zone: "America/Denver", windows: SECOND_WINDOWS, corrects: false },
] as const;
type Merchant = (typeof MERCHANTS)[number];

const CLASSES = ["WEB", "WEB", "WEB", "TEL", "PPD", "PPD", "CCD", "CCD", "POP", "ARC", "RCK"];
const CHECKS = ["POP", "ARC", "RCK"];
const CENTS_MAX = 60_000;
const AT_ONCE = 8;
/** What a merchant may be told: too much, not fit, sent already, stopped, blocked. */
const STOPPED = 20024;
const EXPECTED_REFUSALS = [20006, 20017, 20022, STOPPED, 20687, 30002];

interface Wish {
  readonly merchant: Merchant;
  readonly form: Form;
  readonly type: Accepted["type"] | "REVERSAL";
  readonly receiver: string;
  readonly about?: Accepted;
  readonly sale?: string | undefined;
  readonly store?: string | undefined;
}

/** A credit by the token of a sale, or of one of its credits, pays back the sale. */
function findSale({ type, id, sale }: Accepted): string | undefined {
  return type === "SALE" ? id : sale;
}

interface MerchantNeeds {
  readonly app: TestApp;
  readonly book: Book;
  readonly random: Random;
  readonly settings: SettingsBook;
}

export class Merchants {
  readonly #app: TestApp;
  readonly #book: Book;
  readonly #random: Random;
  readonly #settings: SettingsBook;
  /** Entries whose tokens are used again. */
  readonly #known: Accepted[] = [];
  #receivers = 0;
  #checks = 0;
  refusals = 0;
  /** Debits that were refused because of the return rates. */
  stops = 0;
  entries = 0;

  constructor({ app, book, random, settings }: MerchantNeeds) {
    this.#app = app;
    this.#book = book;
    this.#random = random;
    this.#settings = settings;
  }

  /** Sends requests until this many more entries are accepted. */
  async sendEntries(count: number): Promise<void> {
    for (const end = this.entries + count; this.entries < end; ) {
      const wishes = Array.from({ length: Math.min(AT_ONCE, end - this.entries) }, () =>
        this.#makeWish(),
      );
      await Promise.all(wishes.map((wish) => this.#send(wish)));
    }
  }

  #makeWish(): Wish {
    const merchant = this.#random.of(MERCHANTS);
    const earlier = this.#pickEarlier(merchant);
    const dice = this.#random.whole(1, 100);
    if (earlier === undefined || dice <= 64) return this.#wishSale(merchant);
    if (dice <= 70) return this.#wishOther(merchant, "CREDIT");
    if (dice <= 76) return this.#wishOther(merchant, "STORE");
    if (dice <= 86) return this.#wishByToken(merchant, earlier, "SALE");
    if (dice <= 93) return this.#wishByToken(merchant, earlier, "CREDIT");
    const form = { transaction_type: "REVERSAL", token_id: earlier.id };
    return { merchant, form, type: "REVERSAL", receiver: earlier.receiver, about: earlier };
  }

  #pickEarlier({ login }: Merchant): Accepted | undefined {
    // Mostly recent ones, so that some still wait for their file.
    const recent = this.#known.slice(-this.#random.of([30, 30, 2_000]));
    const own = recent.filter((one) => one.account === login.account_id && !one.isReversed);
    return own.length === 0 ? undefined : this.#random.of(own);
  }

  #wishSale(merchant: Merchant): Wish {
    const ach_sec_code = this.#random.of(CLASSES);
    const check = CHECKS.includes(ach_sec_code);
    const form = {
      ach_sec_code,
      ...(check && { check_number: String(100_000_000 + ++this.#checks) }),
      ...(this.#random.whole(1, 8) === 1 && { ach_same_day: "1" }),
      ...(this.#random.whole(1, 3) === 1 && { invoice_entry: `Invoice ${this.entries}` }),
    };
    return this.#withReceiver(merchant, "SALE", form);
  }

  #wishOther(merchant: Merchant, type: "CREDIT" | "STORE"): Wish {
    return this.#withReceiver(merchant, type, { ach_sec_code: this.#random.of(["PPD", "CCD"]) });
  }

  #withReceiver(merchant: Merchant, type: Accepted["type"], own: Form): Wish {
    const receiver = RECEIVER_PREFIX + String(++this.#receivers).padStart(6, "0");
    const form = {
      ...{ transaction_type: type, bank_routing_number: FIRST_ROUTING },
      ...{ bank_account_number: receiver, first_name: "Ada", last_name: "Buyer" },
      ach_account_type: this.#random.of(["checking", "checking", "savings"]),
      ...own,
    };
    return { merchant, form, type, receiver };
  }

  #wishByToken(merchant: Merchant, earlier: Accepted, type: "SALE" | "CREDIT"): Wish {
    const form = {
      ...{ transaction_type: type, reissue: "1", token_id: earlier.id },
      ach_sec_code: this.#random.of(["WEB", "PPD", "CCD"]),
    };
    const sale = type === "CREDIT" ? findSale(earlier) : undefined;
    const store = earlier.type === "STORE" ? earlier.id : earlier.store;
    return { merchant, form, type, receiver: earlier.receiver, sale, store };
  }

  async #send(wish: Wish): Promise<void> {
    const { merchant, form, type } = wish;
    const cents = type === "STORE" ? 0 : this.#random.whole(1, CENTS_MAX);
    const money: Form =
      type === "SALE" || type === "CREDIT" ? { transaction_amount: (cents / 100).toFixed(2) } : {};
    const whole = { ...merchant.login, tender_type: "ACH", validate_ach_account: "0", ...form };
    const acceptedAt = this.#app.clock.business();
    const answer = await ask(this.#app, { ...whole, ...money });
    if (answer.error_code !== 0) return this.#refuse(merchant, answer);
    if (type === "REVERSAL") {
      if (wish.about !== undefined) wish.about.isVoided = true;
      return;
    }
    const { account_id: account } = merchant.login;
    const day = acceptedAt.toZonedDateTimeISO(merchant.zone).toPlainDate();
    const { receiver, sale, store } = wish;
    const settings = this.#settings.findCertain(account, day);
    this.#enter({
      ...{ account, id: answer.transaction_id, type, cents, day: `${day}`, receiver, acceptedAt },
      ...{ checkNumber: form["check_number"], sale, store, isVoided: false, isReversed: false },
      isSameDay: answer.ach_same_day === true,
      isPrenoted: type === "STORE" && settings?.prenotes === true,
    });
  }

  #refuse({ login }: Merchant, answer: { error_code: number }): void {
    assert.ok(EXPECTED_REFUSALS.includes(answer.error_code), JSON.stringify(answer));
    this.refusals++;
    if (answer.error_code !== STOPPED) return;
    this.stops++;
    const day = newYorkDay(this.#app.clock.business());
    const settings = this.#settings.findCertain(login.account_id, day);
    assert.ok(settings?.stop !== false, `${login.account_id} is stopped without its setting`);
  }

  #enter(entry: Accepted): void {
    this.#book.accept(entry);
    this.#known.push(entry);
    if (entry.type !== "STORE") this.entries++;
  }
}
