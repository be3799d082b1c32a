/** The dashboard shows the sums of the book. */
import type {
  DashboardAnswer,
  DayTotals,
} from "../../../src/interfaces/console/merchant/contract.ts";
import type { TestApp } from "../../kit/app.ts";
import { BOOKS, CLINIC } from "../../kit/bank-logins.ts";
import { OWNER } from "../../kit/console.ts";
import { CLINIC_OWNER, MerchantClient } from "../../kit/merchant.ts";
import { isBy } from "./bank-calendar.ts";
import { isAnswered } from "./book.ts";
import type { DayState } from "./day-state.ts";
import { assertSumsAgree, Sums } from "./sums.ts";

/** The dashboard's sums of days, and of what waits and is on its way. */
export async function assertDashboardAgrees(app: TestApp, state: DayState): Promise<void> {
  for (const [login, owner] of [
    [BOOKS, OWNER],
    [CLINIC, CLINIC_OWNER],
  ] as const) {
    const client = await MerchantClient.of(app, owner);
    const days = (await client.get<readonly DayTotals[]>("/merchant/days")).body;
    const { inFlight } = (await client.get<DashboardAnswer>("/merchant/dashboard")).body;
    const found = new Sums();
    for (const { day, saleCount, saleCents, refundCount, refundCents } of days) {
      found.count(`sales on ${day}`, saleCents, saleCount);
      found.count(`credits on ${day}`, refundCents, refundCount);
    }
    found.count("waiting", inFlight.waitingCents, inFlight.waitingCount);
    found.count("sent", inFlight.sentCents, inFlight.sentCount);
    const shown = new Set(days.map(({ day }) => day));
    const expected = expectedFigures(state, login.account_id, shown);
    assertSumsAgree(`dashboard of ${login.account_id}`, expected, found);
  }
}

function expectedFigures(state: DayState, account: string, shown: ReadonlySet<string>): Sums {
  const { book, today, stopped } = state;
  const sums = new Sums();
  const own = [...book.accepted.values()].filter((entry) => entry.account === account);
  for (const entry of own.filter(({ type }) => type !== "STORE")) {
    const standing = stopped.has(entry.id) ? "rejected" : book.standing(entry, today);
    if (standing === "waiting") sums.count("waiting", entry.cents);
    const hasMoved = !["voided", "returned", "rejected"].includes(standing);
    const word = entry.type === "SALE" ? "sales" : "credits";
    if (hasMoved && shown.has(entry.day)) sums.count(`${word} on ${entry.day}`, entry.cents);
  }
  for (const cents of listOnTheirWay(state, account)) sums.count("sent", cents);
  return sums;
}

/** The cents of entries, also of reversals, that are neither answered nor funded. */
function listOnTheirWay({ book, today }: DayState, account: string): readonly number[] {
  const sent = book
    .allPresentments()
    .filter((one) => !isAnswered(one, today) && !book.isReversed(one.id, today));
  return [...sent, ...book.reversals]
    .filter((one) => one.account === account && !isBy(one.fundedOn, today))
    .map(({ cents }) => cents);
}
