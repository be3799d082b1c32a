/** One outgoing bank file: its details, batches, and the entries of the selected batch. */
import "./operations.css";
import { Group, SimpleGrid, Text } from "@mantine/core";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type {
  BankFile,
  BankFileLine,
  BatchLine,
  FileEntryLine,
} from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { capitalize, formatCount } from "../../parts/formats.ts";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Facts, Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { listReading } from "./lists.tsx";
import { FileBadge } from "./outbound-tab.tsx";
import { ReverseButton } from "./reverse-button.tsx";

const CRUMBS = [{ label: "Bank files", to: "/operations/bank-files" }];

const BATCHES: readonly Column<BatchLine>[] = [
  { id: "number", header: "Batch", cell: ({ number }) => `Batch ${number}` },
  {
    id: "account",
    header: "Account",
    cell: ({ accountName, accountId }) => accountName ?? accountId,
  },
  { id: "sec", header: "SEC code", cell: ({ secCode }) => secCode },
  { id: "direction", header: "Direction", cell: ({ direction }) => capitalize(direction) },
  {
    id: "entries",
    header: "Entries",
    cell: ({ entryCount }) => formatCount(entryCount),
    align: "end",
  },
  {
    id: "amount",
    header: "Amount",
    cell: ({ amountCents }) => <Amount cents={amountCents} currency="USD" />,
    align: "end",
  },
];

const ENTRIES: readonly Column<FileEntryLine>[] = [
  { id: "trace", header: "Trace number", cell: ({ traceNumber }) => traceNumber },
  { id: "transaction", header: "Transaction ID", cell: ({ transactionId }) => transactionId },
  { id: "name", header: "Name", cell: ({ name }) => name ?? "—" },
  {
    id: "bank",
    header: "Bank account",
    cell: ({ last4, accountType }) => (
      <span className="sd-one-line">
        {last4 === null ? "—" : `${capitalize(accountType ?? "")} ••••${last4}`}
      </span>
    ),
  },
  {
    id: "state",
    header: "Status",
    cell: ({ state }) => (state === null ? "—" : <StateBadge state={state} />),
  },
  { id: "return", header: "Return reason", cell: returnText },
  {
    id: "amount",
    header: "Amount",
    cell: ({ amountCents }) => <Amount cents={amountCents} currency="USD" />,
    align: "end",
  },
];

export function BankFileScreen() {
  const id = usePathParam("fileId");
  const [{ batch }] = useUrlState({ batch: 0 });
  const reading = useReading<BankFile>(`/operations/bank-files/${id}`);
  const { data, error, refetch } = reading;
  if (data === undefined) {
    return <LoadingScreen title="Bank file" error={error} retry={refetch} />;
  }
  const open = batch === 0 ? (data.batches[0]?.number ?? 0) : batch;
  return (
    <>
      <FileHead file={data.file} />
      <Panel title="Batches" description="Select a batch to see its entries." flush>
        <DataTable
          caption="Batches"
          columns={BATCHES}
          reading={listReading(reading, ({ batches }) => batches)}
          keyOf={({ number }) => String(number)}
          linkOf={({ number }) => `/operations/bank-files/${id}?batch=${number}`}
          empty={{
            title: "No batches yet",
            next: "The file is being built. Check again in a moment.",
            icon: "bank",
          }}
        />
      </Panel>
      {open > 0 && <Entries file={data.file} batch={open} />}
    </>
  );
}

function FileHead({ file }: { readonly file: BankFileLine }) {
  const { name, connection, cutOff, cutOffAt, settlesOn, handedOverAt, settledAt } = file;
  const moment = (at: string | null) => (at === null ? "Not yet" : <Moment at={at} focusable />);
  return (
    <>
      <PageHeader
        title={name}
        crumbs={CRUMBS}
        badge={<FileBadge file={file} />}
        actions={isReversible(file) ? <ReverseButton fileName={name} /> : undefined}
      />
      {file.unconfirmedSince !== null && <Unconfirmed file={file} since={file.unconfirmedSince} />}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" mb="lg">
        <Figure label="Entries" value={formatCount(file.entryCount)} />
        <Figure label="Debits" value={<Amount cents={file.debitCents} currency="USD" />} />
        <Figure label="Credits" value={<Amount cents={file.creditCents} currency="USD" />} />
      </SimpleGrid>
      <Panel title="Details">
        <Facts
          facts={[
            { name: "Bank", value: connection },
            { name: "Cutoff", value: cutOffText(cutOff) },
            { name: "Closed", value: moment(cutOffAt) },
            { name: "Effective date", value: settlesOn },
            { name: "Sent", value: moment(handedOverAt) },
            { name: "Settled", value: moment(settledAt) },
          ]}
        />
      </Panel>
    </>
  );
}

/** The operator asks the bank, and records its answer. */
function Unconfirmed({ file, since }: { readonly file: BankFileLine; readonly since: string }) {
  const path = `/operations/bank-files/${file.id}`;
  const refresh = ["/operations/bank-files", "/operations/overview"];
  return (
    <Panel title="Ask the bank whether it has this file">
      <Text mb="md">
        It is not certain that the bank has received this file (since <Moment at={since} />
        ). It counts as sent, and its entries are not settled before you have recorded the bank's
        answer.
      </Text>
      <Group gap="xs">
        <ConfirmButton
          needs="operator.administer"
          label="The bank has it"
          color="blue"
          question={`Confirm ${file.name}?`}
          consequence="The file stays as sent, and its entries are settled when they are due."
          send={() => api.post(`${path}/confirm`, {})}
          successMessage="The file is confirmed."
          refresh={refresh}
        />
        <ConfirmButton
          needs="operator.administer"
          label="Send again"
          question={`Send ${file.name} again?`}
          consequence="Only if the bank has said that it does not have this file. Otherwise all its payments are made twice."
          send={() => api.post(`${path}/resend`, {})}
          successMessage="The file is sent again at the next exchange."
          refresh={refresh}
        />
      </Group>
    </Panel>
  );
}

function cutOffText(cutOff: string): string {
  if (cutOff === "forced") return "Requested manually";
  return cutOff.startsWith("reversal ") ? "Reversal of another file" : cutOff;
}

function isReversible(file: BankFileLine): boolean {
  return file.state === "handed_over" && !isReversal(file);
}

function isReversal({ cutOff }: BankFileLine): boolean {
  return cutOff.startsWith("reversal ");
}

const NO_ENTRIES = {
  title: "No entries",
  next: "Select another batch above.",
  icon: "bank",
} as const;
/** A transaction's entry is stored once, with the file that it was first sent in. */
const REVERSED_ENTRIES = {
  title: "See the original file for the entries",
  next: "This batch has those entries that no bank has returned, in the opposite direction. The original file is listed under Reversals.",
  icon: "bank",
} as const;

function Entries({ file, batch }: { readonly file: BankFileLine; readonly batch: number }) {
  const [{ after }] = useUrlState({ after: "" });
  const path = `/operations/bank-files/${file.id}/batches/${batch}/entries`;
  const reading = useReading<CursorPage<FileEntryLine>>(path, { after });
  return (
    <Panel
      title={`Entries of batch ${batch}`}
      description="Account numbers show the last four digits only."
      flush
      actions={
        isReversible(file) ? <ReverseButton fileName={file.name} batchNumber={batch} /> : undefined
      }
    >
      <DataTable
        caption={`Entries of batch ${batch}`}
        exports={{ path }}
        columns={ENTRIES}
        reading={reading}
        keyOf={({ sequence }) => String(sequence)}
        empty={isReversal(file) ? REVERSED_ENTRIES : NO_ENTRIES}
      />
    </Panel>
  );
}

function returnText({ returnCode, returnMeaning }: FileEntryLine) {
  if (returnCode === null) return "—";
  return (
    <span title={returnMeaning ?? undefined}>
      {returnCode}
      {returnMeaning !== null && <span className="sd-dimmed"> {returnMeaning}</span>}
    </span>
  );
}
