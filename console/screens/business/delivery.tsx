/** One webhook delivery: its payload, every attempt with its response, and resending it. */
import { Code, Stack, Text } from "@mantine/core";
import type { DeliveryDetails } from "../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { type Fact, Facts, PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { formatStatus } from "../../parts/status-labels.ts";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { DeliveryBadge } from "./deliveries.tsx";

const PATH = "/settings/webhook/deliveries";

const REASONS: Readonly<Record<string, string>> = {
  gave_up: "No success after three days of attempts",
  gone: "Your server answered 410 Gone",
  no_endpoint: "The endpoint was removed or disabled",
  not_wanted: "Not subscribed to this event",
};

type Attempt = DeliveryDetails["attempts"][number];

const COLUMNS: readonly Column<Attempt>[] = [
  { id: "at", header: "Date", cell: ({ at }) => <Moment at={at} show="seconds" /> },
  { id: "outcome", header: "Result", cell: ({ outcome }) => <StateBadge state={outcome} /> },
  { id: "status", header: "HTTP status", align: "end", cell: ({ status }) => status ?? "—" },
  { id: "took", header: "Duration", align: "end", cell: ({ durationMs }) => `${durationMs} ms` },
  {
    id: "answer",
    header: "Response",
    cell: ({ answer, failure }) => <Code>{answer || (failure ? formatStatus(failure) : "—")}</Code>,
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
  return (
    <Stack gap="lg">
      <Panel>
        <Facts facts={deliveryFacts(delivery)} />
      </Panel>
      <Panel flush title="Attempts">
        <DataTable
          caption="Delivery attempts"
          columns={COLUMNS}
          reading={loadedList(attempts)}
          keyOf={({ at }) => at}
          empty={{
            icon: "clock",
            title: "No attempts yet",
            next: "The event is sent in a moment.",
          }}
        />
      </Panel>
      <Panel
        title="Payload"
        description="The “transaction” object of the webhook. Account, time, hash and signature are added to each attempt."
      >
        <Code block tabIndex={0} role="group" aria-label="JSON">
          {formatJson(payload)}
        </Code>
      </Panel>
    </Stack>
  );
}

function deliveryFacts(delivery: DeliveryDetails): Fact[] {
  const { webhookId, endpoint, transactionId, createdAt, state, dueAt, deliveredAt, setAsideAt } =
    delivery;
  return [
    { name: "Webhook ID", value: <CopyValue value={webhookId} label="Copy webhook ID" /> },
    { name: "Endpoint", value: endpoint },
    ...(transactionId === undefined ? [] : [{ name: "Transaction ID", value: transactionId }]),
    { name: "Created", value: <Moment at={createdAt} show="seconds" focusable /> },
    ...(state === "waiting"
      ? [{ name: "Next attempt", value: <Moment at={dueAt} show="seconds" focusable /> }]
      : []),
    ...(deliveredAt === undefined
      ? []
      : [{ name: "Delivered", value: <Moment at={deliveredAt} show="seconds" focusable /> }]),
    ...(setAsideAt === undefined
      ? []
      : [{ name: "Failed", value: <FailureReason {...delivery} at={setAsideAt} /> }]),
  ];
}

function FailureReason({ at, setAsideWhy = "" }: DeliveryDetails & { readonly at: string }) {
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
      label="Resend"
      color="tide"
      question="Resend this event?"
      consequence={
        isDelivered
          ? "This event was already delivered. It keeps its webhook ID, so your server can detect the duplicate."
          : "We send it now and retry for three days if needed."
      }
      send={() => api.post(`${PATH}/${id}/replay`)}
      successMessage="Resending the event."
      refresh={[PATH]}
    />
  );
}

function formatJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
