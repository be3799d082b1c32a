/** The request log: every call of every interface, filtered, and live as it comes in. */
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
  { id: "path", header: "Address", cell: ({ path }) => <span className="sd-path">{path}</span> },
  { id: "actor", header: "Who", cell: ({ actor }) => actor ?? "—" },
  { id: "took", header: "Took", cell: ({ tookMs }) => `${tookMs.toFixed(1)} ms`, align: "end" },
];

const INTERFACES = [
  { value: "/api/qsapi/3.8", label: "Payments" },
  { value: "/api/tsapi/3.8", label: "Transaction status" },
  { value: "/api/rsapi/3.8", label: "Reporting" },
  { value: "/api/v1", label: "Partner management" },
  { value: "/api/decrypt/parser", label: "Device payload parser" },
  { value: "/api/json", label: "Mobile point-of-sale" },
  { value: "/pay", label: "Payment form" },
];

const STATUSES = [
  { value: "2", label: "2xx: taken" },
  { value: "3", label: "3xx: elsewhere" },
  { value: "4", label: "4xx: refused" },
  { value: "5", label: "5xx: an internal error" },
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
        description="Every call of the six interfaces, masked, for seven days. Logins in headers are not kept."
        actions={
          <LiveButton isLive={isLive} isAsleep={tail.isAsleep} toggle={() => setLive(!isLive)} />
        }
      />
      <Filters names={Object.keys(FILTERS)}>
        <SearchFilter name="text" label="Text" placeholder="In the request, answer or id" />
        <SearchFilter name="path" label="Address" placeholder="Part of the address" />
        <SearchFilter name="actor" label="Who" placeholder="account 1200…" />
        <ChoiceFilter name="interfaceName" label="Interface" options={INTERFACES} />
        <ChoiceFilter name="status" label="Status" options={STATUSES} />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Requests, the newest first"
          columns={COLUMNS}
          reading={{ ...reading, data: data && { ...data, items } }}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/certification/requests/${id}`}
          markOf={({ id }) => (fresh.has(id) ? "new" : undefined)}
          empty={{
            title: next === undefined ? "No requests" : "None among the newest",
            next: "Send something to an interface, or clear the filters: it appears here at once.",
            icon: "log",
            action: next !== undefined && (
              <Button variant="default" onClick={() => setUrl({ after: next })}>
                Look further back
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
  const words = isAsleep ? "Asleep: move to go on" : "Live: pause";
  return (
    <Button variant={isLive ? "light" : "default"} aria-pressed={isLive} onClick={toggle}>
      {isLive ? words : "Paused: go on"}
    </Button>
  );
}

export function HttpStatus({ status }: { readonly status: number }) {
  const tones: readonly Tone[] = ["quiet", "quiet", "good", "waiting", "attention", "bad"];
  const tone = tones[Math.floor(status / 100)] ?? "quiet";
  return <StateBadge state={String(status)} tone={tone} />;
}
