/** The actions that an operator can take on another operator, each with a confirmation. */
import { Button, Group, Modal, Text } from "@mantine/core";
import type {
  GivenPassword,
  OperatorRole,
  OperatorRow,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api } from "../../api.ts";
import { useAction } from "../../parts/submit.tsx";
import { isRole, ROLE_LABELS } from "./operator-roles.ts";

export interface OperatorAction {
  /** A role means: change to it. */
  readonly kind: "off" | "on" | "password" | "authenticator" | OperatorRole;
  readonly operator: OperatorRow;
}

interface ActionTexts {
  readonly question: (name: string) => string;
  readonly consequence: string;
  readonly label: string;
  readonly successMessage: (name: string) => string;
}

const PATH = "/operator/operators";

const ACTION_TEXTS: Record<OperatorAction["kind"], ActionTexts> = {
  administrator: roleTexts("administrator", "They can do everything, also add operators."),
  support: roleTexts(
    "support",
    "They read everything, unlock logins and send webhooks again, but move no money and give no access.",
  ),
  auditor: roleTexts("auditor", "They read everything and change nothing."),
  off: {
    question: (name) => `Disable ${name}?`,
    consequence: "They are signed out immediately and cannot sign in until they are enabled again.",
    label: "Disable",
    successMessage: (name) => `${name} is disabled.`,
  },
  on: {
    question: (name) => `Enable ${name}?`,
    consequence: "They can sign in again with their previous password.",
    label: "Enable",
    successMessage: (name) => `${name} is enabled.`,
  },
  password: {
    question: (name) => `Reset the password of ${name}?`,
    consequence:
      "Their current password stops working and they are signed out. A temporary password is shown once. They must choose a new one when they sign in.",
    label: "Reset password",
    successMessage: (name) => `${name} has a temporary password.`,
  },
  authenticator: {
    question: (name) => `Remove the sign-in methods of ${name}?`,
    consequence:
      "Their authenticator and passkeys are removed, and they sign in with their password only until they add them again. Verify their identity first.",
    label: "Remove",
    successMessage: (name) => `${name} signs in with the password only.`,
  },
};

function roleTexts(role: OperatorRole, consequence: string): ActionTexts {
  const label = ROLE_LABELS[role];
  return {
    question: (name) => `Change the role of ${name} to ${label}?`,
    consequence: `${consequence} The change takes effect immediately.`,
    label: "Change role",
    successMessage: (name) => `The role of ${name} is ${label}.`,
  };
}

interface ActionDialogProps {
  readonly act: OperatorAction | undefined;
  close(): void;
  given(password: GivenPassword): void;
}

export function OperatorActionDialog({ act, close, given }: ActionDialogProps) {
  const words = act && ACTION_TEXTS[act.kind];
  const name = act?.operator.userName ?? "";
  return (
    <Modal
      opened={act !== undefined}
      onClose={close}
      title={words?.question(name)}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {act !== undefined && <ConfirmForm act={act} close={close} given={given} />}
    </Modal>
  );
}

function ConfirmForm({ act, close, given }: ActionDialogProps & { readonly act: OperatorAction }) {
  const words = ACTION_TEXTS[act.kind];
  const { run, isPending } = useAction({
    send: () => send(act),
    successMessage: words.successMessage(act.operator.userName),
    refresh: [PATH],
    done: (answer) => {
      close();
      if (answer !== undefined) given(answer);
    },
  });
  return (
    <>
      <Text>{words.consequence}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color={act.kind === "on" ? "tide" : "red"} loading={isPending} onClick={run}>
          {words.label}
        </Button>
      </Group>
    </>
  );
}

async function send({ kind, operator }: OperatorAction): Promise<GivenPassword | undefined> {
  const one = `${PATH}/${operator.id}`;
  if (kind === "password") return api.post<GivenPassword>(`${one}/password`);
  if (isRole(kind)) await api.post(`${one}/role`, { role: kind });
  else if (kind === "authenticator") await api.post(`${one}/authenticator/remove`);
  else await api.post(`${one}/switch`, { isActive: kind === "on" });
  return undefined;
}
