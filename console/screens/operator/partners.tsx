/** Every partner of the installation, whichever tenant it belongs to. */
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { PartnerRow } from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { SwitchState } from "./texts.tsx";

const TAKE = 50;

const COLUMNS: readonly Column<PartnerRow>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "reference", header: "Reference", cell: ({ reference }) => <code>{reference}</code> },
  { id: "parent", header: "Below", cell: ({ parentName }) => parentName ?? "At the top" },
  { id: "state", header: "State", cell: ({ isActive }) => <SwitchState isActive={isActive} /> },
  {
    id: "created",
    header: "Since",
    cell: ({ createdAt }) => <Moment at={createdAt} show="date" />,
  },
];

const STATES = [
  { value: "yes", label: "Active" },
  { value: "no", label: "Switched off" },
];
const LEVELS = [
  { value: "root", label: "At the top" },
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
        description="Whose programs manage terminals here. Sub-partners are entered by the partners themselves."
        actions={<NewPartnerLink />}
      />
      <Filters names={["text", "active", "level"]}>
        <SearchFilter name="text" label="Search" placeholder="Name or reference" />
        <ChoiceFilter name="level" label="Level" options={LEVELS} />
        <ChoiceFilter name="active" label="State" options={STATES} />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Partners"
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
  title: "No partner is like that",
  next: "Try part of a name or of a reference, or clear the filters.",
};
const NONE_YET = {
  title: "No partners yet",
  next: "Open the first one: its user gets a letter, and its parser key is shown once.",
  icon: "partners",
} as const;

function NewPartnerLink() {
  return (
    <ButtonLink to="/all-partners/new" leftSection={<Icon name="plus" size={16} />}>
      New partner
    </ButtonLink>
  );
}
