/** A list of records owned by a partner or client. A row opens its form. It knows no fields. */
import { Button, Modal } from "@mantine/core";
import { type ComponentType, useState } from "react";
import type { NumberedPage } from "../../../../src/interfaces/console/contract.ts";
import { api, useReading } from "../../../api.ts";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import type { EmptyStateProps } from "../../../parts/empty-state.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { useUrlState } from "../../../url-state.ts";

export interface Owner {
  readonly kind: "partner" | "client";
  readonly id: string;
}

export interface OwnedFormProps<Item> {
  readonly owner: Owner;
  /** Undefined for a new record. */
  readonly item: Item | undefined;
  close(): void;
  reload(id: string): Promise<void>;
}

interface OwnedListProps<Item> {
  readonly owner: Owner;
  /** The API path of the list. Each record is below it. */
  readonly path: string;
  readonly title: string;
  /** The record's name in texts: "location". */
  readonly noun: string;
  readonly columns: readonly Column<Item>[];
  readonly mayAdd: boolean;
  readonly mayChange: boolean;
  readonly empty: EmptyStateProps;
  readonly Form: ComponentType<OwnedFormProps<Item>>;
}

interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** Locations and users are listed, added and edited in the same way. */
export function OwnedList<Item extends Versioned>(props: OwnedListProps<Item>) {
  const { owner, path, title, noun, columns, mayAdd, mayChange, empty, Form } = props;
  const [{ page }] = useUrlState({ page: 1 });
  const reading = useReading<NumberedPage<Item>>(path, { [owner.kind]: owner.id, page });
  const [opened, setOpened] = useState<Item | "new" | undefined>();
  const close = () => setOpened(undefined);
  const add = mayAdd && (
    <Button size="xs" onClick={() => setOpened("new")}>
      Add {noun}
    </Button>
  );
  return (
    <Panel flush title={title} actions={add}>
      <DataTable<Item>
        caption={title}
        exports={{ path, params: { [owner.kind]: owner.id } }}
        columns={columns}
        reading={reading}
        pageSize={25}
        keyOf={({ id }) => id}
        {...(mayChange && { onRow: setOpened })}
        empty={{ ...empty, action: add }}
      />
      <Modal
        size="xl"
        opened={opened !== undefined}
        onClose={close}
        title={opened === "new" ? `Add ${noun}` : `Edit ${noun}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {opened !== undefined && (
          <Form
            key={opened === "new" ? "new" : opened.version}
            owner={owner}
            item={opened === "new" ? undefined : opened}
            close={close}
            reload={async (id) => setOpened(await api.get<Item>(`${path}/${id}`))}
          />
        )}
      </Modal>
    </Panel>
  );
}
