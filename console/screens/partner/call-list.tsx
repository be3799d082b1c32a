/** A list of parser requests, newest first: all, or of one device. */
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { ParserCall } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { CallResult } from "./pieces/texts.tsx";

const WHEN: Column<ParserCall> = {
  id: "at",
  header: "Date",
  cell: ({ at }) => <Moment at={at} show="seconds" />,
};
const DEVICE: Column<ParserCall> = {
  id: "device",
  header: "Device",
  cell: ({ device }) => device?.serialNumber ?? "—",
};
const COLUMNS: readonly Column<ParserCall>[] = [
  { id: "result", header: "Result", cell: (call) => <CallResult call={call} /> },
  { id: "reference", header: "Reference", cell: ({ reference }) => reference ?? "—" },
  {
    id: "took",
    header: "Duration",
    align: "end",
    cell: ({ tookMs }) => <span className="sd-amount">{tookMs} ms</span>,
  },
];
const ALL: readonly Column<ParserCall>[] = [
  WHEN,
  DEVICE,
  { id: "client", header: "Client", cell: ({ client }) => client?.name ?? "—" },
  ...COLUMNS,
];
const OF_DEVICE: readonly Column<ParserCall>[] = [WHEN, ...COLUMNS];

interface CallListProps {
  readonly deviceId?: string;
  readonly filters?: Readonly<Record<string, string>>;
}

export function CallList({ deviceId, filters = {} }: CallListProps) {
  const [{ after }] = useUrlState({ after: "" });
  const question = { ...filters, after, ...(deviceId && { device: deviceId }) };
  const reading = useReading<CursorPage<ParserCall>>("/management/parser-log", question);
  const isOne = deviceId !== undefined;
  return (
    <Panel flush {...(isOne && { title: "Parser requests" })}>
      <DataTable
        caption="Parser requests"
        exports={{ path: "/management/parser-log", params: question }}
        columns={isOne ? OF_DEVICE : ALL}
        reading={reading}
        keyOf={({ messageId }) => messageId}
        linkOf={({ messageId }) => `/management/parser-log/${messageId}`}
        empty={{
          icon: "log",
          title: "No parser requests",
          next: isOne
            ? "Requests appear here when this device's payloads reach the parser."
            : "No requests match these filters.",
        }}
      />
    </Panel>
  );
}
