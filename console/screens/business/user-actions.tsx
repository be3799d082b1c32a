/** The actions on one user: invite, edit, send a link, disable and enable. */
import { Button, Group, Menu, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { MerchantUser } from "../../../src/interfaces/console/business/contract.ts";
import { api } from "../../api.ts";
import { ActionMenu } from "../../parts/action-menu.tsx";
import { Icon } from "../../parts/icons.tsx";
import { useAction } from "../../parts/submit.tsx";
import { USERS_PATH as PATH, UserForm } from "./user-form.tsx";

export function InviteUser() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        Invite user
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Invite user"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <UserForm
          initial={{ email: "", firstName: "", lastName: "", role: "cashier" }}
          note="They receive an email with a link to choose a password. The link is valid for 7 days."
          button="Send invitation"
          successMessage="Invitation sent."
          send={(values) => api.post(PATH, values)}
          close={close}
        />
      </Modal>
    </>
  );
}

type Dialog = "change" | "off" | "methods";

export function UserActions({ person }: { readonly person: MerchantUser }) {
  const [change, changing] = useDisclosure(false);
  const [off, switching] = useDisclosure(false);
  const [methods, removing] = useDisclosure(false);
  const open: Record<Dialog, () => void> = {
    change: changing.open,
    off: switching.open,
    methods: removing.open,
  };
  return (
    <>
      <UserMenu person={person} open={open} />
      <Modal
        opened={change}
        onClose={changing.close}
        title={`Edit ${person.email}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <UserForm
          initial={person}
          button="Save"
          successMessage="User saved."
          send={({ email, firstName, lastName, role }) =>
            api.patch(`${PATH}/${person.id}`, { email, firstName, lastName, role })
          }
          close={changing.close}
        />
      </Modal>
      <DisableDialog person={person} opened={off} close={switching.close} />
      <RemoveMethodsDialog person={person} opened={methods} close={removing.close} />
    </>
  );
}

interface UserMenuProps {
  readonly person: MerchantUser;
  readonly open: Record<Dialog, () => void>;
}

function UserMenu({ person, open }: UserMenuProps) {
  const { id, email, isActive, hasPassword, isYou } = person;
  const link = useAction({
    send: () => api.post(`${PATH}/${id}/link`),
    successMessage: `Link sent to ${email}.`,
    refresh: [PATH],
  });
  const on = useAction({
    send: () => api.patch(`${PATH}/${id}`, { isActive: true }),
    successMessage: `${email} is enabled.`,
    refresh: [PATH],
  });
  return (
    <ActionMenu text="Actions" label={`Actions for ${email}`} size="compact-sm">
      <Menu.Item onClick={open.change}>Edit name or role</Menu.Item>
      {isActive && (
        <Menu.Item onClick={link.run}>
          {hasPassword ? "Send password reset link" : "Resend invitation"}
        </Menu.Item>
      )}
      {hasPassword && !isYou && (
        <Menu.Item onClick={open.methods}>Remove sign-in methods</Menu.Item>
      )}
      {isActive ? (
        <Menu.Item color="var(--mantine-color-error)" onClick={open.off}>
          Disable
        </Menu.Item>
      ) : (
        <Menu.Item onClick={on.run}>Enable</Menu.Item>
      )}
    </ActionMenu>
  );
}

interface UserDialogProps {
  readonly person: MerchantUser;
  readonly opened: boolean;
  close(): void;
}

function DisableDialog({ person, opened, close }: UserDialogProps) {
  const { run, isPending } = useAction({
    send: () => api.patch(`${PATH}/${person.id}`, { isActive: false }),
    successMessage: `${person.email} is disabled.`,
    refresh: [PATH],
    done: close,
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`Disable ${person.email}?`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>
        {person.isYou
          ? "You are about to disable your own user. You will be signed out immediately and cannot enable yourself again."
          : "They are signed out everywhere immediately. Their records are kept, and you can enable them again."}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={isPending} onClick={run}>
          Disable
        </Button>
      </Group>
    </Modal>
  );
}

function RemoveMethodsDialog({ person, opened, close }: UserDialogProps) {
  const { run, isPending } = useAction({
    send: () => api.post(`${PATH}/${person.id}/sign-in-methods/remove`),
    successMessage: `${person.email} signs in with the password only.`,
    refresh: [PATH],
    done: close,
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`Remove the sign-in methods of ${person.email}?`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>
        Their authenticator and passkeys are removed, and they sign in with their password only
        until they add them again. They get an email. Verify their identity first.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={isPending} onClick={run}>
          Remove
        </Button>
      </Group>
    </Modal>
  );
}
