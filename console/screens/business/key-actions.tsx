/** The actions on one API key: replace, rename and revoke. */
import { Menu, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { AccessKey } from "../../../src/interfaces/console/business/contract.ts";
import { api } from "../../api.ts";
import { ActionMenu } from "../../parts/action-menu.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { keyTitle } from "../../parts/key-columns.tsx";
import { useAction } from "../../parts/submit.tsx";
import {
  KEYS_PATH,
  type KeyFormProps,
  RenameForm,
  ReplaceForm,
  type TakeKey,
} from "./key-forms.tsx";

interface KeyActionsProps extends TakeKey {
  readonly apiKey: AccessKey;
  /** The only key cannot be revoked. */
  readonly isLast: boolean;
}

type Dialog = "replace" | "rename" | "revoke";

const TITLES: Record<Dialog, string> = {
  replace: "Replace key",
  rename: "Rename key",
  revoke: "Revoke key",
};

export function KeyActions({ apiKey, isLast, take }: KeyActionsProps) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const named = keyTitle(apiKey);
  return (
    <>
      <ActionMenu text="Actions" label={`Actions for ${named}`} size="compact-sm">
        <Menu.Item onClick={() => setDialog("replace")}>Replace</Menu.Item>
        <Menu.Item onClick={() => setDialog("rename")}>Rename</Menu.Item>
        {!isLast && (
          <Menu.Item color="var(--mantine-color-error)" onClick={() => setDialog("revoke")}>
            Revoke
          </Menu.Item>
        )}
      </ActionMenu>
      <Modal
        opened={dialog !== undefined}
        onClose={close}
        title={dialog && `${TITLES[dialog]}: ${named}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {dialog === "replace" && <ReplaceForm apiKey={apiKey} take={take} close={close} />}
        {dialog === "rename" && <RenameForm apiKey={apiKey} close={close} />}
        {dialog === "revoke" && <RevokeForm apiKey={apiKey} close={close} />}
      </Modal>
    </>
  );
}

function RevokeForm({ apiKey: { id }, close }: KeyFormProps) {
  const { run, isPending } = useAction({
    send: () => api.delete(`${KEYS_PATH}/${id}`),
    successMessage: "Key revoked.",
    refresh: [KEYS_PATH],
    done: close,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          Software that uses this key stops working immediately. This cannot be undone.
        </Text>
        <FormButtons close={close} isPending={isPending} label="Revoke" color="red" />
      </Stack>
    </form>
  );
}
