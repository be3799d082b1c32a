/** The first rows of a report. Columns without values are hidden. */
import { Text } from "@mantine/core";
import { useMemo } from "react";
import type { Cell, ReportPreview } from "../../../../src/interfaces/console/business/contract.ts";
import { type Column, DataTable, type ListReading } from "../../../parts/data-table.tsx";
import { formatZone } from "../../../parts/formats.ts";
import { Panel } from "../../../parts/panel.tsx";
import { useSession } from "../../../session.tsx";

interface PreviewRow {
  readonly key: string;
  readonly cells: readonly Cell[];
}

interface PreviewTableProps {
  readonly reading: Pick<ListReading<PreviewRow>, "error" | "isPlaceholderData" | "refetch"> & {
    readonly data: ReportPreview | undefined;
  };
}

export function PreviewTable({ reading: { data, ...rest } }: PreviewTableProps) {
  const filled = useMemo(() => filledColumns(data), [data]);
  const columns = useMemo(() => previewColumns(data, filled), [data, filled]);
  const items = data?.rows.map((cells, at) => ({ key: String(at), cells }));
  return (
    <Panel flush title="Preview" description={data && <About preview={data} filled={filled} />}>
      <DataTable
        wide
        caption="First rows of the report"
        columns={columns}
        reading={{ ...rest, data: items && { items } }}
        keyOf={({ key }) => key}
        empty={{
          icon: "report",
          title: "No matching payments",
          next: "Choose a longer period or remove a filter.",
        }}
      />
    </Panel>
  );
}

function About({ preview, filled }: { preview: ReportPreview; filled: readonly number[] }) {
  const { rows, columns, hasMore } = preview;
  const { timeZone = "UTC" } = useSession();
  if (rows.length === 0) return null;
  const hidden = columns.length - filled.length;
  return (
    <Text span inherit>
      {hasMore
        ? `First ${rows.length} rows. Download the report to get all rows.`
        : rows.length === 1
          ? "1 row."
          : `All ${rows.length} rows.`}
      {` Times are in ${formatZone(timeZone)}, batch dates in US Central time.`}
      {hidden === 1 && " 1 empty column is hidden."}
      {hidden > 1 && ` ${hidden} empty columns are hidden.`}
    </Text>
  );
}

function filledColumns(preview: ReportPreview | undefined): readonly number[] {
  const { columns = [], rows = [] } = preview ?? {};
  return columns.map((_, at) => at).filter((at) => rows.some((cells) => cells[at] !== ""));
}

const LOADING: readonly Column<PreviewRow>[] = [
  "Account",
  "Amount",
  "Customer name",
  "Transaction ID",
].map((id) => ({ id, header: id, cell: () => null }));

function previewColumns(
  preview: ReportPreview | undefined,
  filled: readonly number[],
): readonly Column<PreviewRow>[] {
  if (preview === undefined) return LOADING;
  return filled.map((at) => {
    const { name = "", label = name, kind = "text" } = preview.columns[at] ?? {};
    return {
      id: name,
      header: label,
      code: name,
      cell: ({ cells }: PreviewRow) => formatCell(cells[at] ?? "", kind),
      ...(kind === "number" && { align: "end" as const }),
    };
  });
}

function formatCell(cell: Cell, kind: "text" | "number" | "flag") {
  if (kind === "flag") return cell ? "yes" : "no";
  if (kind === "number" && typeof cell === "number") {
    return <span className="sd-amount">{cell.toFixed(2)}</span>;
  }
  return <span className={String(cell).length < 32 ? "sd-amount" : undefined}>{String(cell)}</span>;
}
