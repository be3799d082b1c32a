/** The webhook endpoints of an account, and its latest events. */
import { Stack } from "@mantine/core";
import type { WebhookView } from "../../../src/interfaces/console/business/contract.ts";
import type {
  AccountDetail,
  WebhookEventRow,
} from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { AddEndpoint, WebhookList } from "../business/webhook-list.tsx";
import { accountWebhooks } from "../business/webhook-place.ts";

export function AccountWebhook({ account }: AccountDetail) {
  const place = accountWebhooks(account);
  const reading = useReading<WebhookView>(place.api);
  return (
    <Stack gap="lg">
      <WhenLoaded reading={reading}>
        {(view) => (
          <WebhookList
            place={place}
            view={view}
            actions={<AddEndpoint place={place} view={view} />}
          />
        )}
      </WhenLoaded>
      <Panel title="Latest events" flush>
        <Events {...account} />
      </Panel>
    </Stack>
  );
}

const STATES = { waiting: "waiting", delivered: "good", set_aside: "bad" } as const;

function Events({ id, timeZone }: AccountDetail["account"]) {
  const path = `/operator/accounts/${id}/webhook/events`;
  const reading = useReading<{ items: WebhookEventRow[] }>(path);
  const columns: readonly Column<WebhookEventRow>[] = [
    { id: "event", header: "Event", cell: ({ event }) => event },
    {
      id: "transaction",
      header: "Transaction ID",
      cell: ({ transactionId }) => transactionId ?? "—",
    },
    {
      id: "state",
      header: "Status",
      cell: ({ state }) => <StateBadge state={state} tone={STATES[state]} />,
    },
    { id: "endpoint", header: "Endpoint", cell: ({ endpoint }) => endpoint, align: "end" },
    { id: "tries", header: "Attempts", cell: ({ tries }) => tries, align: "end" },
    {
      id: "at",
      header: "Created",
      cell: ({ createdAt }) => <Moment at={createdAt} zone={timeZone} show="seconds" />,
    },
  ];
  return (
    <DataTable
      caption="Latest webhook events"
      columns={columns}
      reading={reading}
      keyOf={({ eventId }) => eventId}
      empty={{
        title: "No events yet",
        next: "Events are sent here if the webhook is enabled.",
        icon: "webhook",
      }}
    />
  );
}
