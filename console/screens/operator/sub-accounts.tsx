/** The sub-accounts of an agent. */
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { AccountRow } from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { ActiveBadge } from "./texts.tsx";

const TAKE = 50;

export const ACCOUNT_COLUMNS: readonly Column<AccountRow>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  {
    id: "number",
    header: "Account number",
    cell: ({ id }) => <span className="sd-amount">{id}</span>,
  },
  { id: "ach", header: "ACH", cell: ({ achProcessor }) => achProcessor ?? "—" },
  { id: "state", header: "Status", cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
  {
    id: "created",
    header: "Created",
    cell: ({ createdAt, timeZone }) => <Moment at={createdAt} zone={timeZone} show="date" />,
  },
];

export function SubAccounts({ id }: { readonly id: string }) {
  const [{ page }] = useUrlState({ page: 1 });
  const asked = { parent: id, page, take: TAKE };
  const reading = useReading<NumberedPage<AccountRow>>("/operator/accounts", asked);
  return (
    <Panel
      title="Sub-accounts"
      description="The agent can see the reports of these accounts."
      flush
    >
      <DataTable
        caption="Sub-accounts"
        exports={{ path: "/operator/accounts", params: asked }}
        columns={ACCOUNT_COLUMNS}
        reading={reading}
        keyOf={(account) => account.id}
        linkOf={(account) => `/accounts/${account.id}`}
        pageSize={TAKE}
        empty={{
          title: "No sub-accounts",
          next: "Create an account with this agent, or choose this agent in an account's settings.",
          icon: "account",
          action: (
            <ButtonLink to="/accounts/new" variant="default">
              Create account
            </ButtonLink>
          ),
        }}
      />
    </Panel>
  );
}
