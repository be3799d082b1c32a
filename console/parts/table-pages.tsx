/** Controls around a table: numbered or cursor-based pages and the column picker. */
import { Button, Checkbox, Group, Pagination, Popover, Stack, Text } from "@mantine/core";
import type { CursorPage, NumberedPage } from "../../src/interfaces/console/contract.ts";
import { useUrlState } from "../url-state.ts";
import { formatCount } from "./formats.ts";
import { Icon } from "./icons.tsx";
import type { Column } from "./table-props.ts";

interface TablePagesProps {
  readonly data: NumberedPage<unknown> | CursorPage<unknown>;
  readonly pageSize: number;
}

export function TablePages({ data, pageSize }: TablePagesProps) {
  if ("total" in data) return <Numbered total={data.total} pageSize={pageSize} />;
  return <ByCursor next={data.next} />;
}

function Numbered({ total, pageSize }: { readonly total: number; readonly pageSize: number }) {
  const [{ page }, setUrl] = useUrlState({ page: 1 });
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <Group className="sd-pages" justify="space-between">
      <Text size="sm" c="dimmed" className="sd-amount">
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </Text>
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={(to) => setUrl({ page: to })}
          getControlProps={(control) => ({ "aria-label": `${control} page` })}
          getItemProps={(number) => ({ "aria-label": `Page ${number}` })}
        />
      )}
    </Group>
  );
}

function ByCursor({ next }: { readonly next: string | undefined }) {
  const [{ after, sort }, setUrl] = useUrlState({ after: "", sort: "" });
  if (after === "" && next === undefined) return null;
  const isNewestFirst = sort === "" || sort === "-at";
  return (
    <Group className="sd-pages" justify="flex-end" gap="xs">
      <Button
        size="xs"
        variant="default"
        disabled={after === ""}
        leftSection={<Icon name="left" size={14} />}
        onClick={() => setUrl({ after: "" })}
      >
        {isNewestFirst ? "Newest" : "First page"}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={next === undefined}
        rightSection={<Icon name="right" size={14} />}
        onClick={() => setUrl({ after: next ?? "" })}
      >
        {isNewestFirst ? "Older" : "Next page"}
      </Button>
    </Group>
  );
}

export function ColumnChoice<Item>({ columns }: { readonly columns: readonly Column<Item>[] }) {
  const [{ hide }, setUrl] = useUrlState({ hide: "" });
  const changed = hide.split(",").filter((id) => id !== "");
  const toggle = (id: string) =>
    changed.includes(id) ? changed.filter((one) => one !== id) : [...changed, id];
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="columns" size={15} />}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8}>
          {columns.slice(1).map(({ id, header, hidden = false }) => (
            <Checkbox
              key={id}
              size="xs"
              label={header}
              checked={hidden === changed.includes(id)}
              onChange={() => setUrl({ hide: toggle(id).join(",") }, { replace: true })}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
