/** The list of all accounts, with search by name or number. */
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type {
  AccountChoices,
  AccountRow,
} from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { ActiveBadge } from "./texts.tsx";

const COLUMNS: readonly Column<AccountRow>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  {
    id: "number",
    header: "Account number",
    cell: ({ id }) => <span className="sd-amount">{id}</span>,
  },
  {
    id: "kind",
    header: "Type",
    cell: ({ isAgent }) =>
      isAgent ? <StateBadge state="agent" tone="waiting" label="Agent" /> : "Merchant",
  },
  { id: "parent", header: "Parent account", cell: ({ parentName }) => parentName ?? "—" },
  { id: "ach", header: "ACH", cell: ({ achProcessor }) => achProcessor ?? "—" },
  { id: "state", header: "Status", cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
  {
    id: "created",
    header: "Created",
    cell: ({ createdAt, timeZone }) => <Moment at={createdAt} zone={timeZone} show="date" />,
  },
];

const STATES = [
  { value: "yes", label: "Active" },
  { value: "no", label: "Disabled" },
];
const KINDS = [
  { value: "merchant", label: "Merchants" },
  { value: "agent", label: "Agents" },
];
const TAKE = 50;

export function Accounts() {
  const [url] = useUrlState({ text: "", active: "", kind: "", ach: "", page: 1 });
  const reading = useReading<NumberedPage<AccountRow>>("/operator/accounts", {
    ...url,
    take: TAKE,
  });
  const isFiltered = [url.text, url.active, url.kind, url.ach].some((value) => value !== "");
  return (
    <>
      <PageHeader
        title="Accounts"
        description="All merchants and agents."
        actions={<NewAccountLink />}
      />
      <AccountFilters />
      <Panel flush>
        <DataTable
          caption="Accounts"
          exports={{ path: "/operator/accounts", params: url }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/accounts/${id}`}
          pageSize={TAKE}
          empty={isFiltered ? NOT_FOUND : { ...NONE_YET, action: <NewAccountLink /> }}
        />
      </Panel>
    </>
  );
}

const NOT_FOUND = {
  title: "No matching accounts",
  next: "Search for part of a name or the beginning of a number, or clear the filters.",
};
const NONE_YET = {
  title: "No accounts yet",
  next: "Create the first account.",
  icon: "account",
} as const;

function NewAccountLink() {
  return (
    <Allowed needs="operator.administer">
      <ButtonLink to="/accounts/new" leftSection={<Icon name="plus" size={16} />}>
        Create account
      </ButtonLink>
    </Allowed>
  );
}

function AccountFilters() {
  const { data } = useReading<AccountChoices>("/operator/choices");
  const banks = (data?.achProcessors ?? []).map((name) => ({ value: name, label: name }));
  return (
    <Filters names={["text", "active", "kind", "ach"]}>
      <SearchFilter name="text" label="Search" placeholder="Name or number" />
      <ChoiceFilter name="active" label="Status" options={STATES} />
      <ChoiceFilter name="kind" label="Type" options={KINDS} />
      <ChoiceFilter
        name="ach"
        label="ACH processor"
        options={[...banks, { value: "none", label: "None" }]}
      />
    </Filters>
  );
}
