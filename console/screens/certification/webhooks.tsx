/** Webhooks of every account: what was told to whom, and what came of it. */
import type { DeliveryLine } from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { EVENT_CHOICES } from "../../webhook-events.ts";
import { ReplayFailed } from "./webhook-replay.tsx";

const COLUMNS: readonly Column<DeliveryLine>[] = [
  { id: "event", header: "Event", cell: ({ event }) => event },
  { id: "account", header: "Account", cell: ({ accountName }) => accountName },
  { id: "transaction", header: "Transaction", cell: ({ transactionId }) => transactionId ?? "—" },
  { id: "written", header: "Written", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { id: "state", header: "State", cell: (line) => <DeliveryStateBadge line={line} /> },
  { id: "last", header: "Last answer", cell: (line) => lastOf(line) },
  { id: "tries", header: "Tries", cell: ({ attemptCount }) => attemptCount, align: "end" },
];

const STATES = [
  { value: "waiting", label: "Waiting" },
  { value: "delivered", label: "Delivered" },
  { value: "set_aside", label: "Set aside" },
];

export function Webhooks() {
  const [{ after: before, ...filter }] = useUrlState({
    account: "",
    state: "",
    event: "",
    after: "",
  });
  const reading = useReading<CursorPage<DeliveryLine>>("/certification/webhooks", {
    ...filter,
    before,
    take: 50,
  });
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Every event of every account, each attempt with what was sent and answered."
        actions={<ReplayFailed />}
      />
      <Filters names={["account", "state", "event"]}>
        <SearchFilter name="account" label="Account" placeholder="Account number" />
        <ChoiceFilter name="state" label="State" options={STATES} />
        <ChoiceFilter name="event" label="Event" options={EVENT_CHOICES} />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Webhooks, the newest first"
          columns={COLUMNS}
          reading={reading}
          keyOf={({ eventId }) => eventId}
          linkOf={({ accountId, eventId }) => `/certification/webhooks/${accountId}/${eventId}`}
          empty={{
            title: "No webhooks",
            next: "Give an account an endpoint (accounts webhook on the command line, or its settings), then make a payment.",
            icon: "webhook",
          }}
        />
      </Panel>
    </>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  gave_up: "Given up after three days",
  gone: "The receiver is gone (410)",
  no_endpoint: "No endpoint",
  refused: "Refused for good",
  not_wanted: "Not among the chosen events",
};

export function DeliveryStateBadge({ line }: { readonly line: DeliveryLine }) {
  const { state, setAsideWhy } = line;
  if (setAsideWhy === undefined) return <StateBadge state={state} />;
  return <StateBadge state={state} tone="attention" label={REASONS[setAsideWhy] ?? setAsideWhy} />;
}

function lastOf({ lastAttempt }: DeliveryLine): string {
  return lastAttempt === undefined ? "—" : lastAttempt.said.replaceAll("_", " ");
}
