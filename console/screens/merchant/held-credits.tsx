/** Credits above the account's limit: which wait for an operator, and which can be sent again. */
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { HeldCreditLine } from "../../../src/interfaces/console/merchant/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import type { Tone } from "../../parts/tone.ts";
import { Amount, Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { TwoLines } from "../operations/lists.tsx";
import { useClockNote } from "./list/clock-note.ts";
import { heldCreditStatus } from "./texts.ts";

const PATH = "/merchant/held-credits";
const CRUMBS = [{ label: "Transactions", to: "/transactions" }];

const TONES: Readonly<Record<HeldCreditLine["state"], Tone>> = {
  requested: "waiting",
  approved: "attention",
  used: "quiet",
  rejected: "bad",
  expired: "quiet",
};

const COLUMNS: readonly Column<HeldCreditLine>[] = [
  {
    id: "requested",
    header: "Requested",
    cell: ({ requestedAt, requestedBy }) => (
      <TwoLines first={<Moment at={requestedAt} />} second={requestedBy} />
    ),
  },
  {
    id: "method",
    header: "Card or bank account",
    cell: ({ tender, last4 }) => `${tender === "ACH" ? "Bank account" : "Card"} ${last4}`,
  },
  {
    id: "state",
    header: "Status",
    cell: ({ state }) => (
      <StateBadge state={state} tone={TONES[state]} label={heldCreditStatus(state)} />
    ),
  },
  { id: "expires", header: "Expires", cell: (line) => <Expiration {...line} /> },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amountCents, currency }) => <Amount cents={amountCents} currency={currency} />,
  },
];

export function HeldCredits() {
  const [{ after }] = useUrlState({ after: "" });
  const reading = useReading<CursorPage<HeldCreditLine>>(PATH, { after });
  const clock = useClockNote("wall clock");
  return (
    <>
      <PageHeader
        title="Held credits"
        crumbs={CRUMBS}
        description={`Credits above your account's limit need an approval. Then send the same credit again: the same amount to the same card or bank account. It is paid once. ${clock}`}
      />
      <Panel flush>
        <DataTable
          caption="Held credits"
          exports={{ path: PATH, needs: "reports" }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          empty={{
            icon: "check",
            title: "No held credits",
            next: "Credits above your account's limit appear here.",
          }}
        />
      </Panel>
    </>
  );
}

/** A rejected or used request does not expire any more. */
function Expiration({ state, expiresAt }: HeldCreditLine) {
  return state === "rejected" || state === "used" ? "—" : <Moment at={expiresAt} />;
}
