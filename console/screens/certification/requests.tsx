/** The log of all API requests, with filters and live updates. */
import "./certification.css";
import { Button } from "@mantine/core";
import { useState } from "react";
import type { RequestLine } from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { useTail } from "./tail.ts";

const COLUMNS: readonly Column<RequestLine>[] = [
  {
    id: "at",
    header: "Received",
    cell: ({ receivedAt }) => <Moment at={receivedAt} show="seconds" />,
  },
  { id: "status", header: "Status", cell: ({ status }) => <HttpStatus status={status} /> },
  { id: "method", header: "Method", cell: ({ method }) => method },
  { id: "path", header: "URL", cell: ({ path }) => <span className="sd-path">{path}</span> },
  { id: "actor", header: "Caller", cell: ({ actor }) => actor ?? "—" },
  { id: "took", header: "Duration", cell: ({ tookMs }) => `${tookMs.toFixed(1)} ms`, align: "end" },
];

const INTERFACES = [
  { value: "/api/qsapi/3.8", label: "Payments" },
  { value: "/api/tsapi/3.8", label: "Status" },
  { value: "/api/rsapi/3.8", label: "Reporting" },
  { value: "/api/v1", label: "Management" },
  { value: "/api/decrypt/parser", label: "Parser" },
  { value: "/api/json", label: "Point of sale" },
  { value: "/pay", label: "Payment form" },
];

const STATUSES = [
  { value: "2", label: "2xx: Success" },
  { value: "3", label: "3xx: Redirect" },
  { value: "4", label: "4xx: Request error" },
  { value: "5", label: "5xx: Server error" },
];

const FILTERS = { text: "", path: "", actor: "", interfaceName: "", status: "" };

export function Requests() {
  const [{ after: before, ...filter }, setUrl] = useUrlState({ ...FILTERS, after: "" });
  const [isLive, setLive] = useState(true);
  const reading = useReading<CursorPage<RequestLine>>("/certification/requests", {
    ...filter,
    before,
    take: 50,
  });
  const { data, isPlaceholderData } = reading;
  const isAtTop = before === "" && data !== undefined && !isPlaceholderData;
  const tail = useTail(filter, { from: data?.items[0]?.id ?? "0", isOn: isLive && isAtTop });
  const items = isAtTop ? [...tail.fresh, ...data.items] : (data?.items ?? []);
  const fresh = new Set(tail.fresh.map(({ id }) => id));
  const next = data?.next;
  return (
    <>
      <PageHeader
        title="Request log"
        description="Every API request of the last 7 days, with sensitive data masked. Authorization headers are not stored."
        actions={
          <LiveButton isLive={isLive} isAsleep={tail.isAsleep} toggle={() => setLive(!isLive)} />
        }
      />
      <Filters names={Object.keys(FILTERS)}>
        <SearchFilter name="text" label="Search" placeholder="Text in request, response or ID" />
        <SearchFilter name="path" label="URL" placeholder="Part of the URL" />
        <SearchFilter name="actor" label="Caller" placeholder="account 1200…" />
        <ChoiceFilter name="interfaceName" label="API" options={INTERFACES} />
        <ChoiceFilter name="status" label="Status" options={STATUSES} />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Requests, newest first"
          columns={COLUMNS}
          reading={{ ...reading, data: data && { ...data, items } }}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/certification/requests/${id}`}
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

export function HttpStatus({ status }: { readonly status: number }) {
  const tones: readonly Tone[] = ["quiet", "quiet", "good", "waiting", "attention", "bad"];
  const tone = tones[Math.floor(status / 100)] ?? "quiet";
  return <StateBadge state={String(status)} tone={tone} />;
}
