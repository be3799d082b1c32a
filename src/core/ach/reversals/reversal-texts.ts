/** Why a reversal was refused, for the console and the command line. */
import { SECOND_PERSON_TEXTS } from "../../../values/logins/second-person.ts";
import type { DecideOutcome, RequestOutcome } from "./request-reversal.ts";
import { REVERSAL_DAYS } from "./reversal.ts";

type Refusal =
  | Exclude<RequestOutcome["kind"], "requested">
  | Exclude<DecideOutcome["kind"], "approved" | "rejected">;

export const REVERSAL_REFUSALS: Readonly<Record<Refusal, string>> = {
  not_found: "There is no such file or reversal.",
  no_batch: "The file has no batch with this number.",
  not_sent: "The file was not sent yet. Wait until the bank has it.",
  unconfirmed:
    "It is not certain that the bank has this file. Ask the bank and confirm the file first.",
  is_reversal: "This file reverses another one and cannot be reversed.",
  too_late: `A reversal must reach the bank within ${REVERSAL_DAYS} banking days after the settlement date. Send credits instead.`,
  already: "The file or batch was reversed before, or its reversal waits for approval.",
  not_waiting: "This reversal does not wait for approval.",
  same_person: "Another operator must approve the reversal.",
  ...SECOND_PERSON_TEXTS,
};
