/** A server-side list as a table. Page, sort order and hidden columns are kept in the address. */
import { Table } from "@mantine/core";
import { type ColumnDef, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import type { CursorPage, NumberedPage } from "../../src/interfaces/console/contract.ts";
import { useUrlState } from "../url-state.ts";
import { EmptyState } from "./empty-state.tsx";
import { ErrorPanel } from "./error-panel.tsx";
import { ExportLink } from "./export-link.tsx";
import { TableFrame } from "./table-frame.tsx";
import { ColumnChoice, TablePages } from "./table-pages.tsx";
import type { Column, DataTableProps, ListReading } from "./table-props.ts";
import { features, findColumn, Head, ItemRow, SkeletonRow } from "./table-rows.tsx";

/** Screens declare their columns with these. */
export type { Column, ListReading };

const PAGE_SIZE = 50;
const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"];

/** For a list that is already loaded. */
export function loadedList<Item>(items: readonly Item[]): ListReading<Item> {
  return { data: { items }, error: null, isPlaceholderData: false, refetch: () => undefined };
}

export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { caption, columns, reading, empty, pageSize = PAGE_SIZE } = props;
  const { wide = false, twoLines = false } = props;
  const [url] = useUrlState({ page: 1, after: "" });
  const { data, error, isPlaceholderData, refetch } = reading;
  const table = useListTable(props, data?.items);
  if (data === undefined && error !== null)
    return (
      <Padded>
        <ErrorPanel error={error} retry={refetch} />
      </Padded>
    );
  if (data?.items.length === 0 && url.page === 1 && url.after === "") {
    return (
      <>
        <EmptyState {...empty} />
        {/* A search can stop before it found anything. */}
        {hasNext(data) && <TablePages data={data} pageSize={pageSize} />}
      </>
    );
  }
  return (
    <div className="sd-list" aria-busy={data === undefined || isPlaceholderData}>
      <Toolbar {...props} visible={table.getVisibleLeafColumns().map(({ id }) => id)} />
      <TableFrame caption={caption} wide={wide}>
        <Table
          className={twoLines ? "sd-table sd-two-lines" : "sd-table"}
          highlightOnHover={isTarget(props)}
          verticalSpacing="xs"
        >
          <caption className="sd-hidden">{caption}</caption>
          <Table.Thead>
            <Table.Tr>
              {table.getVisibleLeafColumns().map(({ id }) => (
                <Head key={id} column={findColumn(columns, id)} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody data-stale={isPlaceholderData || undefined}>
            {data === undefined
              ? SKELETON_ROWS.map((row) => <SkeletonRow key={row} columns={columns} />)
              : table
                  .getRowModel()
                  .rows.map((row) => <ItemRow key={row.id} row={row} {...props} />)}
          </Table.Tbody>
        </Table>
      </TableFrame>
      {data !== undefined && <TablePages data={data} pageSize={pageSize} />}
    </div>
  );
}

function hasNext(data: NumberedPage<unknown> | CursorPage<unknown>): boolean {
  return "next" in data && data.next !== undefined;
}

interface ToolbarProps<Item> extends DataTableProps<Item> {
  readonly visible: readonly string[];
}

/** What a user can do with the whole list: export it and choose its columns. */
function Toolbar<Item>({ chooseColumns = false, exports, columns, visible }: ToolbarProps<Item>) {
  if (!chooseColumns && exports === undefined) return null;
  return (
    <div className="sd-columns">
      {exports !== undefined && (
        <ExportLink {...exports} columns={chooseColumns ? visible.join() : undefined} />
      )}
      {chooseColumns && <ColumnChoice columns={columns} />}
    </div>
  );
}

const NOTHING: readonly never[] = [];

function useListTable<Item extends object>(
  { columns, keyOf }: Pick<DataTableProps<Item>, "columns" | "keyOf">,
  items: readonly Item[] = NOTHING,
) {
  const [{ hide, sort }] = useUrlState({ hide: "", sort: "" });
  const definitions = useMemo(() => columnDefinitions(columns), [columns]);
  return useTable({
    features,
    columns: definitions,
    data: items,
    getRowId: keyOf,
    manualSorting: true,
    state: {
      columnVisibility: columnVisibility(columns, hide),
      sorting: sort === "" ? [] : [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }],
    },
  });
}

/** `hide` lists the columns whose visibility differs from the screen's default. */
export function columnVisibility(
  columns: readonly Pick<Column<never>, "id" | "hidden">[],
  hide: string,
): Record<string, boolean> {
  const changed = hide.split(",");
  return Object.fromEntries(
    columns.map(({ id, hidden = false }) => [id, hidden === changed.includes(id)]),
  );
}

function columnDefinitions<Item extends object>(
  columns: readonly Column<Item>[],
): ColumnDef<typeof features, Item>[] {
  return columns.map(({ id, header, sort = false }) => ({ id, header, enableSorting: sort }));
}

function Padded({ children }: { readonly children: ReactNode }) {
  return <div className="sd-padded">{children}</div>;
}

function isTarget<Item extends object>({ linkOf, onRow }: DataTableProps<Item>): boolean {
  return linkOf !== undefined || onRow !== undefined;
}
