/** Scheduled work for card payments: closing batches and releasing expired authorizations. */
import { BATCH_ZONE } from "../../values/batch-zone.ts";
import { type BusinessWork, everyDayAt, type Lane } from "../calendar/business-work.ts";
import { closeBatches } from "./batches/close-batches.ts";
import { lapseAuthorizations } from "./changes/lapse.ts";
import type { PaymentNeeds } from "./payment-needs.ts";

const CARD_BATCHES: Lane = { name: "card batches", kind: "money" };
const LAPSES: Lane = { name: "authorization lapses", kind: "money" };

export function cardBusinessWork(payments: PaymentNeeds): readonly BusinessWork[] {
  return [
    {
      name: "close card batches",
      lane: CARD_BATCHES,
      next: everyDayAt("23:00", BATCH_ZONE),
      run: (at) => closeBatches(payments, at),
    },
    {
      name: "lapse authorizations",
      lane: LAPSES,
      next: everyDayAt("23:30", BATCH_ZONE),
      run: (at, resumeAfter) => lapseAuthorizations(payments, at, resumeAfter),
    },
  ];
}
