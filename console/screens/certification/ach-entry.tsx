/** One ACH entry: its status, timeline and next actions. */
import { SimpleGrid, Stack } from "@mantine/core";
import type { AchEntryDetails } from "../../../src/interfaces/console/certification/contract.ts";
import { useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { type Fact, Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { Timeline, type TimelineItem } from "../../parts/timeline.tsx";
import { Amount } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { transactionType } from "../merchant/texts.ts";
import { EntryState } from "./ach.tsx";
import { NextSteps } from "./ach-next.tsx";

const CRUMBS = [{ label: "ACH simulator", to: "/certification/ach" }];
const TONES = { plain: "quiet", good: "good", bad: "bad" } as const;

export function AchEntry() {
  const path = `/certification/ach/entries/${usePathParam("accountId")}/${usePathParam("transactionId")}`;
  const { data: entry, error, refetch } = useReading<AchEntryDetails>(path);
  if (entry === undefined) {
    return <LoadingScreen title="ACH entry" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title={`ACH entry ${entry.transactionId}`}
        crumbs={CRUMBS}
        badge={<EntryState entry={entry} />}
        description={`${transactionType(entry.type)} for ${entry.accountName}`}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Allowed needs="operator.support">
            <NextSteps entry={entry} path={path} />
          </Allowed>
          <Panel title="Entry">
            <Facts facts={entryFacts(entry)} />
          </Panel>
        </Stack>
        <Panel title="Timeline">
          <Timeline items={timelineItems(entry)} />
        </Panel>
      </SimpleGrid>
    </>
  );
}

function entryFacts(entry: AchEntryDetails): readonly Fact[] {
  const { amountCents, currency, accountId, transactionId, traceNumber, nocData } = entry;
  return [
    { name: "Amount", value: <Amount cents={amountCents} currency={currency} /> },
    {
      name: "Transaction ID",
      value: <CopyValue value={transactionId} label="Copy transaction ID" />,
    },
    { name: "Account", value: <CopyValue value={accountId} label="Copy account number" /> },
    { name: "Name", value: entry.name },
    { name: "Bank account", value: `···· ${entry.last4}` },
    { name: "SEC code", value: entry.secCode },
    ...(traceNumber === undefined ? [] : [{ name: "Trace number", value: traceNumber }]),
    ...(nocData === undefined ? [] : [{ name: "Notification of change", value: nocData }]),
  ];
}

/** Includes upcoming events, without a time. */
function timelineItems({ timeline, stage }: AchEntryDetails): readonly TimelineItem[] {
  const happened = timeline.map(({ tone, ...step }) => ({ ...step, tone: TONES[tone] }));
  const ahead: Partial<Record<AchEntryDetails["stage"], readonly TimelineItem[]>> = {
    waiting: [{ title: "Sent at the next cutoff" }, { title: "Settled or returned by the bank" }],
    sent: [{ title: "Settled or returned by the bank" }],
  };
  return [...happened, ...(ahead[stage] ?? [])];
}
