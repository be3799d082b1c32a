/** Outgoing bank files, newest first. */
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type {
  BankFileLine,
  FileState,
} from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters } from "../../parts/filters.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { useClockNote } from "../merchant/list/clock-note.ts";
import { useBankOptions } from "./banks-tab.tsx";

const FILE_TONES: Record<FileState, Tone> = {
  building: "waiting",
  fixed: "waiting",
  prepared: "waiting",
  handed_over: "good",
};

/** Settlement does not change a file, but operators look for it. */
export function FileBadge({ file }: { readonly file: BankFileLine }) {
  const { state, settledAt, unconfirmedSince } = file;
  if (unconfirmedSince !== null) return <StateBadge state="unconfirmed" tone="bad" />;
  return <StateBadge state={settledAt === null ? state : "settled"} tone={FILE_TONES[state]} />;
}

const STATES = [
  { value: "building", label: "Building" },
  { value: "fixed", label: "Closed" },
  { value: "prepared", label: "Ready" },
  { value: "handed_over", label: "Sent" },
];

const COLUMNS: readonly Column<BankFileLine>[] = [
  { id: "name", header: "File", cell: ({ name }) => <span className="sd-summary">{name}</span> },
  {
    id: "bank",
    header: "Bank",
    cell: ({ connection }) => <span className="sd-one-line">{connection}</span>,
  },
  {
    id: "state",
    header: "Status",
    cell: (file) => <FileBadge file={file} />,
  },
  { id: "closed", header: "Closed", cell: ({ cutOffAt }) => <Moment at={cutOffAt} /> },
  { id: "effective", header: "Effective date", cell: ({ settlesOn }) => <Day day={settlesOn} /> },
  {
    id: "entries",
    header: "Entries",
    cell: ({ entryCount }) => formatCount(entryCount),
    align: "end",
  },
  {
    id: "debits",
    header: "Debits",
    cell: ({ debitCents }) => <Amount cents={debitCents} currency="USD" />,
    align: "end",
  },
  {
    id: "credits",
    header: "Credits",
    cell: ({ creditCents }) => <Amount cents={creditCents} currency="USD" />,
    align: "end",
  },
];

function Day({ day }: { readonly day: string }) {
  return <span className="sd-one-line">{day}</span>;
}

export function OutboundTab() {
  const [url] = useUrlState({ connection: "", state: "", after: "" });
  const reading = useReading<CursorPage<BankFileLine>>("/operations/bank-files", url);
  const banks = useBankOptions();
  const clock = useClockNote("business clock");
  return (
    <>
      <Filters names={["connection", "state"]}>
        <ChoiceFilter name="connection" label="Bank" options={banks} />
        <ChoiceFilter name="state" label="Status" options={STATES} />
      </Filters>
      <Panel flush title="Outgoing files" description={`Newest first. ${clock}`}>
        <DataTable
          caption="Outgoing bank files"
          exports={{ path: "/operations/bank-files", params: url }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/operations/bank-files/${id}`}
          empty={{
            title: "No files yet",
            next: "A file is created at each cutoff that has entries. See Banks for the next cutoff.",
            icon: "bank",
          }}
        />
      </Panel>
    </>
  );
}
