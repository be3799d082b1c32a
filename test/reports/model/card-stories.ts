/** Random histories of card payments, as the payment interface stores them. */
import type { Ledger, Wishes } from "./ledger.ts";
import type { WorldTransaction } from "./world.ts";

export type Story = (ledger: Ledger, accountId: string) => void;

const PAID: readonly Wishes[] = [
  { transaction_type: "SALE", state: "sold" },
  { transaction_type: "FORCE", state: "forced" },
  { transaction_type: "CAPTURE", state: "captured", message: "CAPTURED" },
];

function paid({ dice }: Ledger): Wishes {
  return dice.one(PAID);
}

/** The batch of a transaction and its time. */
function batching(ledger: Ledger, authorizedAt: string): Wishes {
  if (ledger.dice.happens(40)) return {};
  return { batch_id: ledger.dice.between(1, 9_999), batched_at: ledger.later(authorizedAt) };
}

/** A change has the original's customer and other fields. */
function change(ledger: Ledger, of: WorldTransaction, wishes: Wishes): WorldTransaction {
  return ledger.write(of.account_id, {
    tender_type: of.tender_type,
    entry_mode: of.entry_mode ?? null,
    original_id: of.id,
    authorized_at: ledger.later(of.authorized_at),
    ...wishes,
    texts: of.texts,
  });
}

function reversal(ledger: Ledger, of: WorldTransaction): void {
  const { amount_cents } = of;
  const said = { transaction_type: "REVERSAL", state: "voided", message: "VOID" };
  change(ledger, of, { ...said, amount_cents });
}

/** An authorization may be captured with a smaller amount. */
const sold: Story = (ledger, accountId) => {
  const authorized_at = ledger.moment();
  const amount_cents = ledger.amount();
  const request_amount_cents = amount_cents + ledger.dice.between(0, 500);
  const batch = batching(ledger, authorized_at);
  const amounts = { amount_cents, request_amount_cents };
  ledger.write(accountId, { ...paid(ledger), authorized_at, ...amounts, ...batch });
};

/** Several partial refunds: completed, declined, reversed and running. */
const refunded: Story = (ledger, accountId) => {
  const { dice } = ledger;
  const amount_cents = ledger.amount() + 400;
  const counted = dice.times(dice.between(0, 3), () => dice.between(1, 100));
  const underWay = dice.happens(20) ? dice.between(1, 100) : 0;
  const refunded_cents = counted.reduce((sum, cents) => sum + cents, underWay);
  const authorized_at = ledger.moment();
  const batch = batching(ledger, authorized_at);
  const sums = { amount_cents, refunded_cents, authorized_at };
  const original = ledger.write(accountId, { ...paid(ledger), ...batch, ...sums });
  for (const cents of counted) refund(ledger, original, { amount_cents: cents });
  if (dice.happens(30)) {
    refund(ledger, original, { state: "declined", is_approved: false, message: "DO NOT HONOR" });
  }
  if (dice.happens(30)) {
    reversal(ledger, refund(ledger, original, { state: "reversed", amount_cents: 50 }));
  }
};

function refund(ledger: Ledger, of: WorldTransaction, wishes: Wishes): WorldTransaction {
  const said = { transaction_type: "REFUND", state: "refunded", message: "REFUND" };
  return change(ledger, of, { ...said, ...wishes });
}

/** A full refund before the batch. */
const voided: Story = (ledger, accountId) => {
  const amount_cents = ledger.amount();
  const sums = { amount_cents, refunded_cents: amount_cents };
  const original = ledger.write(accountId, { ...paid(ledger), state: "voided", ...sums });
  refund(ledger, original, { state: "voided", message: "VOID", amount_cents });
};

/** A payment, authorization or credit that is then reversed. */
const reversed: Story = (ledger, accountId) => {
  const first = ledger.dice.one([
    ...PAID,
    { transaction_type: "AUTHORIZATION" },
    { transaction_type: "CREDIT", message: "CREDIT" },
  ]);
  reversal(ledger, ledger.write(accountId, { ...first, state: "reversed" }));
};

const ALONE: readonly Wishes[] = [
  { transaction_type: "AUTHORIZATION", state: "authorized" },
  { transaction_type: "AUTHORIZATION", state: "capturing" },
  { state: "voiding" },
  { state: "reversing" },
  { transaction_type: "CREDIT", state: "credited", message: "CREDIT" },
  { transaction_type: "STORE", state: "stored", amount_cents: 0 },
  { state: "declined", is_approved: false, message: "INSUFFICIENT FUNDS" },
  { state: "not_sent", is_approved: false, message: "NOT SENT" },
  { state: "reversed", is_approved: false, message: "AVS MISMATCH" },
  ...["EBT", "GIFT", "EFT", "USDA", "FNS"].map((tender_type) => ({ tender_type })),
];

const alone: Story = (ledger, accountId) => {
  const wishes = ledger.dice.one(ALONE);
  const refunded_cents = wishes.state === "voiding" ? 100 : 0;
  const amount_cents = wishes.amount_cents ?? ledger.amount() + refunded_cents;
  ledger.write(accountId, { ...wishes, amount_cents, refunded_cents });
};

/** SETTLE-BATCH has no card and no customer. */
const settleBatch: Story = (ledger, accountId) => {
  const nobody = Object.fromEntries(Object.keys(ledger.texts()).map((column) => [column, null]));
  const closed = { transaction_type: "SETTLE-BATCH", state: "closed", entry_mode: null };
  const batch = { batch_id: ledger.dice.between(1, 9_999), form_name: null, form_fields: null };
  ledger.write(accountId, { ...closed, ...batch, amount_cents: 0, texts: nobody });
};

export const CARD_STORIES: readonly Story[] = [
  sold,
  sold,
  refunded,
  refunded,
  voided,
  reversed,
  alone,
  alone,
  settleBatch,
];
