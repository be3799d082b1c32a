/** Random histories of ACH entries and their updates. */
import type { Story } from "./card-stories.ts";
import type { Ledger, Wishes } from "./ledger.ts";
import { add } from "./random-moment.ts";
import type { WorldTransaction } from "./world.ts";

const RETURN_CODES = ["R01", "R03", "R10", "R29"];

function entry(ledger: Ledger, accountId: string, wishes: Wishes): WorldTransaction {
  const { dice } = ledger;
  const bank = { card_brand: "ACH", card_expiration: null, noc_data: dice.one([null, "C01 12"]) };
  return ledger.write(accountId, {
    transaction_type: dice.happens(20) ? "CREDIT" : "SALE",
    tender_type: "ACH",
    state: "pending",
    message: "PENDING",
    entry_mode: null,
    ...wishes,
    texts: bank,
  });
}

const waiting: Story = (ledger, accountId) => {
  const amount_cents = ledger.amount();
  const refunded_cents = ledger.dice.happens(30) ? Math.trunc(amount_cents / 2) : 0;
  const sums = { amount_cents, refunded_cents };
  const state = ledger.dice.one(["pending", "pending", "voiding", "reversing"]);
  const isCredit = refunded_cents === 0 && ledger.dice.happens(30);
  const transaction_type = isCredit ? "CREDIT" : "SALE";
  const original = entry(ledger, accountId, { transaction_type, state, ...sums });
  if (refunded_cents > 0) takeBack(ledger, original, { amount_cents: refunded_cents });
  // A refund that was itself reversed does not count.
  if (ledger.dice.happens(20)) takeBack(ledger, original, { state: "reversed" });
};

/** An entry that was not sent is refunded by removing it. */
function takeBack(ledger: Ledger, of: WorldTransaction, wishes: Wishes): void {
  entry(ledger, of.account_id, {
    transaction_type: "REFUND",
    state: "refunded",
    message: "REFUND",
    original_id: of.id,
    ...wishes,
  });
}

const takenBack: Story = (ledger, accountId) => {
  const state = ledger.dice.one(["voided", "reversed"]);
  const original = entry(ledger, accountId, { transaction_type: "SALE", state });
  const { id: original_id, amount_cents } = original;
  const said = { transaction_type: "REVERSAL", state: "voided", message: "VOID" };
  entry(ledger, accountId, { ...said, original_id, amount_cents });
};

const refused: Story = (ledger, accountId) => {
  entry(ledger, accountId, { state: "not_batched", is_approved: false, message: "NOT BATCHED" });
};

/** Sent, then pending, settled, returned, rejected, or returned after settlement. */
const sent: Story = (ledger, accountId) => {
  const { dice } = ledger;
  const authorized_at = ledger.moment();
  const batched_at = ledger.later(authorized_at);
  const settle_at = dice.happens(80) ? ledger.later(batched_at) : null;
  const state = dice.one(["pending", "settled", "settled", "returned", "returned", "rejected"]);
  // A return code must not be shown before the return.
  const hasCode = state === "returned" || (state === "pending" && dice.happens(30));
  const return_code = hasCode ? dice.one(RETURN_CODES) : null;
  const batch = { batched_at, batch_id: dice.between(1, 9_999), settle_at };
  const row = entry(ledger, accountId, { authorized_at, state, return_code, ...batch });
  const first = ledger.later(batched_at);
  if (state === "settled" || (state === "returned" && dice.happens(50))) {
    ledger.say(row, { status: "SETTLED\\FUNDED", action_at: first, return_code: null });
  }
  if (state === "rejected") {
    ledger.say(row, { status: "DECLINED\\ERRORS", action_at: first, return_code: null });
  }
  if (state === "returned") {
    const action_at = dice.happens(20) ? first : add(first, { hours: dice.between(1, 60) });
    ledger.say(row, { status: "DECLINED\\RETURNED", action_at, return_code });
  }
};

export const ACH_STORIES: readonly Story[] = [sent, sent, sent, waiting, takenBack, refused];
