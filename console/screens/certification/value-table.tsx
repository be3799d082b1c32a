/** A short table of values to copy, without pages or sorting. */
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";

interface ValueTableProps<Item extends object> {
  readonly title: string;
  readonly about?: string;
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly Item[];
  keyOf(item: Item): string;
}

export function ValueTable<Item extends object>(props: ValueTableProps<Item>) {
  const { title, about, columns, rows, keyOf } = props;
  return (
    <Panel title={title} description={about} flush>
      <DataTable
        caption={title}
        columns={columns}
        reading={loadedList(rows)}
        keyOf={keyOf}
        empty={{ title: "No data", next: "This environment has no test data of this kind." }}
      />
    </Panel>
  );
}
