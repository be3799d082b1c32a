/** What became of a transaction, and who was told of it. */
import { Text } from "@mantine/core";
import type {
  TimelineStep,
  ToldMessage,
  TransactionPageAnswer,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { formatAmount } from "../../parts/formats.ts";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Timeline, type TimelineItem } from "../../parts/timeline.tsx";
import { Moment } from "../../parts/values.tsx";
import { eventLabel } from "../../webhook-events.ts";
import { stepWords } from "./texts.ts";

export function Story({ answer }: { readonly answer: TransactionPageAnswer }) {
  const { transaction, steps } = answer;
  return (
    <Panel title="What happened">
      <Timeline
        items={[...steps.map((step) => itemOf(step, transaction.currency)), ...nextOf(answer)]}
      />
    </Panel>
  );
}

function itemOf(step: TimelineStep, currency: string): TimelineItem {
  const [title, tone] = stepWords(step);
  const { amountCents, words = "", transactionId, at } = step;
  const amount = amountCents === undefined ? "" : formatAmount(amountCents, currency);
  const said = [amount, words].filter((one) => one !== "").join(" · ");
  const detail =
    transactionId === undefined ? (
      said
    ) : (
      <TextLink to={`/transactions/${transactionId}`} size="sm">
        {said}
      </TextLink>
    );
  return { title, at, tone, ...(said !== "" && { detail }) };
}

/** What is expected next, where something is. */
function nextOf({ transaction, underWay }: TransactionPageAnswer): readonly TimelineItem[] {
  if (underWay.length > 0) return [{ title: "Waiting for the card network", tone: "quiet" }];
  const { state, standing, isBatched, tender } = transaction;
  if (state === "authorised") return [{ title: "Waits to be captured", tone: "quiet" }];
  if (tender === "ACH" && state === "pending") {
    const title = isBatched ? "Settles or comes back" : "Leaves with the next file";
    return [{ title, tone: "quiet" }];
  }
  const goesIntoBatch = standing === "paid" || standing === "refunded";
  return goesIntoBatch && !isBatched
    ? [{ title: "Leaves with tonight's batch", tone: "quiet" }]
    : [];
}

export function Told({ messages }: { readonly messages: readonly ToldMessage[] }) {
  return (
    <Panel title="Webhooks and receipts">
      {messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody was told: no webhook is set up, and no receipt was asked for.
        </Text>
      ) : (
        <Timeline items={messages.map(toldItem)} />
      )}
    </Panel>
  );
}

const STATES = { waiting: "waiting", delivered: "delivered", set_aside: "given up" } as const;
const TONES = { waiting: "quiet", delivered: "good", set_aside: "bad" } as const;

function toldItem(message: ToldMessage): TimelineItem {
  const { kind, event, to, state, at, tries } = message;
  const what = kind === "mail" ? `Receipt to ${to ?? ""}` : `Webhook: ${eventLabel(event)}`;
  const last = tries.at(-1);
  const detail = (
    <>
      {tries.length === 0
        ? "Not tried yet"
        : `Tried ${tries.length === 1 ? "once" : `${tries.length} times`}`}
      {last !== undefined && state !== "delivered" && `: ${tryWords(last)}`}
      {state === "waiting" && tries.length > 0 && (
        <>
          , next <Moment at={message.dueAt} show="time" />
        </>
      )}
    </>
  );
  return { title: `${what}, ${STATES[state]}`, at, tone: TONES[state], detail };
}

function tryWords({ status, failure, outcome }: ToldMessage["tries"][number]): string {
  if (status !== null) return `answered ${status}`;
  return (failure ?? outcome).replaceAll("_", " ");
}
