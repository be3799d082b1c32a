/** The timeline of a transaction, with its webhooks and receipts. */
import { Text } from "@mantine/core";
import type {
  TimelineStep,
  TransactionMessage,
  TransactionPageAnswer,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { withParams } from "../../api.ts";
import { formatAmount } from "../../parts/formats.ts";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { formatStatus } from "../../parts/status-labels.ts";
import { Timeline, type TimelineItem } from "../../parts/timeline.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { eventLabel } from "../../webhook-events.ts";
import { useClockNote } from "./list/clock-note.ts";
import { stepLabel } from "./texts.ts";

export function TransactionTimeline({ answer }: { readonly answer: TransactionPageAnswer }) {
  const { transaction, steps } = answer;
  const [{ account }] = useUrlState({ account: "" });
  const note = useClockNote("business clock");
  return (
    <Panel title="Timeline" description={note}>
      <Timeline
        items={[
          ...steps.map((step) => timelineItem(step, transaction.currency, account)),
          ...expectedItems(answer),
        ]}
      />
    </Panel>
  );
}

function timelineItem(step: TimelineStep, currency: string, account: string): TimelineItem {
  const [title, tone] = stepLabel(step);
  const { amountCents, detail: message = "", transactionId, at } = step;
  const amount = amountCents === undefined ? "" : formatAmount(amountCents, currency);
  const text = [amount, message].filter((one) => one !== "").join(" · ");
  const detail =
    transactionId === undefined ? (
      text
    ) : (
      <TextLink to={withParams(`/transactions/${transactionId}`, { account })} size="sm">
        {text}
      </TextLink>
    );
  return { title, at, tone, ...(text !== "" && { detail }) };
}

/** The expected next event, if any. */
function expectedItems(answer: TransactionPageAnswer): readonly TimelineItem[] {
  const { transaction, pending, retryAt } = answer;
  if (pending.length > 0) return [{ title: "Waiting for the card network", tone: "quiet" }];
  if (retryAt !== undefined) {
    const detail = <Moment at={retryAt} show="date" />;
    return [{ title: "Goes to the bank again", tone: "quiet", detail }];
  }
  const { state, displayStatus, isBatched, tender } = transaction;
  if (state === "authorized") return [{ title: "Waiting to be captured", tone: "quiet" }];
  if (tender === "ACH" && state === "pending") {
    const title = isBatched ? "Waiting for the bank" : "Goes out with the next bank file";
    return [{ title, tone: "quiet" }];
  }
  const goesIntoBatch = displayStatus === "paid" || displayStatus === "refunded";
  return goesIntoBatch && !isBatched
    ? [{ title: "Goes out with tonight's batch", tone: "quiet" }]
    : [];
}

export function MessagesPanel({ messages }: { readonly messages: readonly TransactionMessage[] }) {
  const note = useClockNote("wall clock");
  return (
    <Panel title="Webhooks and receipts" description={note}>
      {messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          No webhooks or receipts were sent for this transaction.
        </Text>
      ) : (
        <Timeline items={messages.map(messageItem)} />
      )}
    </Panel>
  );
}

const STATES = { waiting: "pending", delivered: "delivered", set_aside: "failed" } as const;
const TONES = { waiting: "quiet", delivered: "good", set_aside: "bad" } as const;

function messageItem(message: TransactionMessage): TimelineItem {
  const { kind, event, endpoint, to, state, at, attempts } = message;
  const webhook = endpoint === 1 ? "Webhook" : `Webhook to endpoint ${endpoint}`;
  const what = kind === "mail" ? `Receipt to ${to ?? ""}` : `${webhook}: ${eventLabel(event)}`;
  const last = attempts.at(-1);
  const detail = (
    <>
      {attempts.length === 0
        ? "Not sent yet"
        : attempts.length === 1
          ? "1 attempt"
          : `${attempts.length} attempts`}
      {last !== undefined && state !== "delivered" && `: ${describeAttempt(last)}`}
      {state === "waiting" && attempts.length > 0 && (
        <>
          , next attempt <Moment at={message.dueAt} show="time" />
        </>
      )}
    </>
  );
  return { title: `${what}, ${STATES[state]}`, at, tone: TONES[state], detail };
}

function describeAttempt({
  status,
  failure,
  outcome,
}: TransactionMessage["attempts"][number]): string {
  if (status !== null) return `server returned ${status}`;
  return formatStatus(failure ?? outcome).toLowerCase();
}
