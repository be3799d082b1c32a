/** The totals of the whole report by type, also of the rows that the preview does not show. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  ReportFilters,
  ReportTotals,
  TypeTotals,
} from "../../../../src/interfaces/console/business/contract.ts";
import { readingOptions } from "../../../api.ts";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { formatCount } from "../../../parts/formats.ts";
import { Panel } from "../../../parts/panel.tsx";
import { Amount } from "../../../parts/values.tsx";
import { transactionType } from "../../merchant/texts.ts";

interface TotalsProps {
  readonly question: ReportFilters;
  /** The preview has rows. Before that, another report would only take its place. */
  readonly isReady: boolean;
}

export function Totals({ question, isReady }: TotalsProps) {
  const reading = useQuery({
    ...readingOptions<ReportTotals>("/reports/totals", question),
    enabled: isReady,
    retry: false,
  });
  if (!isReady) return null;
  if (reading.error !== null) {
    return (
      <Text size="sm" c="dimmed">
        Totals are not available: the report is too long, or other reports are running. Choose a
        shorter period.
      </Text>
    );
  }
  const items = reading.data?.totals;
  return (
    <Panel flush title="Totals" description="Of all rows of the report, by type and currency.">
      <DataTable
        caption="Totals by type"
        columns={totalColumns(items ?? [])}
        reading={{ ...reading, isPlaceholderData: false, data: items && { items } }}
        keyOf={({ type, isApproved, currency }) => `${type} ${isApproved} ${currency}`}
        empty={{ icon: "report", title: "No totals", next: "The report has no rows." }}
      />
    </Panel>
  );
}

const ALWAYS: readonly Column<TypeTotals>[] = [
  {
    id: "type",
    header: "Type",
    cell: ({ type, isApproved }) =>
      `${transactionType(type)}, ${isApproved ? "approved" : "declined"}`,
  },
  { id: "currency", header: "Currency", cell: ({ currency }) => currency },
  { id: "count", header: "Rows", align: "end", cell: ({ count }) => formatCount(count) },
  amountColumn("amountCents", "Amount", "transaction_amount"),
  amountColumn("refundBalanceCents", "Refundable", "refund_balance"),
];

/** Most merchants send neither. */
const RARE: readonly Column<TypeTotals>[] = [
  amountColumn("taxCents", "Sales tax", "level2_tax"),
  amountColumn("gratuityCents", "Tip", "restaurant_gratuity"),
];

function totalColumns(totals: readonly TypeTotals[]): readonly Column<TypeTotals>[] {
  const isUsed = ({ id }: Column<TypeTotals>) =>
    totals.some((one) => one[id as "taxCents" | "gratuityCents"] !== 0);
  return [...ALWAYS, ...RARE.filter(isUsed)];
}

type AmountName = "amountCents" | "refundBalanceCents" | "taxCents" | "gratuityCents";

function amountColumn(id: AmountName, header: string, code: string): Column<TypeTotals> {
  return {
    id,
    header,
    code,
    align: "end",
    cell: (totals) => <Amount cents={totals[id]} currency={totals.currency} />,
  };
}
