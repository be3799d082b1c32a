/** Checks the answers to clients: they follow the contract, are true and never change. */

import { type Expectation, hostExpectation } from "./card-host.ts";
import type { Case } from "./checker-cases.ts";
import {
  type Heard,
  isOutcome,
  listOutcomes,
  type Outcome,
  type Payment,
  paymentName,
} from "./ledger.ts";

export function answerComplaints(one: Case): string[] {
  const name = paymentName(one.payment);
  const complaints = [
    ...one.payment.hearings.flatMap(({ heard, in: mood }) => [
      ...wordComplaints(heard),
      ...(isOutcome(heard) ? outcomeComplaints(heard, one) : []),
      ...(mood === "calm" ? calmComplaints(heard, one) : []),
    ]),
    ...differingAnswers(one.payment),
    ...replayComplaints(one.payment),
  ];
  return [...new Set(complaints)].map((complaint) => `${name} ${complaint}`);
}

/** An internal error never makes a valid request invalid. */
function wordComplaints(heard: Heard): string[] {
  switch (heard.kind) {
    case "refused":
      return [`was refused with ${heard.code} ${heard.message}`];
    case "unreadable":
      return [`was answered with status ${heard.status} and no record`];
    case "silent":
      return ["was never answered, on a connection that stood"];
    default:
      return [];
  }
}

function outcomeComplaints(heard: Outcome, { payment, row, isTaken }: Case): string[] {
  const said = `was answered "${heard.kind} ${heard.message}"`;
  const complaints: string[] = [];
  if (!mayHear(heard, hostExpectation(payment.amountCents))) {
    complaints.push(`${said}, which its amount cannot be`);
  }
  if (heard.amountCents !== payment.amountCents) {
    complaints.push(`was answered with the amount of ${heard.amountCents} cents`);
  }
  if (payment.transactionId !== undefined && payment.transactionId !== heard.transactionId) {
    complaints.push(`was answered with the id ${heard.transactionId}`);
  }
  if (row === undefined) return complaints;
  if (row.transactionId !== heard.transactionId) {
    complaints.push(`was answered as ${heard.transactionId} and is kept as ${row.transactionId}`);
  }
  if (isTaken !== (heard.kind === "approved")) {
    complaints.push(`${said}, and the host ${isTaken ? "took" : "did not take"} the money`);
  }
  if (row.message !== heard.message) complaints.push(`${said} and is kept as ${row.message}`);
  if (row.authorizationCode !== heard.authorizationCode) {
    complaints.push(`was answered with a code other than ${row.authorizationCode}`);
  }
  return complaints;
}

function mayHear(heard: Outcome, expected: Expectation): boolean {
  switch (expected.kind) {
    case "approved":
    // Its answer was lost, and reconciliation may have found it.
    case "lost":
      return heard.kind === "approved";
    case "declined":
      return heard.kind === "declined" && heard.message === expected.message;
    case "never_charged":
      return false;
  }
}

/**
 * A retry gets the result once nothing is pending. "Ask for the status" is allowed as a first result
 * only if the host does not know the order, or if it was answered before the result was found.
 */
function calmComplaints(heard: Heard, { payment, row, order }: Case): string[] {
  if (heard.kind === "broken") return ["was cut off though all was quiet"];
  if (heard.kind !== "temporary") return [];
  if (row === undefined) return ["could not be started though all was quiet"];
  const isUntaken = order === undefined || order.kind === "reversed";
  return isUntaken || hostExpectation(payment.amountCents).kind === "lost"
    ? []
    : [`was told to ask for the status, though ${row.message} is known`];
}

function differingAnswers(payment: Payment): string[] {
  const bodies = new Set(listOutcomes(payment).map(({ body }) => body));
  if (bodies.size < 2) return [];
  const words = listOutcomes(payment).map(
    ({ kind, transactionId, authorizationCode, message }) =>
      `${kind} ${transactionId} ${authorizationCode} ${message}`,
  );
  return [`was answered in ${bodies.size} ways: ${[...new Set(words)].join(" | ")}`];
}

/** At most one answer per key is the first one. */
function replayComplaints(payment: Payment): string[] {
  if (payment.way !== "key") return [];
  const firsts = listOutcomes(payment).filter(({ isReplay }) => !isReplay);
  return firsts.length > 1 ? [`was answered ${firsts.length} times as if for the first time`] : [];
}
