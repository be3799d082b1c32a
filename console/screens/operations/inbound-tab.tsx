/** Incoming files from banks: their content and errors. */
import { Text } from "@mantine/core";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { InboundFileLine } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters } from "../../parts/filters.tsx";
import { formatCount } from "../../parts/formats.ts";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { useClockNote } from "../merchant/list/clock-note.ts";
import { useBankOptions } from "./banks-tab.tsx";
import { TwoLines } from "./lists.tsx";
import { ResolveButton } from "./resolve-button.tsx";

const TONES: Record<InboundFileLine["state"], Tone> = {
  read: "good",
  invalid: "bad",
  too_big: "bad",
};

const STATES = [
  { value: "read", label: "Processed" },
  { value: "invalid", label: "Has errors" },
  { value: "too_big", label: "Too large" },
];

const COLUMNS: readonly Column<InboundFileLine>[] = [
  { id: "name", header: "File", cell: ({ name }) => <span className="sd-summary">{name}</span> },
  {
    id: "bank",
    header: "Bank",
    cell: ({ connection }) => <span className="sd-one-line">{connection}</span>,
  },
  {
    id: "state",
    header: "Status",
    cell: ({ state }) => <StateBadge state={state} tone={TONES[state]} />,
  },
  { id: "received", header: "Received", cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  {
    id: "items",
    header: "Entries",
    cell: ({ itemCount }) => formatCount(itemCount),
    align: "end",
  },
  { id: "unmatched", header: "Unmatched", cell: (line) => <Unmatched {...line} />, align: "end" },
  { id: "errors", header: "Errors", cell: (line) => <FileErrors {...line} /> },
  { id: "resolved", header: "Resolved", cell: (line) => <Resolution {...line} /> },
];
const UNREAD = [{ value: "yes", label: "Not resolved" }];

export function InboundTab() {
  const [url] = useUrlState({ connection: "", state: "", unread: "", after: "" });
  const reading = useReading<CursorPage<InboundFileLine>>("/operations/inbound-files", url);
  const banks = useBankOptions();
  const clock = useClockNote("business clock");
  return (
    <>
      <Filters names={["connection", "state", "unread"]}>
        <ChoiceFilter name="connection" label="Bank" options={banks} />
        <ChoiceFilter name="state" label="Status" options={STATES} />
        <ChoiceFilter name="unread" label="Resolution" options={UNREAD} />
      </Filters>
      <Panel flush title="Incoming files" description={`Newest first. ${clock}`}>
        <DataTable
          caption="Incoming bank files"
          exports={{ path: "/operations/inbound-files", params: url }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          empty={{
            title: "No files yet",
            next: "Banks place returns and notifications of change in their inbox directory. Files are processed within a minute.",
            icon: "bank",
          }}
        />
      </Panel>
    </>
  );
}

function Unmatched({ id, unmatchedCount }: InboundFileLine) {
  if (unmatchedCount === 0) return "0";
  const to = `/operations/bank-files?tab=unmatched&status=all&file=${id}`;
  return <TextLink to={to}>{formatCount(unmatchedCount)}</TextLink>;
}

function Resolution({ id, name, state, dealtAt, dealtBy, note }: InboundFileLine) {
  if (state === "read") return "—";
  if (dealtAt !== null) {
    const second = (
      <>
        {dealtBy}, <Moment at={dealtAt} />
      </>
    );
    return <TwoLines first={note} second={second} />;
  }
  return (
    <Allowed needs="operator.administer">
      <ResolveButton
        path={`/operations/inbound-files/${id}/deal`}
        title={`Resolve ${name}`}
        placeholder="The bank sent a corrected file."
        refresh={["/operations/inbound-files", "/operations/overview"]}
      />
    </Allowed>
  );
}

/** The first error is shown, the others expand. */
function FileErrors({ errors }: InboundFileLine) {
  if (errors === null) return "—";
  const [first = "", ...others] = errors.split("\n");
  if (others.length === 0) return <span className="sd-summary">{first}</span>;
  return (
    <details className="sd-summary">
      <summary>{first}</summary>
      {others.map((error) => (
        <Text key={error} size="sm" mt={4}>
          {error}
        </Text>
      ))}
    </details>
  );
}
