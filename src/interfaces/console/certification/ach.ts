/** The API of the ACH simulator: find, create, send, return, settle and change entries. */
import type { AchNeeds } from "../../../core/ach/ach-needs.ts";
import type { EntryOverviewStore, EntryStage } from "../../../core/ach/entry-overview-store.ts";
import { forceChange } from "../../../core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../../core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../../core/ach/forced/force-return.ts";
import { forceSettle } from "../../../core/ach/forced/force-settle.ts";
import type { ForcedOutcome } from "../../../core/ach/forced/forced.ts";
import {
  makeTestSale,
  type TestSaleNeeds,
  type TestSaleOutcome,
} from "../../../core/certification/make-test-sale.ts";
import type { Cents } from "../../../values/money.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { CursorPage } from "../contract.ts";
import { cursorPage } from "../cursor-page.ts";
import { conflict, invalid } from "../errors.ts";
import { addList } from "../lists/export-list.ts";
import { ACH_ENTRY_COLUMNS } from "../lists/test-columns.ts";
import type { Call, Routes } from "../routes.ts";
import { type AchCodeNeeds, listAchCodes } from "./ach-codes.ts";
import { writeEntry, writeEntryLine } from "./ach-entry.ts";
import type { AchEntryDetails, AchEntryLine, CutOffResult, TestSaleResult } from "./contract.ts";

export interface AchSimulatorNeeds extends AchCodeNeeds {
  readonly ach: AchNeeds;
  readonly entries: EntryOverviewStore;
  readonly testSale: TestSaleNeeds;
}

const STAGES: readonly EntryStage[] = ["waiting", "sent", "settled", "returned", "rejected"];
const ENTRY = "/certification/ach/entries/:accountId/:transactionId";
const SALE_CENTS_MAX = 1_000_000;

export function addAchSimulator(routes: Routes, needs: AchSimulatorNeeds): void {
  const { ach } = needs;
  routes.get("/certification/ach/codes", "certification", () => listAchCodes(needs));
  addList(routes, {
    ...{ path: "/certification/ach/entries", needs: "certification", name: "ach-entries" },
    columns: ACH_ENTRY_COLUMNS,
    read: (call) => listEntries(needs, call),
  });
  routes.get(ENTRY, "certification", (call) => showEntry(needs, call));
  routes.post(`${ENTRY}/return`, "certification", async (call) => {
    const code = readCode(call);
    return forceOnEntry(needs, call, (wish) => forceReturn(ach, { ...wish, code }, call));
  });
  routes.post(`${ENTRY}/change`, "certification", async (call) => {
    const [code, corrected] = [readCode(call), call.body.optionalText("corrected") ?? ""];
    call.body.settle();
    return forceOnEntry(needs, call, (wish) =>
      forceChange(ach, { ...wish, code, corrected }, call),
    );
  });
  routes.post(`${ENTRY}/settle`, "certification", (call) =>
    forceOnEntry(needs, call, (wish) => forceSettle(ach, wish, call)),
  );
  routes.post("/certification/ach/cut-off", "certification", (call) =>
    sendWaitingEntries(needs, call),
  );
  routes.post("/certification/ach/sale", "certification", (call) => createTestSale(needs, call));
}

async function listEntries(
  { entries }: AchSimulatorNeeds,
  { query }: Call,
): Promise<CursorPage<AchEntryLine>> {
  const take = query.take();
  const account = query.text("account") ?? "";
  const sought = query.text("q")?.trim();
  const transactionId = sought === undefined ? undefined : readTransactionId(sought);
  if (sought !== undefined && transactionId === undefined) return { items: [] };
  const found = await entries.listEntries({
    accountId: /^\d{1,12}$/.test(account) ? account : undefined,
    transactionId,
    stage: query.choice("stage", STAGES),
    before: readEntryCursor(query.text("before") ?? ""),
    atMost: take + 1,
  });
  return cursorPage(
    found.map(writeEntryLine),
    take,
    (one) => `${one.transactionId}-${one.accountId}`,
  );
}

function readEntryCursor(cursor: string) {
  const [, transactionId, accountId] = /^(\d{1,12})-(\d{1,12})$/.exec(cursor) ?? [];
  return transactionId && accountId ? { transactionId, accountId } : undefined;
}

function readEntryPath(call: Call) {
  const accountId = call.param("accountId");
  const transactionId = readTransactionId(call.param("transactionId"));
  if (!/^\d{1,12}$/.test(accountId) || transactionId === undefined) return undefined;
  return { accountId, transactionId };
}

async function showEntry(
  { entries }: AchSimulatorNeeds,
  call: Call,
): Promise<AchEntryDetails | undefined> {
  const wish = readEntryPath(call);
  if (wish === undefined) return undefined;
  const [view] = await entries.listEntries({ ...wish, atMost: 1 });
  if (view === undefined) return undefined;
  return writeEntry(view, await entries.findEntryHistory(wish.accountId, wish.transactionId));
}

function readCode({ body }: Call): string {
  const code = body.text("code", { max: 3 }).toUpperCase();
  body.settle();
  return code;
}

type EntryKey = NonNullable<ReturnType<typeof readEntryPath>>;

/** Returns the entry in its new state. */
async function forceOnEntry(
  needs: AchSimulatorNeeds,
  call: Call,
  force: (wish: EntryKey) => Promise<ForcedOutcome>,
): Promise<AchEntryDetails | undefined> {
  const wish = readEntryPath(call);
  if (wish === undefined) return undefined;
  const outcome = await force(wish);
  if (outcome.kind === "done") return showEntry(needs, call);
  if (outcome.kind === "unknown_code") throw invalid({ code: "This code does not exist." });
  if (outcome.kind === "not_fit") {
    throw conflict(`The entry cannot be changed this way because it is already ${outcome.state}.`);
  }
  throw conflict("The entry has not been sent to the bank yet. Send it first.");
}

async function sendWaitingEntries(
  { ach }: AchSimulatorNeeds,
  call: Call,
): Promise<CutOffResult | undefined> {
  const bank = call.body.optionalText("bank");
  call.body.settle();
  const reports = await forceCutOffs(ach, bank, call);
  return (
    reports && {
      banks: reports.map(({ connection: name, entries, files, failures }) => ({
        name,
        entries,
        files,
        ...(failures.length > 0 && {
          trouble: "the bank could not be reached. Its files are sent later.",
        }),
      })),
    }
  );
}

async function createTestSale(
  { testSale }: AchSimulatorNeeds,
  call: Call,
): Promise<TestSaleResult> {
  const { body } = call;
  const accountId = body.text("accountId", { form: [/^\d{1,12}$/, "Enter up to 12 digits."] });
  const last4 = body.text("last4", { form: [/^\d{4}$/, "Enter 4 digits."] });
  const amount = body.whole("amountCents", { min: 1, max: SALE_CENTS_MAX }) as Cents;
  body.settle();
  const outcome = await makeTestSale(testSale, { accountId, last4, amount }, call);
  return { accountId, ...writeTestSale(outcome) };
}

function writeTestSale(outcome: TestSaleOutcome): Omit<TestSaleResult, "accountId"> {
  switch (outcome.kind) {
    case "no_account":
      throw invalid({ accountId: "This account does not exist." });
    case "no_ach":
      throw invalid({ accountId: "This account does not accept ACH. Choose a different one." });
    case "answered": {
      const { transactionId, message = "", outcome: said, verificationMessage } = outcome.answer;
      const words = [message, verificationMessage].filter((word) => word).join(", ");
      return { transactionId, isApproved: said === "approved", message: words };
    }
    case "refused":
      throw conflict(`The sale was rejected: ${outcome.why.replaceAll("_", " ")}.`);
    default:
      throw conflict("The sale could not be created. Try again.");
  }
}
