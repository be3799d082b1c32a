/** What is done with one person: invited, changed, sent a link, switched off and on again. */
import { Button, Group, Menu, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { PosPerson } from "../../../src/interfaces/console/business/contract.ts";
import { api } from "../../api.ts";
import { ActMenu } from "../../parts/act-menu.tsx";
import { Icon } from "../../parts/icons.tsx";
import { useAction } from "../../parts/submit.tsx";
import { PEOPLE_PATH as PATH, PersonForm } from "./person-form.tsx";

export function InvitePerson() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        Invite somebody
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Invite somebody"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <PersonForm
          initial={{ email: "", firstName: "", lastName: "", role: "cashier" }}
          note="A letter lets them choose a password within seven days."
          button="Send the invitation"
          said="The invitation is on its way."
          send={(values) => api.post(PATH, values)}
          close={close}
        />
      </Modal>
    </>
  );
}

type Dialog = "change" | "off";

export function PersonActions({ person }: { readonly person: PosPerson }) {
  const [change, changing] = useDisclosure(false);
  const [off, switching] = useDisclosure(false);
  const open: Record<Dialog, () => void> = { change: changing.open, off: switching.open };
  return (
    <>
      <PersonMenu person={person} open={open} />
      <Modal
        opened={change}
        onClose={changing.close}
        title={`Change ${person.email}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <PersonForm
          initial={person}
          button="Save"
          said="The person is saved."
          send={({ email, firstName, lastName, role }) =>
            api.patch(`${PATH}/${person.id}`, { email, firstName, lastName, role })
          }
          close={changing.close}
        />
      </Modal>
      <SwitchOff person={person} opened={off} close={switching.close} />
    </>
  );
}

interface PersonMenuProps {
  readonly person: PosPerson;
  readonly open: Record<Dialog, () => void>;
}

function PersonMenu({ person, open }: PersonMenuProps) {
  const { id, email, isActive, hasPassword } = person;
  const link = useAction({
    send: () => api.post(`${PATH}/${id}/link`),
    said: `A link is on its way to ${email}.`,
    refresh: [PATH],
  });
  const on = useAction({
    send: () => api.patch(`${PATH}/${id}`, { isActive: true }),
    said: `${email} is switched on.`,
    refresh: [PATH],
  });
  return (
    <ActMenu text="Actions" label={`Actions for ${email}`} size="compact-sm">
      <Menu.Item onClick={open.change}>Change name or role</Menu.Item>
      {isActive && (
        <Menu.Item onClick={link.run}>
          {hasPassword ? "Send a link for a new password" : "Send the invitation again"}
        </Menu.Item>
      )}
      {isActive ? (
        <Menu.Item color="var(--mantine-color-error)" onClick={open.off}>
          Switch off
        </Menu.Item>
      ) : (
        <Menu.Item onClick={on.run}>Switch on again</Menu.Item>
      )}
    </ActMenu>
  );
}

interface SwitchOffProps {
  readonly person: PosPerson;
  readonly opened: boolean;
  close(): void;
}

function SwitchOff({ person, opened, close }: SwitchOffProps) {
  const { run, isPending } = useAction({
    send: () => api.patch(`${PATH}/${person.id}`, { isActive: false }),
    said: `${person.email} is switched off.`,
    refresh: [PATH],
    done: close,
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`Switch ${person.email} off?`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>
        {person.isYou
          ? "This is you: you are signed out at once and cannot come back by yourself."
          : "They are signed out everywhere at once. What they did stays, and you can switch them on again."}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={isPending} onClick={run}>
          Switch off
        </Button>
      </Group>
    </Modal>
  );
}
