/** The mailbox of Test mode: all emails that would have been sent. */
import type { EmailRow } from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Filters, SearchFilter } from "../../parts/filters.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";

const COLUMNS: readonly Column<EmailRow>[] = [
  { id: "subject", header: "Subject", cell: ({ subject }) => subject },
  { id: "to", header: "To", cell: ({ to }) => to },
  {
    id: "received",
    header: "Received",
    align: "end",
    cell: ({ receivedAt }) => <Moment at={receivedAt} show="seconds" />,
  },
];

export function Mailbox() {
  const [{ q, after: before }] = useUrlState({ q: "", after: "" });
  const reading = useReading<CursorPage<EmailRow>>("/certification/emails", {
    q,
    before,
    take: 50,
  });
  return (
    <>
      <PageHeader
        title="Mailbox"
        description="Test mode does not send real emails. They are kept here for 7 days."
      />
      <Filters names={["q"]}>
        <SearchFilter name="q" label="Search" placeholder="Recipient, subject or text" />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Emails, newest first"
          exports={{ path: "/certification/emails", params: { q } }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/certification/emails/${id}`}
          empty={{
            title: q === "" ? "No emails yet" : "No matching emails",
            next:
              q === ""
                ? "Emails appear here when you send a receipt (send_customer_receipt) or invite a user."
                : "Change or clear the search.",
            icon: "mail",
          }}
        />
      </Panel>
    </>
  );
}
