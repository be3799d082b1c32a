/** One card batch with its totals by brand, and a link to a report of its transactions. */
import { SimpleGrid, Stack } from "@mantine/core";
import type {
  BrandTotals,
  CardBatchAnswer,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { usePathParam } from "../../url-state.ts";
import { AccountAmount } from "./account-amount.tsx";
import { batchReportLink } from "./report-link.ts";
import { brandName } from "./texts.ts";

export function Batch() {
  const batchNumber = usePathParam("batchNumber");
  const reading = useReading<CardBatchAnswer>(`/merchant/batches/${batchNumber}`);
  return <WhenLoaded reading={reading}>{(batch) => <BatchDetails batch={batch} />}</WhenLoaded>;
}

function BatchDetails({ batch }: { readonly batch: CardBatchAnswer }) {
  const { number, closedAt, transactionCount, netCents, brands } = batch;
  return (
    <>
      <PageHeader
        title={`Batch ${number}`}
        description={
          <>
            Closed <Moment at={closedAt} />
          </>
        }
        crumbs={[{ label: "Batches", to: "/batches" }]}
        actions={
          <ButtonLink
            to={batchReportLink(closedAt)}
            variant="default"
            leftSection={<Icon name="report" size={16} />}
          >
            View transactions
          </ButtonLink>
        }
      />
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, md: 3 }} spacing="md">
          <Figure label="Net amount" value={<AccountAmount cents={netCents} />} />
          <Figure label="Transactions" value={formatCount(transactionCount)} />
        </SimpleGrid>
        <Panel title="Totals by brand" flush>
          <DataTable
            caption="Totals by brand"
            exports={{ path: `/merchant/batches/${number}/brands` }}
            columns={COLUMNS}
            reading={loadedList(brands)}
            keyOf={({ brand }) => brand ?? ""}
            empty={{
              title: "No details",
              next: "The transactions of this batch are older than the retention period.",
            }}
          />
        </Panel>
      </Stack>
    </>
  );
}

const COLUMNS: readonly Column<BrandTotals>[] = [
  { id: "brand", header: "Brand", cell: ({ brand }) => brandName(brand) || "Unknown" },
  {
    id: "saleCount",
    header: "Sales",
    align: "end",
    cell: ({ saleCount }) => formatCount(saleCount),
  },
  {
    id: "saleCents",
    header: "Sale amount",
    align: "end",
    cell: ({ saleCents }) => <AccountAmount cents={saleCents} />,
  },
  {
    id: "refundCount",
    header: "Refunds",
    align: "end",
    cell: ({ refundCount }) => formatCount(refundCount),
  },
  {
    id: "refundCents",
    header: "Refund amount",
    align: "end",
    cell: ({ refundCents }) => <AccountAmount cents={refundCents} />,
  },
  {
    id: "net",
    header: "Net amount",
    align: "end",
    cell: ({ saleCents, refundCents }) => <AccountAmount cents={saleCents - refundCents} />,
  },
];
