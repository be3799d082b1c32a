/** All partners of the installation. */
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { PartnerRow } from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { ActiveBadge } from "./texts.tsx";

const TAKE = 50;

const COLUMNS: readonly Column<PartnerRow>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "reference", header: "Reference", cell: ({ reference }) => <code>{reference}</code> },
  {
    id: "parent",
    header: "Parent partner",
    cell: ({ parentName }) => parentName ?? "None (top level)",
  },
  { id: "state", header: "Status", cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
  {
    id: "created",
    header: "Created",
    cell: ({ createdAt }) => <Moment at={createdAt} show="date" />,
  },
];

const STATES = [
  { value: "yes", label: "Active" },
  { value: "no", label: "Disabled" },
];
const LEVELS = [
  { value: "root", label: "Top level" },
  { value: "sub", label: "Sub-partners" },
];

export function Partners() {
  const [url] = useUrlState({ text: "", active: "", level: "", page: 1 });
  const reading = useReading<NumberedPage<PartnerRow>>("/operator/partners", {
    ...url,
    take: TAKE,
  });
  const isFiltered = [url.text, url.active, url.level].some((value) => value !== "");
  return (
    <>
      <PageHeader
        title="Partners"
        description="Companies that manage devices. Partners add their own sub-partners."
        actions={<NewPartnerLink />}
      />
      <Filters names={["text", "active", "level"]}>
        <SearchFilter name="text" label="Search" placeholder="Name or reference" />
        <ChoiceFilter name="level" label="Level" options={LEVELS} />
        <ChoiceFilter name="active" label="Status" options={STATES} />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Partners"
          exports={{ path: "/operator/partners", params: url }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/all-partners/${id}`}
          pageSize={TAKE}
          empty={isFiltered ? NOT_FOUND : { ...NONE_YET, action: <NewPartnerLink /> }}
        />
      </Panel>
    </>
  );
}

const NOT_FOUND = {
  title: "No matching partners",
  next: "Search for part of a name or reference, or clear the filters.",
};
const NONE_YET = {
  title: "No partners yet",
  next: "Create the first partner.",
  icon: "partners",
} as const;

function NewPartnerLink() {
  return (
    <Allowed needs="operator.administer">
      <ButtonLink to="/all-partners/new" leftSection={<Icon name="plus" size={16} />}>
        Create partner
      </ButtonLink>
    </Allowed>
  );
}
