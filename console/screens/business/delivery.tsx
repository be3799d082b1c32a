/** One delivery: what was sent, every attempt with its answer, and sending it again. */
import { Code, Stack, Text } from "@mantine/core";
import type { DeliveryDetails } from "../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { type Fact, Facts, PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { DeliveryBadge } from "./deliveries.tsx";

const PATH = "/settings/webhook/deliveries";

const REASONS: Readonly<Record<string, string>> = {
  gave_up: "Three days of tries have passed",
  gone: "The address said that it is gone (410)",
  no_endpoint: "There was no address, or it was switched off",
  not_wanted: "Events of this kind are not chosen",
};

type Attempt = DeliveryDetails["attempts"][number];

const COLUMNS: readonly Column<Attempt>[] = [
  { id: "at", header: "When", cell: ({ at }) => <Moment at={at} show="seconds" /> },
  { id: "outcome", header: "Outcome", cell: ({ outcome }) => <StateBadge state={outcome} /> },
  { id: "status", header: "HTTP", align: "end", cell: ({ status }) => status ?? "—" },
  { id: "took", header: "Took", align: "end", cell: ({ durationMs }) => `${durationMs} ms` },
  {
    id: "answer",
    header: "Answer",
    cell: ({ answer, failure }) => <Code>{answer || failure?.replaceAll("_", " ") || "—"}</Code>,
  },
];

export function DeliveryDetail() {
  const id = usePathParam("deliveryId");
  const { data, error, refetch } = useReading<DeliveryDetails>(`${PATH}/${id}`);
  return (
    <>
      <PageHeader
        title={data?.event ?? "Delivery"}
        crumbs={[{ label: "Webhooks", to: "/settings/webhook" }]}
        badge={data && <DeliveryBadge {...data} />}
        actions={data && <Replay id={id} isDelivered={data.state === "delivered"} />}
      />
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {data && <Details delivery={data} />}
    </>
  );
}

function Details({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { attempts, payload } = delivery;
  const reading = { data: { items: attempts }, error: null, isPlaceholderData: false };
  return (
    <Stack gap="lg">
      <Panel>
        <Facts facts={factsOf(delivery)} />
      </Panel>
      <Panel flush title="Attempts">
        <DataTable
          caption="Attempts to deliver"
          columns={COLUMNS}
          reading={{ ...reading, refetch: () => undefined }}
          keyOf={({ at }) => at}
          empty={{ icon: "clock", title: "Not tried yet", next: "It is sent in a moment." }}
        />
      </Panel>
      <Panel
        title="Payload"
        description="What stands under “transaction”. Account, time, hash and signature are added to each attempt."
      >
        <Code block tabIndex={0} role="group" aria-label="JSON">
          {indented(payload)}
        </Code>
      </Panel>
    </Stack>
  );
}

function factsOf(delivery: DeliveryDetails): Fact[] {
  const { id, transactionId, createdAt, state, dueAt, deliveredAt, setAsideAt } = delivery;
  return [
    { name: "Webhook id", value: <CopyValue value={id} label="Copy the webhook's id" /> },
    ...(transactionId === undefined ? [] : [{ name: "Transaction", value: transactionId }]),
    { name: "Written", value: <Moment at={createdAt} show="seconds" focusable /> },
    ...(state === "waiting"
      ? [{ name: "Next try", value: <Moment at={dueAt} show="seconds" focusable /> }]
      : []),
    ...(deliveredAt === undefined
      ? []
      : [{ name: "Delivered", value: <Moment at={deliveredAt} show="seconds" focusable /> }]),
    ...(setAsideAt === undefined
      ? []
      : [{ name: "Set aside", value: <SetAside {...delivery} at={setAsideAt} /> }]),
  ];
}

function SetAside({ at, setAsideWhy = "" }: DeliveryDetails & { readonly at: string }) {
  return (
    <>
      <Moment at={at} show="seconds" focusable />
      <Text size="sm" c="dimmed">
        {REASONS[setAsideWhy] ?? setAsideWhy}
      </Text>
    </>
  );
}

function Replay({ id, isDelivered }: { readonly id: string; readonly isDelivered: boolean }) {
  return (
    <ConfirmButton
      label="Send again"
      color="tide"
      question="Send this event again?"
      consequence={
        isDelivered
          ? "It has arrived before. It comes with the same webhook id, so that a careful receiver acts once."
          : "It is due at once, with three days of tries of its own."
      }
      send={() => api.post(`${PATH}/${id}/replay`)}
      said="It is sent again."
      refresh={[PATH]}
    />
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
