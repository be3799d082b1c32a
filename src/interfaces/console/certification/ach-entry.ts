/** Converts an ACH entry for the ACH simulator: its status and timeline. Pure. */

import { describeAchCode, describeAchNotice } from "../../../core/ach/codes/describe-code.ts";
import type { EntryHistory, EntryView } from "../../../core/ach/entry-overview-store.ts";
import { readableDay } from "../../../values/text/readable.ts";
import type { AchEntryDetails, AchEntryLine, AchEntryStep } from "./contract.ts";

export function writeEntryLine(view: EntryView): AchEntryLine {
  const { firstName, lastName, company, secCode, returnCode } = view;
  return {
    accountId: view.accountId,
    accountName: view.accountName,
    transactionId: view.transactionId.padStart(12, "0"),
    type: view.type,
    ...(secCode !== null && { secCode }),
    amountCents: view.amountCents,
    currency: view.currency,
    name: [firstName, lastName].filter((part) => part).join(" ") || (company ?? ""),
    last4: view.last4 ?? "",
    stage: view.stage,
    status: view.status,
    ...(returnCode !== null && { returnCode }),
    acceptedAt: view.acceptedAt.toString(),
  };
}

export function writeEntry(view: EntryView, journey: EntryHistory): AchEntryDetails {
  const { file } = journey;
  return {
    ...writeEntryLine(view),
    timeZone: view.timeZone,
    ...(file !== undefined && { traceNumber: file.traceNumber }),
    ...(view.nocData !== null && { nocData: view.nocData }),
    timeline: entryTimeline(view, journey),
    may: ALLOWED_ACTIONS[view.stage],
  };
}

const ALLOWED_ACTIONS: Readonly<Record<EntryView["stage"], AchEntryDetails["may"]>> = {
  waiting: ["cut_off"],
  sent: ["return", "settle", "change"],
  settled: ["return", "change"],
  returned: ["change"],
  rejected: ["change"],
};

function entryTimeline(view: EntryView, { file, updates, notices }: EntryHistory): AchEntryStep[] {
  const accepted: AchEntryStep = {
    at: view.acceptedAt.toString(),
    title: "Accepted",
    detail: `PENDING (${view.secCode ?? "ACH"}): waiting for the next cutoff`,
    tone: "plain",
  };
  const said = [...updates.map(updateStep), ...notices.map(noticeStep)];
  const inOrder = said.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
  return [accepted, ...fileSteps(file), ...inOrder];
}

function fileSteps(file: EntryHistory["file"]): AchEntryStep[] {
  if (file === undefined) return [];
  const { name, connection, cutOffAt, handedOverAt, settlesOn } = file;
  const closed: AchEntryStep = {
    at: cutOffAt.toString(),
    title: "Added to bank file",
    detail: `File ${name}, settles on ${readableDay(Temporal.PlainDate.from(settlesOn))}`,
    tone: "plain",
  };
  if (handedOverAt === null) return [closed];
  const handedOver: AchEntryStep = {
    at: handedOverAt.toString(),
    title: "Sent to bank",
    detail: `Bank "${connection}", trace number ${file.traceNumber}`,
    tone: "plain",
  };
  return [closed, handedOver];
}

function updateStep({ status, at, returnCode, isLate }: EntryHistory["updates"][number]) {
  const late = isLate ? " (after settlement)" : "";
  const detail = returnCode === null ? undefined : `${describeAchCode(returnCode)}${late}`;
  const step: AchEntryStep = {
    at: at.toString(),
    title: status,
    ...(detail !== undefined && { detail }),
    tone: returnCode === null && !status.startsWith("DECLINED") ? "good" : "bad",
  };
  return step;
}

function noticeStep({ kind, code, detail, at }: EntryHistory["notices"][number]): AchEntryStep {
  const title = NOTICES[kind] ?? kind;
  return { at: at.toString(), title, detail: describeAchNotice(code, detail), tone: "plain" };
}

const NOTICES: Readonly<Record<string, string>> = {
  change: "Notification of change",
  refused_change: "Notification of change refused",
  dishonored_return: "Return dishonored",
  reversal: "Reversed",
  contested_return: "Return contested",
};
