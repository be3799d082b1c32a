/** One ACH entry: where it stands, how it got there, and what to do with it next. */
import { SimpleGrid, Stack } from "@mantine/core";
import type { EntryShown } from "../../../src/interfaces/console/certification/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { type Fact, Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { Timeline, type TimelineItem } from "../../parts/timeline.tsx";
import { UnreadScreen } from "../../parts/unread-screen.tsx";
import { Amount } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { EntryState } from "./ach.tsx";
import { NextSteps } from "./ach-next.tsx";

const CRUMBS = [{ label: "ACH by hand", to: "/certification/ach" }];
const TONES = { plain: "quiet", good: "good", bad: "bad" } as const;

export function AchEntry() {
  const path = `/certification/ach/entries/${usePathParam("accountId")}/${usePathParam("transactionId")}`;
  const { data: entry, error, refetch } = useReading<EntryShown>(path);
  if (entry === undefined) {
    return <UnreadScreen title="ACH entry" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title={`ACH entry ${entry.transactionId}`}
        crumbs={CRUMBS}
        badge={<EntryState entry={entry} />}
        description={`${entry.type} of ${entry.accountName}`}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <NextSteps entry={entry} path={path} />
          <Panel title="Entry">
            <Facts facts={factsOf(entry)} />
          </Panel>
        </Stack>
        <Panel title="What happened">
          <Timeline items={itemsOf(entry)} />
        </Panel>
      </SimpleGrid>
    </>
  );
}

function factsOf(entry: EntryShown): readonly Fact[] {
  const { amountCents, currency, accountId, transactionId, traceNumber, nocData } = entry;
  return [
    { name: "Amount", value: <Amount cents={amountCents} currency={currency} /> },
    { name: "Transaction id", value: <CopyValue value={transactionId} label="Copy the id" /> },
    { name: "Account", value: <CopyValue value={accountId} label="Copy the account number" /> },
    { name: "Name", value: entry.name },
    { name: "Bank account", value: `···· ${entry.last4}` },
    { name: "Entry class", value: entry.secCode },
    ...(traceNumber === undefined ? [] : [{ name: "Trace number", value: traceNumber }]),
    ...(nocData === undefined ? [] : [{ name: "noc_data", value: nocData }]),
  ];
}

/** What is still to come is there too, without a time. */
function itemsOf({ timeline, stage }: EntryShown): readonly TimelineItem[] {
  const happened = timeline.map(({ tone, ...step }) => ({ ...step, tone: TONES[tone] }));
  const ahead: Partial<Record<EntryShown["stage"], readonly TimelineItem[]>> = {
    waiting: [{ title: "Cut-off" }, { title: "The bank answers, or it is funded" }],
    sent: [{ title: "The bank answers, or it is funded" }],
  };
  return [...happened, ...(ahead[stage] ?? [])];
}
