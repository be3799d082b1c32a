/** Requests that wait for a second person: changes of accounts, and large credits. */
import { SegmentedControl, Stack, Text } from "@mantine/core";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { ApprovalLine } from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Decision } from "../../parts/decision.tsx";
import { formatAmount } from "../../parts/formats.ts";
import { TextLink } from "../../parts/link.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { TwoLines } from "../operations/lists.tsx";
import { changeTexts } from "./approval-texts.ts";

const TONES: Readonly<Record<ApprovalLine["state"], Tone>> = {
  requested: "waiting",
  approved: "good",
  used: "good",
  rejected: "quiet",
  expired: "quiet",
};
const REFRESH = ["/operator/approvals", "/operations/overview", "/operator/accounts"];

const COLUMNS: readonly Column<ApprovalLine>[] = [
  { id: "what", header: "Request", cell: (line) => <Requested {...line} /> },
  {
    id: "account",
    header: "Account",
    cell: ({ accountId, accountName }) => (
      <TwoLines
        first={<TextLink to={`/accounts/${accountId}`}>{accountName}</TextLink>}
        second={<span className="sd-one-line">{accountId}</span>}
      />
    ),
  },
  {
    id: "by",
    header: "Requested",
    cell: ({ requestedBy, requestedAt }) => (
      <TwoLines first={requestedBy} second={<Moment at={requestedAt} />} />
    ),
  },
  { id: "expires", header: "Expires", cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  {
    id: "state",
    header: "Status",
    cell: ({ state }) => <StateBadge state={state} tone={TONES[state]} />,
  },
  { id: "decision", header: "Decision", cell: (line) => <ShownDecision {...line} /> },
];

export function Approvals() {
  const [{ status, after }, setUrl] = useUrlState({ status: "", after: "" });
  const reading = useReading<CursorPage<ApprovalLine>>("/operator/approvals", { status, after });
  return (
    <>
      <PageHeader
        title="Approvals"
        description="A second person decides about changes of accounts with dual control, and about credits above an account's limit."
      />
      <SegmentedControl
        mb="md"
        aria-label="Requests"
        value={status}
        onChange={(next) => setUrl({ status: next })}
        data={[
          { value: "", label: "Open" },
          { value: "all", label: "All" },
        ]}
      />
      <Panel flush>
        <DataTable
          caption="Approvals"
          exports={{ path: "/operator/approvals", params: { status } }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          empty={{
            icon: "check",
            title: status === "" ? "Nothing waits for approval" : "No requests",
            next: "Turn on dual control or a credit limit in the settings of an account.",
          }}
        />
      </Panel>
    </>
  );
}

function Requested(line: ApprovalLine) {
  const { details } = line;
  if ("amountCents" in details) {
    const { amountCents, currency, tender, last4, cashier } = details;
    const first = `Credit of ${formatAmount(amountCents, currency)}`;
    const method = `${tender === "ACH" ? "ACH" : "Card"} ending in ${last4}`;
    return <TwoLines first={first} second={cashier ? `${method}, by ${cashier}` : method} />;
  }
  return <TwoLines first="Change of settings" second={changeTexts(details).join(". ")} />;
}

function ShownDecision(line: ApprovalLine) {
  const { id, state, requestedBy, decidedBy, decidedAt, kind } = line;
  if (state === "requested") {
    return (
      <Decision
        requestedBy={requestedBy}
        path={`/operator/approvals/${id}`}
        noun="request"
        approval={<Consequence {...line} />}
        rejection={kind === "credit" ? "The credit is not sent." : "The settings stay as they are."}
        refresh={REFRESH}
      />
    );
  }
  if (decidedAt === null) return "—";
  return <TwoLines first={decidedBy} second={<Moment at={decidedAt} />} />;
}

function Consequence(line: ApprovalLine) {
  const { kind, accountName, accountId, requestedBy } = line;
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          { name: "Account", value: `${accountName} (${accountId})` },
          { name: "Requested by", value: requestedBy },
          { name: "Request", value: <Requested {...line} /> },
        ]}
      />
      <Text>
        {kind === "credit"
          ? "The merchant can send this credit once, for the same amount to the same card or bank account. It is paid when the merchant sends it again."
          : "The change takes effect now."}
      </Text>
    </Stack>
  );
}
