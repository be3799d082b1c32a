/** Files from a bank, for tests to put into an inbox. */
import assert from "node:assert/strict";
import { utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { AchAddenda, AchEntry } from "../../src/core/ach/nacha/ach-file.ts";
import { writeAchFile } from "../../src/core/ach/nacha/file-writer.ts";
import type { TestAch } from "./ach.ts";

export interface BankItem {
  readonly trace: string;
  /** R01, C01, R61 (dishonored), R73 (contested), C61 (refused). */
  readonly code: string;
  readonly cents?: number;
  readonly corrected?: string;
}

const BANK = "06100014";

export function bankFile(items: readonly BankItem[], modifier = "A"): string {
  const returns = items.filter(({ code }) => code.startsWith("R"));
  const changes = items.filter(({ code }) => code.startsWith("C"));
  const batches = [
    { secCode: "WEB", items: returns },
    { secCode: "COR", items: changes },
  ].filter((batch) => batch.items.length > 0);
  return writeAchFile({
    header: {
      destination: "1234567890",
      origin: " 061000146",
      createdOn: Temporal.PlainDate.from("2026-11-17"),
      createdAt: Temporal.PlainTime.from("07:00"),
      modifier,
      destinationName: "SIXDOORS",
      originName: "SIMULATED BANK",
      reference: "",
    },
    batches: batches.map((batch, at) => ({
      header: bankFileHeader(batch.secCode, at + 1),
      entries: batch.items.map((item, place) => returnedEntry(item, at * 1_000 + place + 1)),
    })),
  });
}

function bankFileHeader(secCode: string, batchNumber: number) {
  return {
    serviceClass: "debits",
    companyName: "MAIN STREET BOOKS",
    discretionaryData: "",
    companyId: "1000000001",
    secCode,
    entryDescription: "PURCHASE",
    descriptiveDate: "",
    effectiveDate: undefined,
    settlementDay: undefined,
    originatorStatus: "1",
    odfi: BANK,
    batchNumber,
  } as const;
}

function returnedEntry(item: BankItem, sequence: number): AchEntry {
  const trace = BANK + String(sequence).padStart(7, "0");
  return {
    transactionCode: "26",
    routingNumber: "061000146",
    accountNumber: "9876543210",
    amountCents: item.code.startsWith("C") ? 0 : (item.cents ?? 1_234),
    identification: "",
    name: "ADA BUYER",
    discretionaryData: "",
    trace,
    addenda: [returnedAddenda(item, trace)],
  };
}

function returnedAddenda(
  { code, trace: originalTrace, corrected = "" }: BankItem,
  trace: string,
): AchAddenda {
  const base = { code, originalTrace, originalRdfi: "02100002", trace };
  const returned = { returnTrace: trace, returnSettlementDay: 322, returnCode: "R01" };
  if (/^R6|^R70/.test(code)) return { ...base, ...returned, kind: "dishonored", information: "" };
  if (code.startsWith("R7")) {
    return {
      ...base,
      ...returned,
      kind: "contested",
      returnedOn: Temporal.PlainDate.from("2026-11-18"),
      originalSettlementDay: 321,
      dishonoredTrace: trace,
      dishonoredSettlementDay: 323,
      dishonoredCode: "R68",
    };
  }
  if (code.startsWith("R"))
    return { ...base, kind: "return", dateOfDeath: undefined, information: "" };
  if (!code.startsWith("C6")) return { ...base, kind: "change", correctedData: corrected };
  const refused = { correctedData: corrected, changeCode: "C01", changeSequence: "0000001" };
  return { ...base, ...refused, kind: "refused_change" };
}

/** Puts a file into the inbox as a transfer program does, finished some seconds ago. */
export async function putIntoInbox(
  { clock }: Pick<TestAch, "clock">,
  inbox: string,
  file: { readonly name: string; readonly text: string; readonly secondsAgo?: number },
): Promise<void> {
  const place = path.join(inbox, file.name);
  await writeFile(place, file.text);
  const when = clock.wall().subtract({ seconds: file.secondsAgo ?? 60 });
  await utimes(place, when.epochMilliseconds / 1_000, when.epochMilliseconds / 1_000);
}

export async function readTrace(
  { database }: Pick<TestAch, "database">,
  id: string,
): Promise<string> {
  const [row] = await database.owner.rows<{ trace: string }>`
    select lpad(trace_number::text, 15, '0') as trace from ach_entries
    where transaction_id = ${id}`;
  return row?.trace ?? assert.fail(`${id} is in no file`);
}
