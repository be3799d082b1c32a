/** The log of API requests, with filters and live updates. */
import "../certification/certification.css";
import { Button } from "@mantine/core";
import { useState } from "react";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { RequestLine } from "../../../src/interfaces/console/requests/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Amount, Moment } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { FILTERS, RequestFilters } from "./request-filters.tsx";
import { useTail } from "./tail.ts";

const OWNER: Column<RequestLine> = {
  id: "owner",
  header: "Account",
  isFreeText: true,
  cell: ({ owner }) => owner?.name ?? "—",
};

const OWN_COLUMNS: readonly Column<RequestLine>[] = [
  {
    id: "at",
    header: "Received",
    cell: ({ receivedAt }) => <Moment at={receivedAt} show="seconds" />,
  },
  { id: "operation", header: "Operation", cell: ({ operation }) => operation },
  { id: "outcome", header: "Outcome", cell: (line) => <OutcomeBadge {...line} /> },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amountCents, currency = "USD" }) =>
      amountCents === undefined ? "—" : <Amount cents={amountCents} currency={currency} />,
  },
  { id: "status", header: "HTTP status", cell: ({ status }) => status, align: "end" },
  {
    id: "took",
    header: "Duration",
    cell: ({ tookMs }) => <span className="sd-amount">{tookMs.toFixed(1)} ms</span>,
    align: "end",
  },
];
const ALL_COLUMNS = [...OWN_COLUMNS.slice(0, 2), OWNER, ...OWN_COLUMNS.slice(2)];

export const ALL_PATH = "/certification/requests";
export const OWN_PATH = "/requests";

export function AllRequests() {
  return (
    <RequestLog
      path={ALL_PATH}
      columns={ALL_COLUMNS}
      description="Every API request of the last 7 days, with sensitive data masked. Authorization headers are not stored."
    />
  );
}

export function OwnRequests() {
  const { home, kind } = useSession().person;
  const named = kind === "merchant" ? "account" : "partner";
  return (
    <RequestLog
      path={OWN_PATH}
      columns={OWN_COLUMNS}
      description={`The API requests of ${home?.name} in the last 7 days, with sensitive data masked. A request whose login failed is listed if it named your ${named}.`}
    />
  );
}

interface RequestLogProps {
  /** The path of the page and of its API. */
  readonly path: string;
  readonly columns: readonly Column<RequestLine>[];
  readonly description: string;
}

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

function RequestLog({ path, columns, description }: RequestLogProps) {
  const [{ after: before, ...chosen }, setUrl] = useUrlState({ ...FILTERS, after: "" });
  const { timeZone: zone = BROWSER_ZONE } = useSession();
  const [isLive, setLive] = useState(true);
  const filter = { ...chosen, zone };
  const reading = useReading<CursorPage<RequestLine>>(path, { ...filter, before, take: 50 });
  const { data, isPlaceholderData } = reading;
  const isAtTop = before === "" && data !== undefined && !isPlaceholderData;
  const from = data?.items[0]?.id ?? "0";
  const tail = useTail(`${path}/newer`, filter, { from, isOn: isLive && isAtTop });
  const items = isAtTop ? [...tail.fresh, ...data.items] : (data?.items ?? []);
  const fresh = new Set(tail.fresh.map(({ id }) => id));
  const next = data?.next;
  return (
    <>
      <PageHeader
        title="Request log"
        description={description}
        actions={
          <LiveButton isLive={isLive} isAsleep={tail.isAsleep} toggle={() => setLive(!isLive)} />
        }
      />
      <RequestFilters />
      <Panel flush>
        <DataTable
          caption="Requests, newest first"
          exports={{ path, params: filter }}
          columns={columns}
          reading={{ ...reading, data: data && { ...data, items } }}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `${path}/${id}`}
          markOf={({ id }) => (fresh.has(id) ? "new" : undefined)}
          empty={{
            title: next === undefined ? "No requests" : "No recent matches",
            next: "Send a request to one of the APIs, or clear the filters.",
            icon: "log",
            action: next !== undefined && (
              <Button variant="default" onClick={() => setUrl({ after: next })}>
                Search further back
              </Button>
            ),
          }}
        />
      </Panel>
    </>
  );
}

interface LiveButtonProps {
  readonly isLive: boolean;
  readonly isAsleep: boolean;
  toggle(): void;
}

function LiveButton({ isLive, isAsleep, toggle }: LiveButtonProps) {
  const label = isAsleep ? "Paused while you were away" : "Pause live updates";
  return (
    <Button variant={isLive ? "light" : "default"} aria-pressed={isLive} onClick={toggle}>
      {isLive ? label : "Resume live updates"}
    </Button>
  );
}
