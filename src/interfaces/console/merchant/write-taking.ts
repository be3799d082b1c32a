/** Transactions as the pages take them. */
import type { RunningAttempt } from "../../../core/takings/attempt-history-store.ts";
import type { Message } from "../../../core/takings/message-store.ts";
import { standingOf } from "../../../core/takings/standing.ts";
import type { Taking, WholeTaking } from "../../../core/takings/taking.ts";
import type { Step } from "../../../core/takings/timeline.ts";
import type { TakingDetails, TakingLine, TimelineStep, ToldMessage, UnderWay } from "./contract.ts";

export function lineOf(taking: Taking): TakingLine {
  return {
    id: taking.id,
    at: taking.authorisedAt.toString(),
    type: taking.type,
    tender: taking.tender,
    state: taking.state,
    standing: standingOf(taking.state),
    isBatched: taking.isBatched,
    message: taking.message,
    amountCents: taking.amountCents,
    refundedCents: taking.refundedCents,
    currency: taking.currency,
    originalId: taking.originalId,
    brand: taking.brand,
    last4: taking.last4,
    entryMode: taking.entryMode,
    name: taking.name,
    company: taking.company,
    email: taking.email,
    description: taking.description,
    customId: taking.customId,
    invoice: taking.invoice,
    cashier: taking.cashier,
    authorizationCode: taking.authorizationCode,
    avs: taking.avs,
    cvv: taking.cvv,
    secCode: taking.secCode,
    returnCode: taking.returnCode,
  };
}

export function detailsOf(taking: WholeTaking, refundBalanceCents: number): TakingDetails {
  return {
    ...lineOf(taking),
    requestedCents: taking.requestedCents,
    refundBalanceCents,
    expiration: taking.expiration,
    batchId: taking.batchId,
    batchedAt: taking.batchedAt?.toString() ?? null,
    settleAt: taking.settleAt?.toString() ?? null,
    verificationPassed: taking.verificationPassed,
    verificationMessage: taking.verificationMessage,
    facts: factsOf(taking),
    formName: taking.formName,
    formFields: Object.entries(taking.formFields ?? {}).map(([label, value]) => [
      label,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  };
}

function factsOf(taking: WholeTaking): readonly (readonly [string, string])[] {
  const { city, region, zip } = taking;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Address", joined([taking.street, taking.street2], ", ")],
    ["City, state, ZIP", joined([city, joined([region, zip], " ")], ", ")],
    ["Country", taking.country],
    ["Phone", taking.phone],
    ["IP address", taking.ipAddress],
    ["Group", taking.group],
    ["Payment type", taking.paymentType],
    ["Recurring id", taking.recurringId],
    ["Installment", taking.installment],
    ["Check number", taking.checkNumber],
    ["Bank account", taking.bankAccountType],
    ["Trace number", taking.traceNumber],
    ["Change notice", taking.changeNotice],
    ["Custom data", taking.customData],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
}

function joined(parts: readonly (string | null)[], between: string): string | null {
  return parts.filter((part) => part !== null && part !== "").join(between) || null;
}

export function stepOf({ at, ...step }: Step): TimelineStep {
  return { ...step, at: at.toString() };
}

export function toldOf(message: Message): ToldMessage {
  const { deliveredAt, setAsideAt } = message;
  const isOver = deliveredAt === null ? setAsideAt !== null : true;
  const ended = deliveredAt === null ? "set_aside" : "delivered";
  return {
    id: message.id,
    kind: message.kind,
    event: message.event,
    to: message.to,
    state: isOver ? ended : "waiting",
    at: (deliveredAt ?? setAsideAt ?? message.createdAt).toString(),
    dueAt: message.dueAt.toString(),
    setAsideWhy: message.setAsideWhy,
    tries: message.tries.map(({ at, ...one }) => ({ ...one, at: at.toString() })),
  };
}

export function underWayOf(running: RunningAttempt): UnderWay {
  return {
    id: running.transactionId,
    type: running.type,
    startedAt: running.startedAt.toString(),
    amountCents: running.amountCents,
    brand: running.brand,
    last4: running.last4,
    name: running.name,
  };
}
