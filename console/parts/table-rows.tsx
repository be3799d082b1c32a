/** The header and rows of a table: sortable headers, cells labeled by column, clickable rows. */
import { Skeleton, Table, UnstyledButton } from "@mantine/core";
import {
  columnVisibilityFeature,
  type Row,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import { useUrlState } from "../url-state.ts";
import { Icon } from "./icons.tsx";
import { RowTarget } from "./row-target.tsx";
import type { Column, DataTableProps } from "./table-props.ts";

export const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

export function Head<Item extends object>({ column }: { readonly column: Column<Item> }) {
  const [{ sort }, setUrl] = useUrlState({ sort: "" });
  const { id, header, align } = column;
  if (column.sort === undefined) {
    // A column of buttons has no visible header, but screen readers need one.
    const name = header === "" ? <span className="sd-hidden">Actions</span> : header;
    return (
      <Table.Th data-align={align}>
        {name}
        {column.code !== undefined && <code className="sd-column-code">{column.code}</code>}
      </Table.Th>
    );
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

export function ItemRow<Item extends object>(props: ItemRowProps<Item>) {
  const { row, columns, linkOf, onRow, markOf } = props;
  const item = row.original;
  return (
    <Table.Tr data-mark={markOf?.(item)}>
      {row.getVisibleCells().map(({ id, column }, place) => {
        const { header, align, isFreeText, cell } = findColumn(columns, column.id);
        const target = { to: linkOf?.(item), act: onRow && (() => onRow(item)) };
        return (
          <Table.Td
            key={id}
            data-column={column.id}
            data-label={header}
            data-align={align}
            data-free-text={isFreeText}
          >
            {place === 0 ? <RowTarget {...target}>{cell(item)}</RowTarget> : cell(item)}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

export function SkeletonRow<Item extends object>({
  columns,
}: {
  readonly columns: readonly Column<Item>[];
}) {
  return (
    <Table.Tr aria-hidden="true">
      {columns
        .filter(({ hidden }) => hidden === undefined)
        .map(({ id, align }) => (
          <Table.Td key={id} data-column={id}>
            <Skeleton h={14} my={4} w="70%" ml={align === "end" ? "auto" : 0} />
          </Table.Td>
        ))}
    </Table.Tr>
  );
}

export function findColumn<Item extends object>(
  columns: readonly Column<Item>[],
  id: string,
): Column<Item> {
  const column = columns.find((one) => one.id === id);
  if (column === undefined) throw new Error(`there is no column ${id}`);
  return column;
}
