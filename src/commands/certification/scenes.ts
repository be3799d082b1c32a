/** The scenes of `trigger`: what is done so that an event really happens. */
import type { WebhookEvent } from "../../core/outbox/webhook-events.ts";
import type { Cents } from "../../values/money.ts";
import type { SceneName } from "./scene-names.ts";
import type { Stage } from "./stage.ts";

export interface Scene {
  readonly event: WebhookEvent;
  readonly about: string;
  /** The simulated card host answers by amount, so this scene has one amount only. */
  readonly fixedAmount?: Cents;
  /** Returns the id of the transaction that the event reports. */
  readonly play: (stage: Stage, amount: Cents) => Promise<string>;
}

const cents = (amount: number) => amount as Cents;

const ACH_SETTLED: Scene = {
  event: "transaction.settled",
  about: "An ACH sale is sent to the bank and funded.",
  play: async (stage, amount) => {
    const id = await stage.sellByBank(amount);
    await stage.sendToBank();
    await stage.settle(id);
    return id;
  },
};

const ACH_RETURNED: Scene = {
  event: "transaction.returned",
  about: "An ACH sale is sent to the bank, which returns it with R01 (insufficient funds).",
  play: async (stage, amount) => {
    const id = await stage.sellByBank(amount);
    await stage.sendToBank();
    await stage.returnEntry(id, "R01");
    return id;
  },
};

const ACH_REJECTED: Scene = {
  event: "transaction.rejected",
  about: "An ACH sale is sent, and the ACH operator rejects it with R13 (invalid routing number).",
  play: async (stage, amount) => {
    const id = await stage.sellByBank(amount);
    await stage.sendToBank();
    await stage.returnEntry(id, "R13");
    return id;
  },
};

const ACH_CHANGED: Scene = {
  event: "transaction.changed",
  about: "An ACH sale is sent to the bank, which reports another account number (C01).",
  play: async (stage, amount) => {
    const id = await stage.sellByBank(amount);
    await stage.sendToBank();
    await stage.reportChange(id, "C01", "123456789");
    return id;
  },
};

/** A new webhook event does not compile without its scene. */
export const SCENES: Readonly<Record<SceneName, Scene>> = {
  "transaction.approved": {
    event: "transaction.approved",
    about: "A card sale is approved.",
    play: (stage, amount) => stage.sell(amount, "approved"),
  },
  "transaction.declined": {
    event: "transaction.declined",
    about: "A card sale is declined for insufficient funds.",
    fixedAmount: cents(102),
    play: (stage, amount) => stage.sell(amount, "declined"),
  },
  "transaction.failed": {
    event: "transaction.failed",
    about: "A card sale cannot be sent, because the card host is not reachable.",
    fixedAmount: cents(192),
    play: (stage, amount) => stage.sell(amount, "not_sent"),
  },
  "transaction.reconciled": {
    event: "transaction.reconciled",
    about: "The answer to a card sale is lost. A second later, the card host is asked for it.",
    fixedAmount: cents(190),
    play: (stage, amount) => stage.sellAndReconcile(amount),
  },
  "transaction.settled": {
    event: "transaction.settled",
    about: "A card sale is approved, and the open batch of the account is closed.",
    play: async (stage, amount) => {
      const id = await stage.sell(amount, "approved");
      await stage.closeBatch();
      return id;
    },
  },
  "transaction.reversed": {
    event: "transaction.reversed",
    about: "A card authorization expires. The business clock does not move.",
    play: (stage, amount) => stage.authorizeAndExpire(amount),
  },
  "transaction.returned": ACH_RETURNED,
  "transaction.rejected": ACH_REJECTED,
  "transaction.changed": ACH_CHANGED,
  "ach.settled": ACH_SETTLED,
  "ach.returned": ACH_RETURNED,
  "ach.rejected": ACH_REJECTED,
  "ach.changed": ACH_CHANGED,
};
