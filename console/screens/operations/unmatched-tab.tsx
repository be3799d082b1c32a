/** What came for no entry of ours: why, what the code means, and dealing with it. */
import { Button, Group, Modal, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { UnmatchedLine } from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters } from "../../parts/filters.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";
import { Amount, Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { useBankOptions } from "./banks-tab.tsx";
import { TwoLines } from "./lists.tsx";

const REASONS: Record<UnmatchedLine["reason"], string> = {
  unknown_entry: "No entry of ours has this trace number",
  amount_differs: "The amount is not the entry's",
  already_returned: "The entry has come back before",
};

const WHICH = [
  { value: "dealt", label: "Dealt with" },
  { value: "all", label: "All" },
];

const COLUMNS: readonly Column<UnmatchedLine>[] = [
  { id: "code", header: "Code", cell: (line) => <Code {...line} /> },
  { id: "reason", header: "Why it is here", cell: ({ reason }) => REASONS[reason] },
  { id: "trace", header: "Trace", cell: ({ traceNumber }) => traceNumber },
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
  { id: "dealt", header: "Dealt with", cell: (line) => <Dealt {...line} /> },
];

export function UnmatchedTab() {
  const [url] = useUrlState({ connection: "", which: "", file: "", after: "" });
  const reading = useReading<CursorPage<UnmatchedLine>>("/operations/unmatched", url);
  const banks = useBankOptions();
  return (
    <>
      <Filters names={["connection", "which", "file"]}>
        <ChoiceFilter name="connection" label="Bank" options={banks} />
        <ChoiceFilter name="which" label="Which" options={WHICH} all="To be dealt with" />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Unmatched returns"
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          empty={{
            title: "Nothing to deal with",
            next: "Everything that banks sent back belongs to an entry of ours.",
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
  return <TwoLines first={first} second={meaning ?? "Not in use"} />;
}

function Dealt(line: UnmatchedLine) {
  const { dealtAt, dealtBy, note } = line;
  if (dealtAt === null) return <Deal {...line} />;
  const second = (
    <>
      {dealtBy}, <Moment at={dealtAt} />
    </>
  );
  return <TwoLines first={note} second={second} />;
}

function Deal({ id, code, traceNumber }: UnmatchedLine) {
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({ initialValues: { note: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post(`/operations/unmatched/${id}/deal`, values),
    said: "Dealt with.",
    refresh: ["/operations/unmatched", "/operations/overview"],
    done: close,
  });
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={open}>
        Deal with it
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={`${code} for ${traceNumber}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <form onSubmit={submit}>
          <Textarea
            label="What was done"
            description="It stays here and in the audit. No account numbers, please."
            placeholder="Told the bank that the entry is not ours."
            autosize
            minRows={3}
            maxLength={500}
            data-autofocus
            {...form.getInputProps("note")}
          />
          <FormTrouble trouble={trouble} />
          <Group justify="flex-end" mt="lg" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Mark as dealt with
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
