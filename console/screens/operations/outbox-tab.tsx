/** What waits for delivery, and what was given up and can be sent again. */
import type {
  BacklogLine,
  Outbox,
  Replayed,
  SetAsideLine,
} from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { say } from "../../parts/notify.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { listOf } from "./lists.tsx";

const KINDS = { webhook: "Webhooks", mail: "Mail" } as const;

const WHY: Record<SetAsideLine["why"], string> = {
  gave_up: "Three days of failures",
  gone: "The receiver has gone",
  no_endpoint: "No endpoint",
  refused: "The mail server refused",
};

const WAITING: readonly Column<BacklogLine>[] = [
  { id: "account", header: "Account", cell: accountOf },
  { id: "kind", header: "Kind", cell: ({ kind }) => KINDS[kind] },
  { id: "waiting", header: "Waiting", cell: ({ waiting }) => formatCount(waiting), align: "end" },
  { id: "due", header: "Oldest was due", cell: ({ oldestDueAt }) => <Moment at={oldestDueAt} /> },
  { id: "tries", header: "Most tries", cell: ({ tries }) => formatCount(tries), align: "end" },
];

const SET_ASIDE: readonly Column<SetAsideLine>[] = [
  { id: "account", header: "Account", cell: accountOf },
  { id: "kind", header: "Kind", cell: ({ kind }) => KINDS[kind] },
  { id: "why", header: "Why", cell: ({ why }) => <StateBadge state={why} label={WHY[why]} /> },
  { id: "count", header: "Events", cell: ({ count }) => formatCount(count), align: "end" },
  { id: "oldest", header: "Oldest", cell: ({ oldestAt }) => <Moment at={oldestAt} /> },
  { id: "newest", header: "Newest", cell: ({ newestAt }) => <Moment at={newestAt} /> },
  { id: "act", header: "", cell: (line) => <Replay {...line} />, align: "end" },
];

export function OutboxTab() {
  const reading = useReading<Outbox>("/operations/outbox");
  return (
    <>
      <Panel title="Set aside" description="Nobody tries these any more." flush>
        <DataTable
          caption="Events set aside"
          columns={SET_ASIDE}
          reading={listOf(reading, ({ setAside }) => setAside)}
          keyOf={({ accountId, kind, why }) => `${accountId} ${kind} ${why}`}
          empty={{
            title: "Nothing was given up",
            next: "Events come here when their receiver has not taken them for three days.",
            icon: "check",
          }}
        />
      </Panel>
      <Panel title="Waiting" description="Those with the most events first." flush>
        <DataTable
          caption="Events that wait"
          columns={WAITING}
          reading={listOf(reading, ({ waiting }) => waiting)}
          keyOf={({ accountId, kind }) => `${accountId} ${kind}`}
          empty={{
            title: "Nothing waits",
            next: "Everything that happened has been told.",
            icon: "check",
          }}
        />
      </Panel>
    </>
  );
}

/** Account 0 is the installation itself. */
function accountOf({ accountId, accountName }: Pick<BacklogLine, "accountId" | "accountName">) {
  return accountName ?? (accountId === "0" ? "The installation" : accountId);
}

function Replay({ accountId, accountName }: SetAsideLine) {
  const name = accountOf({ accountId, accountName });
  return (
    <ConfirmButton<Replayed>
      size="compact-sm"
      color="tide"
      label="Send again"
      question={`Send ${name}'s failed events again?`}
      consequence="Every event of this account that failed is due at once, with three days of its own. The receiver may get some a second time."
      send={() => api.post<Replayed>(`/operations/outbox/${accountId}/replay`)}
      refresh={["/operations/outbox", "/operations/overview"]}
      done={({ count }) => say(`${formatCount(count)} on their way again.`)}
    />
  );
}
