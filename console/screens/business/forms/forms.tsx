/** A merchant's payment forms, with the addresses that customers are given. */
import type { FormView } from "../../../../src/interfaces/console/business/contract.ts";
import type { NumberedPage } from "../../../../src/interfaces/console/contract.ts";
import { useReading } from "../../../api.ts";
import { CopyButton } from "../../../parts/copy.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { ButtonLink } from "../../../parts/link.tsx";
import { PageHeader, Panel } from "../../../parts/panel.tsx";
import { Amount } from "../../../parts/values.tsx";
import { FormState } from "./form-switch.tsx";

const METHODS = { card: "Card", ach: "Bank account" } as const;

const COLUMNS: readonly Column<FormView>[] = [
  { id: "title", header: "Title", cell: ({ title }) => title },
  { id: "amounts", header: "Amounts", cell: (form) => <Amounts {...form} /> },
  {
    id: "methods",
    header: "Paid by",
    cell: ({ methods }) => methods.map((method) => METHODS[method]).join(", "),
  },
  { id: "state", header: "State", cell: (form) => <FormState {...form} /> },
  {
    id: "address",
    header: "Address",
    cell: ({ name, address }) => (
      <span className="sd-copy-value">
        <code>/pay/{name}</code>
        <CopyButton value={address} label="Copy the form's address" />
      </span>
    ),
  },
];

const NEW = (
  <ButtonLink to="/new-form" leftSection={<Icon name="plus" size={16} />}>
    New form
  </ButtonLink>
);

export function Forms() {
  const reading = useReading<NumberedPage<FormView>>("/forms");
  return (
    <>
      <PageHeader
        title="Payment forms"
        description="Pages of ours on which your customers pay. Give them the address, or link to it from your own pages."
        actions={NEW}
      />
      <Panel flush>
        <DataTable
          caption="Payment forms"
          columns={COLUMNS}
          reading={reading}
          pageSize={200}
          keyOf={({ name }) => name}
          linkOf={({ name }) => `/forms/${name}`}
          empty={{
            icon: "form",
            title: "No forms yet",
            next: "Make one, and customers can pay without a line of program.",
            action: NEW,
          }}
        />
      </Panel>
    </>
  );
}

function Amounts({ amounts }: FormView) {
  switch (amounts.kind) {
    case "fixed":
      return <Amount cents={amounts.amountCents} />;
    case "chosen":
      return amounts.choicesCents.length === 1
        ? "One choice"
        : `${amounts.choicesCents.length} choices`;
    case "free":
      return "Free";
  }
}
