/** The answer of the simulated bank, by the last four digits of an account number. Pure. */

export interface PlannedAnswer {
  readonly code: string;
  /** The number of banking days after the settlement date. */
  readonly bankingDays: number;
}

/**
 * See achNetwork in seed/certification.json. Banks have two banking days to return an entry: timely
 * returns come after one day, the late one after five. The ACH operator rejects before settlement.
 */
const ANSWERS: Readonly<Record<string, PlannedAnswer>> = {
  "1001": { code: "R01", bankingDays: 1 },
  "1002": { code: "R02", bankingDays: 1 },
  "1003": { code: "R03", bankingDays: 1 },
  "1010": { code: "R10", bankingDays: 5 },
  "1098": { code: "C01", bankingDays: 1 },
  "1099": { code: "R26", bankingDays: 0 },
};

/** Returns undefined if there is no answer, so that the entry is funded. */
export function plannedAnswer(accountNumber: string): PlannedAnswer | undefined {
  return ANSWERS[accountNumber.trim().slice(-4)];
}
