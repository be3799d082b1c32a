/** Views of the transaction list that the user saved: filters, order and columns under a name. */
import { Group, Menu, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { SavedView } from "../../../../src/interfaces/console/merchant/contract.ts";
import { api, useReading } from "../../../api.ts";
import { ActionMenu } from "../../../parts/action-menu.tsx";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { SaveAsForm } from "../../../parts/save-as-form.tsx";

const VIEWS = "/merchant/views";
type Settings = SavedView["settings"];

interface SavedViewsProps {
  /** What the page shows now. */
  readonly current: Settings;
  apply(settings: Settings): void;
}

export function SavedViews({ current, apply }: SavedViewsProps) {
  const { data: views = [] } = useReading<readonly SavedView[]>(VIEWS);
  const [dialog, setDialog] = useState<"save" | "manage">();
  const close = () => setDialog(undefined);
  return (
    <>
      <ActionMenu text="Views" leftSection={<Icon name="table" size={16} />} menu={{ width: 260 }}>
        {views.map(({ id, name, settings }) => (
          <Menu.Item key={id} onClick={() => apply(settings)}>
            {name}
          </Menu.Item>
        ))}
        {views.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={() => setDialog("save")}>
          Save this view
        </Menu.Item>
        {views.length > 0 && (
          <Menu.Item
            leftSection={<Icon name="settings" size={16} />}
            onClick={() => setDialog("manage")}
          >
            Manage views
          </Menu.Item>
        )}
      </ActionMenu>
      <Modal
        opened={dialog !== undefined}
        onClose={close}
        title={dialog === "manage" ? "Your views" : "Save this view"}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {dialog === "manage" ? (
          <ViewLines views={views} />
        ) : (
          <SaveAsForm
            path={VIEWS}
            values={{ settings: withoutEmpty(current) }}
            names={views.map(({ name }) => name)}
            texts={SAVE_TEXTS}
            close={close}
          />
        )}
      </Modal>
    </>
  );
}

const SAVE_TEXTS = {
  example: "Large declines",
  about: "Keeps the filters, the order and the columns.",
  replaces: "You have a view with this name. It will be replaced.",
  saved: "View saved. Only you see it.",
};

function withoutEmpty(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ""));
}

function ViewLines({ views }: { readonly views: readonly SavedView[] }) {
  if (views.length === 0) return <Text c="dimmed">You have no saved views.</Text>;
  return (
    <Stack gap="sm">
      {views.map(({ id, name }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Text fw={550}>{name}</Text>
          <ConfirmButton
            size="compact-sm"
            label="Delete"
            question={`Delete “${name}”?`}
            consequence="Only the view is deleted. Transactions are not affected."
            send={() => api.delete(`${VIEWS}/${id}`)}
            successMessage="View deleted."
            refresh={[VIEWS]}
          />
        </Group>
      ))}
    </Stack>
  );
}
