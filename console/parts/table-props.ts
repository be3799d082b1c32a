/** What a table shows: its columns, its list and its rows. Types only. */
import type { ReactNode } from "react";
import type { CursorPage, NumberedPage } from "../../src/interfaces/console/contract.ts";
import type { EmptyStateProps } from "./empty-state.tsx";
import type { ListExport } from "./export-link.tsx";

export interface Column<Item> {
  /** The column's name in the address and in the server's sort parameter. */
  readonly id: string;
  readonly header: string;
  /** A second name below the header, such as the one in files. */
  readonly code?: string;
  cell(item: Item): ReactNode;
  /** Use "end" for amounts and counts. */
  readonly align?: "end";
  /**
   * For free text, such as names. Long words wrap so that they do not push amounts off the screen.
   */
  readonly isFreeText?: true;
  readonly sort?: true;
  /** Hidden by default. Requires `chooseColumns`. */
  readonly hidden?: true;
}

/** The part of `useReading`'s result that a table needs. */
export interface ListReading<Item> {
  readonly data: NumberedPage<Item> | CursorPage<Item> | undefined;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
  refetch(): unknown;
}

export interface DataTableProps<Item> {
  /** Describes the list to screen readers. */
  readonly caption: string;
  /** Declare columns once, outside the component. */
  readonly columns: readonly Column<Item>[];
  readonly reading: ListReading<Item>;
  keyOf(item: Item): string;
  /** The target of a row. The first cell becomes a link and the whole row is clickable. */
  linkOf?(item: Item): string;
  /** An action for a row, instead of a link. */
  onRow?(item: Item): void;
  /** Highlights rows. Style them with `tr[data-mark="…"]`. */
  markOf?(item: Item): string | undefined;
  readonly empty: EmptyStateProps;
  readonly pageSize?: number;
  /** Offers the list as a file. */
  readonly exports?: ListExport;
  readonly chooseColumns?: boolean;
  /** On a phone, a row has two lines instead of a line for each column. See look/small.css. */
  readonly twoLines?: boolean;
  /** For tables wider than most screens: scroll sideways from the start. */
  readonly wide?: boolean;
}
