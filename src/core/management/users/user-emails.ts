/** Writes the emails of management: invitations and reminders. Pure. */
import { LINK_PLACE } from "../../../ports/mailer.ts";
import { readableDay } from "../../../values/text/readable.ts";
import { type PlainEmail, writePlainEmail } from "../../outbox/plain-email.ts";

export interface Invitation {
  readonly firstName: string;
  readonly userName: string;
  readonly partnerName: string;
}

export function writeInvitation({ firstName, userName, partnerName }: Invitation): PlainEmail {
  return writePlainEmail(`Welcome to ${partnerName}`, [
    `Hello ${firstName},`,
    `${partnerName} has created a login for you. Your user name is ${userName}.`,
    "To set your password, open this link. It works once and expires in three days:",
    LINK_PLACE,
    "If you did not expect this email, you can ignore it.",
  ]);
}

export interface Reminder {
  readonly firstName: string;
  readonly clientName: string;
  readonly dueOn: Temporal.PlainDate;
  readonly isOver: boolean;
  readonly serialNumbers: readonly string[];
}

const SERIALS_MAX = 100;

export function writeReminder(reminder: Reminder): PlainEmail {
  const { firstName, clientName, isOver, serialNumbers } = reminder;
  const count = serialNumbers.length === 1 ? "one device" : `${serialNumbers.length} devices`;
  const shown = serialNumbers.slice(0, SERIALS_MAX).join(", ");
  const unshown = serialNumbers.length - SERIALS_MAX;
  const more = unshown > 0 ? ` and ${unshown} more` : "";
  const state = isOver ? "overdue" : "due soon";
  return writePlainEmail(`Device inspection ${state}: ${clientName}`, [
    `Hello ${firstName},`,
    `The annual inspection of ${count} at ${clientName} is ${state}. ${dueText(reminder)}`,
    `Serial numbers: ${shown}${more}.`,
    "Please inspect the devices. Then create an attestation in the console (Attestations, New attestation), or ask your partner to create it.",
  ]);
}

function dueText({ dueOn, isOver, serialNumbers }: Reminder): string {
  const subject = serialNumbers.length === 1 ? "It" : "The first one";
  return `${subject} ${isOver ? "was" : "is"} due on ${readableDay(dueOn)}.`;
}
