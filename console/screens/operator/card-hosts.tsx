/** The named card hosts: where they are, whether they are connected, and changing them. */
import { Button, Group, Menu, Modal, Text } from "@mantine/core";
import { useState } from "react";
import type {
  CardHostList,
  CardHostRow,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { ActionMenu } from "../../parts/action-menu.tsx";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icons.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { StateBadge } from "../../parts/values.tsx";
import { CARD_HOSTS_PATH, CardHostForm } from "./card-host-form.tsx";

type Dialog =
  | { readonly kind: "form"; readonly row: CardHostRow | undefined }
  | { readonly kind: "remove"; readonly row: CardHostRow };

export function CardHosts() {
  const reading = useReading<CardHostList>(CARD_HOSTS_PATH);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <PageHeader
        title="Card hosts"
        description="Where card payments are sent. Each account uses one of these, the card host of the settings, or the simulator."
        actions={
          <Allowed needs="operator.administer">
            <Button
              onClick={() => setDialog({ kind: "form", row: undefined })}
              leftSection={<Icon name="plus" size={16} />}
            >
              Add card host
            </Button>
          </Allowed>
        }
      />
      <Panel flush>
        <DataTable
          caption="Card hosts"
          columns={hostColumns(setDialog)}
          reading={reading}
          keyOf={({ name }) => name}
          empty={{
            title: "No named card hosts",
            next: "Add one to connect another acquirer.",
            icon: "card",
          }}
        />
      </Panel>
      <HostDialog dialog={dialog} close={close} />
    </>
  );
}

function hostColumns(ask: (dialog: Dialog) => void): readonly Column<CardHostRow>[] {
  return [
    { id: "name", header: "Name", cell: ({ name }) => name },
    { id: "kind", header: "Kind", cell: ({ settings }) => KINDS[settings["kind"] ?? ""] },
    { id: "address", header: "Address", cell: ({ settings }) => addressText(settings) },
    { id: "state", header: "Status", cell: (row) => <HostState row={row} /> },
    {
      id: "acts",
      header: "",
      align: "end",
      cell: (row) => (
        <Allowed needs="operator.administer">
          <ActionMenu text="Actions" label={`Actions for ${row.name}`} size="compact-sm">
            <Menu.Item onClick={() => ask({ kind: "form", row })}>Edit</Menu.Item>
            <Menu.Item
              color="var(--mantine-color-error)"
              onClick={() => ask({ kind: "remove", row })}
            >
              Remove
            </Menu.Item>
          </ActionMenu>
        </Allowed>
      ),
    },
  ];
}

const KINDS: Readonly<Record<string, string>> = {
  json: "JSON over HTTPS",
  iso8583: "ISO 8583",
};

function addressText({ url, host, port, dialect }: CardHostRow["settings"]): string {
  return url ?? `${host}:${port} (${dialect})`;
}

function HostState({ row: { problem, connections, settings } }: { readonly row: CardHostRow }) {
  if (problem !== undefined) {
    return (
      <>
        <StateBadge state="failed" tone="bad" label="Cannot be used" />
        <Text size="xs" c="dimmed">
          {problem}
        </Text>
      </>
    );
  }
  if (connections === undefined) {
    const label = settings["kind"] === "json" ? "Connected when needed" : "Not opened yet";
    return <StateBadge state="ready" label={label} />;
  }
  const { ready, wanted } = connections;
  const tone = ready === 0 ? "bad" : ready < wanted ? "attention" : "good";
  return <StateBadge state="connected" tone={tone} label={`${ready} of ${wanted} connected`} />;
}

interface DialogProps {
  readonly dialog: Dialog | undefined;
  close(): void;
}

function HostDialog({ dialog, close }: DialogProps) {
  return (
    <Modal
      opened={dialog !== undefined}
      onClose={close}
      size="lg"
      title={dialog && dialogTitle(dialog)}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {dialog?.kind === "form" && <CardHostForm row={dialog.row} close={close} />}
      {dialog?.kind === "remove" && <RemoveForm row={dialog.row} close={close} />}
    </Modal>
  );
}

function dialogTitle({ kind, row }: Dialog): string {
  if (kind === "remove") return `Remove ${row.name}?`;
  return row === undefined ? "Add card host" : `Edit ${row.name}`;
}

function RemoveForm({ row, close }: { readonly row: CardHostRow; close(): void }) {
  const { run, isPending } = useAction({
    send: () => api.post(`${CARD_HOSTS_PATH}/${row.name}/remove`, {}),
    successMessage: `${row.name} was removed.`,
    refresh: [CARD_HOSTS_PATH],
    done: close,
  });
  return (
    <>
      <Text>Earlier payments at this card host can no longer be captured, refunded or voided.</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={isPending} onClick={() => run()}>
          Remove
        </Button>
      </Group>
    </>
  );
}
