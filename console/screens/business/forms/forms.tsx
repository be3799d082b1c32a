/** The list of payment forms with their addresses. */
import { Group } from "@mantine/core";
import type { NumberedPage } from "../../../../src/interfaces/console/contract.ts";
import type { FormView } from "../../../../src/interfaces/console/forms/contract.ts";
import { useReading } from "../../../api.ts";
import { CopyButton } from "../../../parts/copy.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { ButtonLink } from "../../../parts/link.tsx";
import { PageHeader, Panel } from "../../../parts/panel.tsx";
import { Amount } from "../../../parts/values.tsx";
import { FormStatus } from "./form-status.tsx";

const METHODS = { card: "Card", ach: "Bank account" } as const;

const COLUMNS: readonly Column<FormView>[] = [
  { id: "title", header: "Title", cell: ({ title }) => title },
  { id: "amounts", header: "Amount", cell: (form) => <Amounts {...form} /> },
  {
    id: "methods",
    header: "Payment methods",
    cell: ({ methods }) => methods.map((method) => METHODS[method]).join(", "),
  },
  { id: "state", header: "Status", cell: (form) => <FormStatus {...form} /> },
  {
    id: "address",
    header: "URL",
    cell: ({ name, address }) => (
      <span className="sd-copy-value">
        <code>/pay/{name}</code>
        <CopyButton value={address} label="Copy form URL" />
      </span>
    ),
  },
];

const NEW = (
  <ButtonLink to="/new-form" leftSection={<Icon name="plus" size={16} />}>
    Create form
  </ButtonLink>
);

const ACTIONS = (
  <Group gap="xs">
    <ButtonLink to="/form-branding" variant="default">
      Branding
    </ButtonLink>
    {NEW}
  </Group>
);

export function Forms() {
  const reading = useReading<NumberedPage<FormView>>("/forms");
  return (
    <>
      <PageHeader
        title="Payment forms"
        description="Hosted pages where your customers pay. Share the URL or link to it from your website."
        actions={ACTIONS}
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
            title: "No payment forms yet",
            next: "Create a form to accept payments without writing code.",
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
        ? "1 choice"
        : `${amounts.choicesCents.length} choices`;
    case "free":
      return "Any amount";
  }
}
