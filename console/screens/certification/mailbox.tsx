/** Certification's mailbox: all mail that would have gone out. */
import type { MailLine } from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Filters, SearchFilter } from "../../parts/filters.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";

const COLUMNS: readonly Column<MailLine>[] = [
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
  const reading = useReading<CursorPage<MailLine>>("/certification/mails", { q, before, take: 50 });
  return (
    <>
      <PageHeader
        title="Mailbox"
        description="Certification sends no mail. What would have gone out is kept here for seven days."
      />
      <Filters names={["q"]}>
        <SearchFilter name="q" label="Search" placeholder="Recipient, subject or text" />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Letters, the newest first"
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/certification/mails/${id}`}
          empty={{
            title: q === "" ? "No mail yet" : "No letter like that",
            next:
              q === ""
                ? "Ask for a receipt with send_customer_receipt, or invite a user: the letter appears here."
                : "Search for another word, or clear the search.",
            icon: "mail",
          }}
        />
      </Panel>
    </>
  );
}
