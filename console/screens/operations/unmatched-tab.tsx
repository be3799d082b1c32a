/** Returns that match no entry, with the reason, the return code, and marking them as resolved. */
import { Button, Group, Modal, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { UnmatchedLine } from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters } from "../../parts/filters.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { Amount, Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { useBankOptions } from "./banks-tab.tsx";
import { TwoLines } from "./lists.tsx";

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
        <ResolveButton {...line} />
      </Allowed>
    );
  const second = (
    <>
      {dealtBy}, <Moment at={dealtAt} />
    </>
  );
  return <TwoLines first={note} second={second} />;
}

function ResolveButton({ id, code, traceNumber }: UnmatchedLine) {
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({ initialValues: { note: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post(`/operations/unmatched/${id}/deal`, values),
    successMessage: "Marked as resolved.",
    refresh: ["/operations/unmatched", "/operations/overview"],
    done: close,
  });
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={open}>
        Resolve
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={`Resolve ${code} for trace number ${traceNumber}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <form onSubmit={submit}>
          <Textarea
            label="Resolution"
            description="Saved here and in the audit log. Do not enter account numbers."
            placeholder="Told the bank that this entry is not ours."
            autosize
            minRows={3}
            maxLength={500}
            data-autofocus
            {...form.getInputProps("note")}
          />
          <FormError trouble={trouble} />
          <Group justify="flex-end" mt="lg" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Mark as resolved
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
