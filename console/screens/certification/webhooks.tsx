/** The webhooks of all accounts and their delivery status. */
import type { WebhookLine } from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { formatStatus } from "../../parts/status-labels.ts";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { EVENT_CHOICES } from "../../webhook-events.ts";
import { ReplayFailed } from "./webhook-replay.tsx";

const COLUMNS: readonly Column<WebhookLine>[] = [
  { id: "event", header: "Event", cell: ({ event }) => event },
  { id: "account", header: "Account", cell: ({ accountName }) => accountName },
  {
    id: "transaction",
    header: "Transaction ID",
    cell: ({ transactionId }) => transactionId ?? "—",
  },
  { id: "written", header: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { id: "state", header: "Status", cell: (line) => <DeliveryStateBadge line={line} /> },
  { id: "last", header: "Last response", cell: (line) => lastResponse(line) },
  { id: "tries", header: "Attempts", cell: ({ attemptCount }) => attemptCount, align: "end" },
];

const STATES = [
  { value: "waiting", label: "Pending" },
  { value: "delivered", label: "Delivered" },
  { value: "set_aside", label: "Failed" },
];

export function Webhooks() {
  const [{ after: before, ...filter }] = useUrlState({
    account: "",
    state: "",
    event: "",
    after: "",
  });
  const reading = useReading<CursorPage<WebhookLine>>("/certification/webhooks", {
    ...filter,
    before,
    take: 50,
  });
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Every event of every account, with each delivery attempt."
        actions={
          <Allowed needs="operator.support">
            <ReplayFailed />
          </Allowed>
        }
      />
      <Filters names={["account", "state", "event"]}>
        <SearchFilter name="account" label="Account" placeholder="Account number" />
        <ChoiceFilter name="state" label="Status" options={STATES} />
        <ChoiceFilter name="event" label="Event" options={EVENT_CHOICES} />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Webhooks, newest first"
          exports={{ path: "/certification/webhooks", params: filter }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ eventId }) => eventId}
          linkOf={({ accountId, eventId }) => `/certification/webhooks/${accountId}/${eventId}`}
          empty={{
            title: "No webhooks",
            next: "Set a webhook URL for an account in its settings, then make a payment.",
            icon: "webhook",
          }}
        />
      </Panel>
    </>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  gave_up: "Failed after three days",
  gone: "Server answered 410 Gone",
  no_endpoint: "No webhook URL",
  refused: "Rejected permanently",
  not_wanted: "Not subscribed",
};

export function DeliveryStateBadge({ line }: { readonly line: WebhookLine }) {
  const { state, failureReason } = line;
  if (failureReason === undefined) return <StateBadge state={state} />;
  return (
    <StateBadge state={state} tone="attention" label={REASONS[failureReason] ?? failureReason} />
  );
}

function lastResponse({ lastAttempt }: WebhookLine): string {
  return lastAttempt === undefined ? "—" : formatStatus(lastAttempt.lastResponse);
}
