/** A list from the server as a table: pages, order and hidden columns live in the address. */
import { Skeleton, Table, UnstyledButton } from "@mantine/core";
import {
  type ColumnDef,
  columnVisibilityFeature,
  type Row,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import type { CursorPage, NumberedPage } from "../../src/interfaces/console/contract.ts";
import { useUrlState } from "../url-state.ts";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";
import { ErrorPanel } from "./error-panel.tsx";
import { Icon } from "./icons.tsx";
import { RowTarget } from "./row-target.tsx";
import { TableFrame } from "./table-frame.tsx";
import { ColumnChoice, TablePages } from "./table-pages.tsx";

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });
const PAGE_SIZE = 50;
const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"];

export interface Column<Item> {
  /** The name by which the server orders, and the address names the column. */
  readonly id: string;
  readonly header: string;
  cell(item: Item): ReactNode;
  /** Amounts and counts stand at the end. */
  readonly align?: "end";
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

function Head<Item extends object>({ column }: { readonly column: Column<Item> }) {
  const [{ sort }, setUrl] = useUrlState({ sort: "" });
  const { id, header, align } = column;
  if (column.sort === undefined) {
    // A column of buttons has no name to see, and still one to hear.
    const name = header === "" ? <span className="sd-hidden">What to do</span> : header;
    return <Table.Th data-align={align}>{name}</Table.Th>;
  }
  const isUp = sort === id;
  const isDown = sort === `-${id}`;
  return (
    <Table.Th data-align={align} aria-sort={isUp ? "ascending" : isDown ? "descending" : "none"}>
      <UnstyledButton
        className="sd-sort"
        data-active={isUp || isDown || undefined}
        onClick={() => setUrl({ sort: isDown ? id : `-${id}` })}
      >
        {header}
        <Icon name={isUp ? "up" : isDown ? "down" : "sort"} size={14} />
      </UnstyledButton>
    </Table.Th>
  );
}

interface ItemRowProps<Item extends object> extends DataTableProps<Item> {
  readonly row: Row<typeof features, Item>;
}

function ItemRow<Item extends object>(props: ItemRowProps<Item>) {
  const { row, columns, linkOf, onRow, markOf } = props;
  const item = row.original;
  return (
    <Table.Tr data-mark={markOf?.(item)}>
      {row.getVisibleCells().map(({ id, column }, place) => {
        const { header, align, cell } = columnOf(columns, column.id);
        const target = { to: linkOf?.(item), act: onRow && (() => onRow(item)) };
        return (
          <Table.Td key={id} data-label={header} data-align={align}>
            {place === 0 ? <RowTarget {...target}>{cell(item)}</RowTarget> : cell(item)}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

function SkeletonRow<Item extends object>({
  columns,
}: {
  readonly columns: readonly Column<Item>[];
}) {
  return (
    <Table.Tr aria-hidden="true">
      {columns
        .filter(({ hidden }) => hidden === undefined)
        .map(({ id, align }) => (
          <Table.Td key={id}>
            <Skeleton h={14} my={4} w="70%" ml={align === "end" ? "auto" : 0} />
          </Table.Td>
        ))}
    </Table.Tr>
  );
}

function Padded({ children }: { readonly children: ReactNode }) {
  return <div className="sd-padded">{children}</div>;
}

function isTarget<Item extends object>({ linkOf, onRow }: DataTableProps<Item>): boolean {
  return linkOf !== undefined || onRow !== undefined;
}

function columnOf<Item extends object>(columns: readonly Column<Item>[], id: string): Column<Item> {
  const column = columns.find((one) => one.id === id);
  if (column === undefined) throw new Error(`there is no column ${id}`);
  return column;
}
