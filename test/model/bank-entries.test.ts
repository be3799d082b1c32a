/** Random histories of ACH entries, compared with a model that shares no code with the product. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { ask, BANK, endingIn, moveOn, timesAsked, verificationIn } from "../kit/bank.ts";
import { ALPINE, BOOKS, CLINIC } from "../kit/bank-logins.ts";
import { type Form, NO_LIMITS } from "../kit/hooked-app.ts";
import { tier } from "../kit/tier.ts";
import { BankModel, type Entry, type Undoing, type Wish } from "./bank-model.ts";

const RUNS = tier(6, 2_000);
const LOGINS = { books: BOOKS, clinic: CLINIC, alpine: ALPINE } as const;

const wish: fc.Arbitrary<Wish> = fc.record({
  type: fc.constantFrom("SALE", "SALE", "SALE", "CREDIT", "STORE"),
  account: fc.constantFrom("books", "books", "clinic", "alpine"),
  bank: fc.constantFrom("5678", "5678", "8765", "0001", "0002", "0009"),
  code: fc.constantFrom(undefined, undefined, "CCD", "PPD", "WEB", "TEL"),
  validates: fc.constantFrom(undefined, undefined, undefined, true, false),
  isRecurring: fc.boolean(),
  cents: fc.integer({ min: 1, max: 99_999_999 }),
});
/** Picks one of the existing entries. */
const which = fc.nat({ max: 1_000 });
type Step =
  | { readonly kind: "pay"; readonly wish: Wish }
  | { readonly kind: "reissue"; readonly wish: Wish; readonly which: number }
  | {
      readonly kind: "undo";
      readonly type: Undoing["type"];
      readonly tender: Undoing["tender"];
      readonly which: number;
      readonly share: "whole" | "said" | "part";
    }
  | { readonly kind: "leave"; readonly which: number }
  | { readonly kind: "wait"; readonly seconds: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("pay" as const), wish }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reissue" as const), wish, which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("undo" as const),
      type: fc.constantFrom("REFUND" as const, "REVERSAL" as const),
      tender: fc.constantFrom(undefined, undefined, undefined, "ACH" as const, "CARD" as const),
      which,
      share: fc.constantFrom("whole" as const, "said" as const, "part" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      seconds: fc.constantFrom(1, 180 * 86_400 - 1, 180 * 86_400, 360 * 86_400),
    }),
  },
);

const dollars = (cents: number) => (cents / 100).toFixed(2);
const entryKey = (account: Wish["account"], id: string) => `${LOGINS[account].account_id} ${id}`;

class History {
  readonly #app: TestApp;
  readonly #model = new BankModel();

  constructor(app: TestApp) {
    this.#app = app;
  }

  async take(one: Step): Promise<void> {
    switch (one.kind) {
      case "pay":
        return this.#pay(one.wish, { ...BANK, ...endingIn(one.wish.bank) });
      case "reissue":
        return this.#reissue(one.wish, this.#find(one.which));
      case "undo":
        return this.#undo(one, this.#find(one.which));
      case "leave":
        return this.#leave(this.#find(one.which));
      case "wait":
        this.#model.nowSeconds += one.seconds;
        return moveOn(this.#app, { seconds: one.seconds });
    }
  }

  #find(at: number): readonly [id: string, entry: Entry] | undefined {
    const all = [...this.#model.entries];
    const found = all[at % Math.max(1, all.length)];
    return found && [found[0].split(" ")[1] ?? "", found[1]];
  }

  async #pay(wish: Wish, paidWith: Form, original?: Entry): Promise<void> {
    const answer = await ask(this.#app, { ...entryForm(wish), ...paidWith });
    const { heard, entry } = this.#model.take(wish, original);
    const [message, passed, said] = heard;
    const { authorization_message, error_code, transaction_amount, last4 } = answer;
    assert.deepEqual([authorization_message, ...verificationIn(answer)], [message, passed, said]);
    assert.equal(error_code, message === "NOT BATCHED" ? 30002 : 0);
    assert.deepEqual([transaction_amount, last4], [entry.cents / 100, entry.bank]);
    this.#model.entries.set(entryKey(wish.account, answer.transaction_id), entry);
  }

  /** Always with the account of the token; other tests cover other accounts. */
  async #reissue(wish: Wish, found: readonly [string, Entry] | undefined): Promise<void> {
    if (found === undefined) return;
    const [token_id, original] = found;
    const form = { tender_type: "ACH", reissue: "1", token_id };
    const own = { ...wish, account: original.account };
    if (this.#model.exceedsSale(own, original)) {
      const { error_code } = await ask(this.#app, { ...entryForm(own), ...form });
      return assert.equal(error_code, 20017);
    }
    await this.#pay(own, form, original);
  }

  async #undo(one: Step & { kind: "undo" }, found: readonly [string, Entry] | undefined) {
    if (found === undefined) return;
    const [token_id, entry] = found;
    const shares = { whole: undefined, said: entry.cents, part: Math.max(entry.cents - 1, 0) };
    const cents = shares[one.share] || undefined;
    const { type: transaction_type, tender: tender_type = "" } = one;
    const amount: Form = cents === undefined ? {} : { transaction_amount: dollars(cents) };
    const form = { ...LOGINS[entry.account], transaction_type, token_id, ...amount };
    const answer = await ask(this.#app, { ...form, tender_type });
    assert.equal(answer.error_code, this.#model.undo(entry, { ...one, cents }));
    if (answer.error_code !== 0) return;
    const record: Entry = {
      ...entry,
      type: "VOID",
      state: "voided",
      sale: entry.type === "SALE" ? entry : entry.sale,
      creditedCents: 0,
    };
    this.#model.entries.set(entryKey(entry.account, answer.transaction_id), record);
  }

  /** Does what a cut-off does with waiting entries. */
  async #leave(found: readonly [string, Entry] | undefined): Promise<void> {
    if (found === undefined || found[1].state !== "pending") return;
    const [id, entry] = found;
    entry.isSent = true;
    const { database, clock } = this.#app;
    await database.owner.rows`
      update transactions set batched_at = ${clock.business()}
      where account_id = ${LOGINS[entry.account].account_id} and id = ${id}`;
  }

  async agrees(): Promise<void> {
    const rows = await this.#app.database.owner.rows<Row>`
      select account_id || ' ' || id as key, state, sec_code, amount_cents,
        batched_at is not null as is_sent
      from transactions`;
    const expected = [...this.#model.entries].map(([key, { state, code, cents, isSent }]) => ({
      key,
      state,
      sec_code: code,
      amount_cents: cents,
      is_sent: isSent,
    }));
    assert.deepEqual(rows.sort(byKey), expected.sort(byKey));
    const waiting = rows.filter(({ state, is_sent }) => state === "pending" && !is_sent);
    assert.deepEqual(
      waiting.map(({ key }) => key),
      this.#model.idsToSend(),
    );
    assert.equal(await timesAsked(this.#app), this.#model.asked);
  }
}

interface Row {
  readonly key: string;
  readonly state: string;
  readonly sec_code: string;
  readonly amount_cents: number;
  readonly is_sent: boolean;
}
const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);

function entryForm({ type, account, code, validates, isRecurring, cents }: Wish): Form {
  return {
    ...LOGINS[account],
    transaction_type: type,
    transaction_amount: dollars(cents),
    ach_sec_code: code ?? "",
    validate_ach_account: validates === undefined ? "" : String(validates),
    payment_type: isRecurring ? "RECURRING" : "",
  };
}

/** Every history begins with an empty state. */
async function forget({ database, clock }: TestApp): Promise<void> {
  await database.owner.rows`
    truncate transactions, attempts, vault, verification_passes, verification_leases,
      simulator.verifications`;
  clock.set("2026-11-15T12:00:00Z");
}

test(`${RUNS} random histories of ACH entries match the model`, async (t) => {
  const app = await openTestApp(t, {}, NO_LIMITS);
  const steps = fc.array(step, { minLength: 5, maxLength: 40, size: "max" });
  const goesAsSaid = fc.asyncProperty(steps, async (all) => {
    await forget(app);
    const history = new History(app);
    for (const one of all) await history.take(one);
    await history.agrees();
  });
  await fc.assert(goesAsSaid, { numRuns: RUNS });
});
