/** How the simulated bank answers an entry, by the last four digits of its account number. Pure. */

export interface PlannedAnswer {
  readonly code: string;
  /** So many banking days after the settlement date, in the morning. */
  readonly bankingDays: number;
}

/**
 * seed/certification.json, achNetwork. Banks have two banking days to return an entry, so the ones
 * in time come after one, and the late one after five. What the ACH operator finds wrong comes back
 * before it settles.
 */
const ANSWERS: Readonly<Record<string, PlannedAnswer>> = {
  "1001": { code: "R01", bankingDays: 1 },
  "1002": { code: "R02", bankingDays: 1 },
  "1003": { code: "R03", bankingDays: 1 },
  "1010": { code: "R10", bankingDays: 5 },
  "1098": { code: "C01", bankingDays: 1 },
  "1099": { code: "R26", bankingDays: 0 },
};

/** Undefined: it is never heard of again, which is how entries are funded. */
export function plannedAnswer(accountNumber: string): PlannedAnswer | undefined {
  return ANSWERS[accountNumber.trim().slice(-4)];
}
