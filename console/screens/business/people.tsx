/** The people of the point of sale: who there is, as what, and who has yet to answer an invitation. */
import { Group, Text } from "@mantine/core";
import type { PosPerson } from "../../../src/interfaces/console/business/contract.ts";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { InvitePerson, PersonActions } from "./person-actions.tsx";

const PAGE_SIZE = 50;

const COLUMNS: readonly Column<PosPerson>[] = [
  { id: "name", header: "Name", cell: (person) => <Name {...person} /> },
  { id: "email", header: "E-mail", cell: ({ email }) => email },
  { id: "role", header: "Role", cell: ({ role }) => ROLES[role] },
  { id: "state", header: "State", cell: (person) => <State {...person} /> },
  {
    id: "seen",
    header: "Last here",
    cell: ({ seenAt }) => (seenAt === undefined ? "—" : <Moment at={seenAt} />),
  },
  { id: "act", header: "", align: "end", cell: (person) => <PersonActions person={person} /> },
];

const ROLES: Record<PosPerson["role"], string> = {
  admin: "Admin",
  manager: "Manager",
  cashier: "Cashier",
};

export function People() {
  const [{ page }] = useUrlState({ page: 1 });
  const reading = useReading<NumberedPage<PosPerson>>("/people", { page, take: PAGE_SIZE });
  return (
    <>
      <PageHeader
        title="People"
        description="The same people use the point of sale and this console. Cashiers take payments; managers also refund and see reports; admins change everything here."
        actions={<InvitePerson />}
      />
      <Panel flush>
        <DataTable
          caption="People of the point of sale"
          columns={COLUMNS}
          reading={reading}
          pageSize={PAGE_SIZE}
          keyOf={({ id }) => id}
          empty={{ icon: "people", title: "Nobody yet", next: "Invite the first person." }}
        />
      </Panel>
    </>
  );
}

function Name({ firstName, lastName, email, isYou }: PosPerson) {
  const name = `${firstName} ${lastName}`.trim() || (email.split("@")[0] ?? email);
  return (
    <Group gap={6} wrap="nowrap" component="span">
      {name}
      {isYou && (
        <Text span size="sm" c="dimmed">
          (you)
        </Text>
      )}
    </Group>
  );
}

function State({ isActive, hasPassword, linkUntil }: PosPerson) {
  if (!isActive) return <StateBadge state="off" tone="quiet" label="Switched off" />;
  if (hasPassword) return <StateBadge state="active" label="Active" />;
  return linkUntil === undefined ? (
    <StateBadge state="expired" label="Invitation ran out" />
  ) : (
    <StateBadge state="waiting" label="Invited" />
  );
}
