/** A report's question as the address and the form have it: parts by name, all text. */
import type {
  ReportPart,
  ReportQuestion,
} from "../../../../src/interfaces/console/business/contract.ts";

/** How the days are said. Only the parts of the chosen way are asked for. */
export type DayWay = "preset" | "range" | "moments" | "day" | "pattern";

export const NOTHING: Readonly<Record<ReportPart, string>> = {
  dateKind: "",
  preset: "",
  startDate: "",
  endDate: "",
  day: "",
  status: "",
  tenderType: "",
  amount: "",
  amountMin: "",
  amountMax: "",
  name: "",
  cashier: "",
  customId: "",
  group: "",
  transactionId: "",
  subAccounts: "",
  columns: "",
  formFields: "",
};

export const PARTS = Object.keys(NOTHING) as readonly ReportPart[];

export type Values = Record<ReportPart, string> & { way: DayWay };

/** Which are out of sight until somebody wants more. */
export const MORE: readonly ReportPart[] = [
  "amount",
  "amountMin",
  "amountMax",
  "name",
  "cashier",
  "customId",
  "group",
  "transactionId",
];

const DAY = /^(\d{4}-\d{2}-\d{2})?$/;

export function wayOf({ startDate = "", endDate = "", day = "" }: ReportQuestion): DayWay {
  if (startDate !== "" || endDate !== "") {
    return DAY.test(startDate) && DAY.test(endDate) ? "range" : "moments";
  }
  if (day !== "") return DAY.test(day) ? "day" : "pattern";
  return "preset";
}

/** Yesterday, where the address says nothing of days: that is what the interface would take. */
export function valuesOf(question: ReportQuestion): Values {
  const way = wayOf(question);
  const preset = question.preset || (way === "preset" ? "yesterday" : "");
  return { ...NOTHING, ...question, preset, way };
}

/** What of the form is asked: the other ways of saying days keep what was typed, unasked. */
export function questionOf({ way, ...values }: Values): Record<ReportPart, string> {
  const isRange = way === "range" || way === "moments";
  const isDay = way === "day" || way === "pattern";
  const trimmed = PARTS.map((part) => [part, values[part].trim()]);
  return {
    ...(Object.fromEntries(trimmed) as Record<ReportPart, string>),
    ...(way !== "preset" && { preset: "" }),
    ...(!isRange && { startDate: "", endDate: "" }),
    ...(!isDay && { day: "" }),
  };
}

/** Without the parts that say nothing. */
export function said(question: ReportQuestion): Record<string, string> {
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ""));
}
