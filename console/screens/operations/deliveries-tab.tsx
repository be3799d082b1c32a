/** Webhooks and emails: pending deliveries, and failed ones that can be sent again. */
import type {
  BacklogLine,
  FailedEventsLine,
  Outbox,
  Replayed,
} from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { notifySuccess } from "../../parts/notify.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { listReading } from "./lists.tsx";

const KINDS = { webhook: "Webhooks", mail: "Emails" } as const;

const WHY: Record<FailedEventsLine["why"], string> = {
  gave_up: "No success after three days",
  gone: "Server answered 410 Gone",
  no_endpoint: "No webhook URL",
  refused: "Rejected by the mail server",
};

const WAITING: readonly Column<BacklogLine>[] = [
  { id: "account", header: "Account", cell: accountLabel },
  { id: "kind", header: "Type", cell: ({ kind }) => KINDS[kind] },
  { id: "waiting", header: "Pending", cell: ({ waiting }) => formatCount(waiting), align: "end" },
  { id: "due", header: "Oldest due", cell: ({ oldestDueAt }) => <Moment at={oldestDueAt} /> },
  { id: "tries", header: "Most attempts", cell: ({ tries }) => formatCount(tries), align: "end" },
];

const FAILED_EVENTS: readonly Column<FailedEventsLine>[] = [
  { id: "account", header: "Account", cell: accountLabel },
  { id: "kind", header: "Type", cell: ({ kind }) => KINDS[kind] },
  { id: "why", header: "Reason", cell: ({ why }) => <StateBadge state={why} label={WHY[why]} /> },
  { id: "count", header: "Deliveries", cell: ({ count }) => formatCount(count), align: "end" },
  { id: "oldest", header: "Oldest", cell: ({ oldestAt }) => <Moment at={oldestAt} /> },
  { id: "newest", header: "Newest", cell: ({ newestAt }) => <Moment at={newestAt} /> },
  { id: "act", header: "", cell: (line) => <Replay {...line} />, align: "end" },
];

export function DeliveriesTab() {
  const reading = useReading<Outbox>("/operations/outbox");
  return (
    <>
      <Panel title="Failed" description="These deliveries are no longer retried." flush>
        <DataTable
          caption="Failed deliveries"
          exports={{ path: "/operations/outbox" }}
          columns={FAILED_EVENTS}
          reading={listReading(reading, ({ failed }) => failed)}
          keyOf={({ accountId, kind, why }) => `${accountId} ${kind} ${why}`}
          empty={{
            title: "No failed deliveries",
            next: "Deliveries appear here if they do not succeed within three days.",
            icon: "check",
          }}
        />
      </Panel>
      <Panel title="Pending" description="Accounts with the most pending deliveries first." flush>
        <DataTable
          caption="Pending deliveries"
          columns={WAITING}
          reading={listReading(reading, ({ waiting }) => waiting)}
          keyOf={({ accountId, kind }) => `${accountId} ${kind}`}
          empty={{
            title: "No pending deliveries",
            next: "Everything was delivered.",
            icon: "check",
          }}
        />
      </Panel>
    </>
  );
}

/** Account 0 is the installation itself. */
function accountLabel({ accountId, accountName }: Pick<BacklogLine, "accountId" | "accountName">) {
  return accountName ?? (accountId === "0" ? "This installation" : accountId);
}

function Replay({ accountId, accountName }: FailedEventsLine) {
  const name = accountLabel({ accountId, accountName });
  return (
    <ConfirmButton<Replayed>
      size="compact-sm"
      color="tide"
      needs="operator.support"
      label="Resend"
      question={`Resend the failed deliveries of ${name}?`}
      consequence="All failed deliveries of this account are sent now and retried for three days. Some may arrive twice."
      send={() => api.post<Replayed>(`/operations/outbox/${accountId}/replay`)}
      refresh={["/operations/outbox", "/operations/overview"]}
      done={({ count }) =>
        notifySuccess(
          count === 1 ? "Resending 1 delivery." : `Resending ${formatCount(count)} deliveries.`,
        )
      }
    />
  );
}
