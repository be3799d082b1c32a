/** Returns that match no entry, with the reason, the return code, and marking them as resolved. */
import { Text } from "@mantine/core";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { UnmatchedLine } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters } from "../../parts/filters.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Amount, Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { useBankOptions } from "./banks-tab.tsx";
import { TwoLines } from "./lists.tsx";
import { ResolveButton } from "./resolve-button.tsx";

const REASONS: Record<UnmatchedLine["reason"], string> = {
  unknown_entry: "No entry has this trace number",
  amount_differs: "The amount differs from the entry",
  already_returned: "The entry was already returned",
};

const STATUSES = [
  { value: "resolved", label: "Resolved" },
  { value: "all", label: "All" },
];

const COLUMNS: readonly Column<UnmatchedLine>[] = [
  { id: "code", header: "Code", cell: (line) => <Code {...line} /> },
  { id: "reason", header: "Reason", cell: ({ reason }) => REASONS[reason] },
  { id: "trace", header: "Trace number", cell: ({ traceNumber }) => traceNumber },
  {
    id: "amount",
    header: "Amount",
    cell: ({ amountCents }) => <Amount cents={amountCents} currency="USD" />,
    align: "end",
  },
  {
    id: "file",
    header: "File",
    cell: ({ connection, fileName, line, receivedAt }) => (
      <TwoLines
        first={`${fileName}, line ${line}`}
        second={
          <>
            {connection}, <Moment at={receivedAt} />
          </>
        }
      />
    ),
  },
  { id: "resolved", header: "Resolved", cell: (line) => <Resolution {...line} /> },
];

export function UnmatchedTab() {
  const [url] = useUrlState({ connection: "", status: "", file: "", after: "" });
  const reading = useReading<CursorPage<UnmatchedLine>>("/operations/unmatched", url);
  const banks = useBankOptions();
  return (
    <>
      <Filters names={["connection", "status", "file"]}>
        <ChoiceFilter name="connection" label="Bank" options={banks} />
        <ChoiceFilter name="status" label="Status" options={STATUSES} all="Open" />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Unmatched returns"
          exports={{ path: "/operations/unmatched", params: url }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          empty={{
            title: "No unmatched returns",
            next: "All returns from banks match an entry.",
            icon: "check",
          }}
        />
      </Panel>
    </>
  );
}

function Code({ code, meaning }: UnmatchedLine) {
  const first = (
    <Text component="span" fw={600}>
      {code}
    </Text>
  );
  return <TwoLines first={first} second={meaning ?? "Unknown code"} />;
}

function Resolution(line: UnmatchedLine) {
  const { dealtAt, dealtBy, note } = line;
  if (dealtAt === null)
    return (
      <Allowed needs="operator.administer">
        <ResolveButton
          path={`/operations/unmatched/${line.id}/deal`}
          title={`Resolve ${line.code} for trace number ${line.traceNumber}`}
          placeholder="Told the bank that this entry is not ours."
          refresh={["/operations/unmatched", "/operations/overview"]}
        />
      </Allowed>
    );
  const second = (
    <>
      {dealtBy}, <Moment at={dealtAt} />
    </>
  );
  return <TwoLines first={note} second={second} />;
}
