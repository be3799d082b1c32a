/** A list from the server as a table: pages, order and hidden columns live in the address. */
import { Table } from "@mantine/core";
import { type ColumnDef, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import type { CursorPage, NumberedPage } from "../../src/interfaces/console/contract.ts";
import { useUrlState } from "../url-state.ts";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";
import { ErrorPanel } from "./error-panel.tsx";
import { TableFrame } from "./table-frame.tsx";
import { ColumnChoice, TablePages } from "./table-pages.tsx";
import { columnOf, features, Head, ItemRow, SkeletonRow } from "./table-rows.tsx";

const PAGE_SIZE = 50;
const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"];

export interface Column<Item> {
  /** The name by which the server orders, and the address names the column. */
  readonly id: string;
  readonly header: string;
  cell(item: Item): ReactNode;
  /** Amounts and counts stand at the end. */
  readonly align?: "end";
  /** Words of strangers: one without a blank must not push amounts out of sight. */
  readonly words?: true;
  readonly sort?: true;
  /** Not shown until it is asked for: needs `chooseColumns`. */
  readonly hidden?: true;
}

/** What `useReading` returns, as far as a table needs it. */
export interface ListReading<Item> {
  readonly data: NumberedPage<Item> | CursorPage<Item> | undefined;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
  refetch(): unknown;
}

export interface DataTableProps<Item> {
  /** What the list is, for those who do not see it. */
  readonly caption: string;
  /** Declared once, outside the component. */
  readonly columns: readonly Column<Item>[];
  readonly reading: ListReading<Item>;
  keyOf(item: Item): string;
  /** Where a row leads: the first cell becomes the link, the whole row its target. */
  linkOf?(item: Item): string;
  /** Instead of a link: what a row does. */
  onRow?(item: Item): void;
  /** Rows that stand out: the look is `tr[data-mark="…"]`. */
  markOf?(item: Item): string | undefined;
  readonly empty: EmptyStateProps;
  readonly pageSize?: number;
  readonly chooseColumns?: boolean;
  /** More columns than fit on most screens: the table scrolls sideways from the start. */
  readonly wide?: boolean;
}

export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { caption, columns, reading, empty, pageSize = PAGE_SIZE } = props;
  const { chooseColumns = false, wide = false } = props;
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
    return <EmptyState {...empty} />;
  }
  return (
    <div className="sd-list" aria-busy={data === undefined || isPlaceholderData}>
      {chooseColumns && <ColumnChoice columns={columns} />}
      <TableFrame caption={caption} wide={wide}>
        <Table className="sd-table" highlightOnHover={isTarget(props)} verticalSpacing="xs">
          <caption className="sd-hidden">{caption}</caption>
          <Table.Thead>
            <Table.Tr>
              {table.getVisibleLeafColumns().map(({ id }) => (
                <Head key={id} column={columnOf(columns, id)} />
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

const NOTHING: readonly never[] = [];

function useListTable<Item extends object>(
  { columns, keyOf }: Pick<DataTableProps<Item>, "columns" | "keyOf">,
  items: readonly Item[] = NOTHING,
) {
  const [{ hide, sort }] = useUrlState({ hide: "", sort: "" });
  const definitions = useMemo(() => definitionsOf(columns), [columns]);
  return useTable({
    features,
    columns: definitions,
    data: items,
    getRowId: keyOf,
    manualSorting: true,
    state: {
      columnVisibility: visibilityOf(columns, hide),
      sorting: sort === "" ? [] : [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }],
    },
  });
}

/** `hide` names the columns whose showing differs from what the screen says. */
export function visibilityOf(
  columns: readonly Pick<Column<never>, "id" | "hidden">[],
  hide: string,
): Record<string, boolean> {
  const changed = hide.split(",");
  return Object.fromEntries(
    columns.map(({ id, hidden = false }) => [id, hidden === changed.includes(id)]),
  );
}

function definitionsOf<Item extends object>(
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
