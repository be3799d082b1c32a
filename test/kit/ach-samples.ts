/** ACH files for tests: one fixed file of each kind, and any number of random files. */
import fc from "fast-check";
import type {
  AchAddenda,
  AchBatch,
  AchBatchHeader,
  AchEntry,
  AchFile,
  AchFileHeader,
} from "../../src/core/ach/nacha/ach-file.ts";
import { routingCheckDigit, SEC_CODES } from "../../src/values/bank.ts";

export const BANK = "06100014";

export const SAMPLE_HEADER: AchFileHeader = {
  destination: "061000146",
  origin: "1234567890",
  createdOn: Temporal.PlainDate.from("2026-11-16"),
  createdAt: Temporal.PlainTime.from("17:00"),
  modifier: "A",
  destinationName: "SIMULATED BANK",
  originName: "SIXDOORS",
  reference: "",
};

export function sampleBatch(changes: Partial<AchBatchHeader> = {}): AchBatchHeader {
  return {
    serviceClass: "debits",
    companyName: "MAIN ST BOOKS",
    discretionaryData: "",
    companyId: "1120000001",
    secCode: "PPD",
    entryDescription: "PAYMENT",
    descriptiveDate: "",
    effectiveDate: Temporal.PlainDate.from("2026-11-17"),
    settlementDay: undefined,
    originatorStatus: "1",
    odfi: BANK,
    batchNumber: 1,
    ...changes,
  };
}

export function sampleEntry(number: number, changes: Partial<AchEntry> = {}): AchEntry {
  return {
    transactionCode: "27",
    routingNumber: "231380104",
    accountNumber: "744567899",
    amountCents: 1_250,
    identification: "INVOICE 1",
    name: "ANN EXAMPLE",
    discretionaryData: "",
    trace: sampleTrace(number),
    addenda: [],
    ...changes,
  };
}

export function sampleTrace(number: number): string {
  return BANK + String(number).padStart(7, "0");
}

export function sampleFile(...batches: readonly AchBatch[]): AchFile {
  return { header: SAMPLE_HEADER, batches };
}

/** The addenda records that answer an entry. */
const ANSWERED = { originalTrace: sampleTrace(7), originalRdfi: "23138010", trace: sampleTrace(1) };

export const SAMPLE_ADDENDA: { readonly [Kind in AchAddenda["kind"]]: AchAddenda } = {
  payment: { kind: "payment", information: "INVOICE 12 OF 2026" },
  return: { kind: "return", code: "R01", ...ANSWERED, dateOfDeath: undefined, information: "NSF" },
  dishonored: {
    kind: "dishonored",
    code: "R68",
    ...ANSWERED,
    returnTrace: "231380100000003",
    returnSettlementDay: 321,
    returnCode: "R01",
    information: "TOO LATE",
  },
  contested: {
    kind: "contested",
    code: "R73",
    ...ANSWERED,
    returnedOn: Temporal.PlainDate.from("2026-11-18"),
    originalSettlementDay: 320,
    returnTrace: "231380100000003",
    returnSettlementDay: 321,
    returnCode: "R01",
    dishonoredTrace: "061000140000009",
    dishonoredSettlementDay: 322,
    dishonoredCode: "R68",
  },
  change: { kind: "change", code: "C01", ...ANSWERED, correctedData: "99887766" },
  refused_change: {
    kind: "refused_change",
    code: "C65",
    ...ANSWERED,
    correctedData: "??",
    changeCode: "C02",
    changeSequence: "0000123",
  },
  other: {
    kind: "other",
    typeCode: "02",
    information: `${"TERMINAL 7".padEnd(76)}${sampleTrace(1)}`,
  },
};

const EMAILS = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 #.,&'-");
/** Never blank, and without leading or trailing blanks, because a file does not keep them. */
const text = (max: number) =>
  fc.string({ unit: EMAILS, minLength: 1, maxLength: max }).map((made) => made.trim() || "X");
const routing = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([prefix, rest]) => String(prefix).padStart(2, "0") + String(rest).padStart(6, "0"))
  .map((first8) => first8 + routingCheckDigit(first8));
const DIGITS = fc.constantFrom(..."0123456789");
const account = fc.string({ unit: DIGITS, minLength: 4, maxLength: 17 });

const PAYMENT_ADDENDA = text(80).map(
  (information): AchAddenda => ({ kind: "payment", information }),
);

function anyEntry(secCode: string, direction: "credit" | "debit"): fc.Arbitrary<AchEntry> {
  const codes = direction === "debit" ? ["27", "37"] : ["22", "32"];
  const mayHaveAddenda = ["CCD", "PPD", "WEB"].includes(secCode);
  const isPop = secCode === "POP";
  const hasType = secCode === "WEB" || secCode === "TEL";
  const terminal = { city: text(4), state: fc.constantFrom("GA", "NY") };
  return fc.record({
    transactionCode: fc.constantFrom(...codes),
    routingNumber: routing,
    accountNumber: account,
    amountCents: fc.integer({ min: 1, max: 9_999_999 }),
    identification: text(isPop ? 9 : 15),
    name: text(22),
    discretionaryData: fc.constant(""),
    ...(hasType ? { paymentType: fc.constantFrom("R" as const, "S" as const) } : {}),
    ...(isPop ? { terminal: fc.record(terminal) } : {}),
    trace: fc.constant(""),
    addenda: fc.array(PAYMENT_ADDENDA, { maxLength: mayHaveAddenda ? 1 : 0 }),
  });
}

const anyBatch: fc.Arbitrary<AchBatch> = fc
  .tuple(fc.constantFrom(...SEC_CODES), fc.constantFrom("debit" as const, "credit" as const))
  .chain(([secCode, direction]) =>
    fc.record({
      header: fc
        .record({ name: text(16), id: text(10), day: fc.integer({ min: 0, max: 9_999 }) })
        .map(({ name, id, day }) =>
          sampleBatch({
            secCode,
            serviceClass: `${direction}s`,
            companyName: name,
            companyId: id,
            effectiveDate: Temporal.PlainDate.from("2026-01-01").add({ days: day }),
          }),
        ),
      entries: fc.array(anyEntry(secCode, direction), { minLength: 1, maxLength: 6 }),
    }),
  );

/** Batch and trace numbers are in order, as a writer must assign them. */
export const anyFile: fc.Arbitrary<AchFile> = fc
  .array(anyBatch, { minLength: 1, maxLength: 4 })
  .map((batches) => sampleFile(...batches.map(numbered)));

function numbered(batch: AchBatch, at: number): AchBatch {
  return {
    header: { ...batch.header, batchNumber: at + 1 },
    entries: batch.entries.map((entry, n) => ({ ...entry, trace: sampleTrace(at * 100 + n + 1) })),
  };
}
