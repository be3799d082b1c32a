/** The users of the point of sale and the console, with their roles and invitations. */
import { Group, Text } from "@mantine/core";
import type { MerchantUser } from "../../../src/interfaces/console/business/contract.ts";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { InviteUser, UserActions } from "./user-actions.tsx";

const PAGE_SIZE = 50;

const COLUMNS: readonly Column<MerchantUser>[] = [
  { id: "name", header: "Name", cell: (person) => <Name {...person} /> },
  { id: "email", header: "Email", cell: ({ email }) => email },
  { id: "role", header: "Role", cell: ({ role }) => ROLES[role] },
  { id: "state", header: "Status", cell: (person) => <State {...person} /> },
  {
    id: "seen",
    header: "Last sign-in",
    cell: ({ seenAt }) => (seenAt === undefined ? "—" : <Moment at={seenAt} />),
  },
  { id: "act", header: "", align: "end", cell: (person) => <UserActions person={person} /> },
];

const ROLES: Record<MerchantUser["role"], string> = {
  admin: "Admin",
  manager: "Manager",
  cashier: "Cashier",
};

export function Users() {
  const [{ page }] = useUrlState({ page: 1 });
  const reading = useReading<NumberedPage<MerchantUser>>("/users", { page, take: PAGE_SIZE });
  return (
    <>
      <PageHeader
        title="Users"
        description="Users can sign in to the point of sale and this console. Cashiers take payments, managers also refund and see reports, admins can change everything."
        actions={<InviteUser />}
      />
      <Panel flush>
        <DataTable
          caption="Users"
          exports={{ path: "/users" }}
          columns={COLUMNS}
          reading={reading}
          pageSize={PAGE_SIZE}
          keyOf={({ id }) => id}
          empty={{ icon: "people", title: "No users yet", next: "Invite the first user." }}
        />
      </Panel>
    </>
  );
}

function Name({ firstName, lastName, email, isYou }: MerchantUser) {
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

function State({ isActive, hasPassword, linkUntil }: MerchantUser) {
  if (!isActive) return <StateBadge state="off" tone="quiet" label="Disabled" />;
  if (hasPassword) return <StateBadge state="active" label="Active" />;
  return linkUntil === undefined ? (
    <StateBadge state="expired" label="Invitation expired" />
  ) : (
    <StateBadge state="waiting" label="Invited" />
  );
}
