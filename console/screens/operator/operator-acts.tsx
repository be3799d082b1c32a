/** What one operator does to another, asked about before it is done. */
import { Button, Group, Modal, Text } from "@mantine/core";
import type {
  GivenPassword,
  OperatorRow,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api } from "../../api.ts";
import { useAction } from "../../parts/submit.tsx";

export interface Act {
  readonly kind: "off" | "on" | "password" | "authenticator";
  readonly operator: OperatorRow;
}

interface Words {
  readonly question: (name: string) => string;
  readonly consequence: string;
  readonly label: string;
  readonly said: (name: string) => string;
}

const PATH = "/operator/operators";

const WORDS: Record<Act["kind"], Words> = {
  off: {
    question: (name) => `Switch ${name} off?`,
    consequence: "They are signed out at once and cannot sign in until they are switched on again.",
    label: "Switch off",
    said: (name) => `${name} is off.`,
  },
  on: {
    question: (name) => `Switch ${name} on?`,
    consequence: "They can sign in again, with the password that they had.",
    label: "Switch on",
    said: (name) => `${name} is on.`,
  },
  password: {
    question: (name) => `Give ${name} a new password?`,
    consequence:
      "The old one ends at once, and so does whatever they are signed in to. The new one is shown once and is good for choosing another.",
    label: "Make a password",
    said: (name) => `${name} has a one-time password.`,
  },
  authenticator: {
    question: (name) => `Take away the authenticator of ${name}?`,
    consequence:
      "Signing in asks for no code until they set up another. Make sure that it is them.",
    label: "Take it away",
    said: (name) => `${name} has no authenticator now.`,
  },
};

interface ActDialogProps {
  readonly act: Act | undefined;
  close(): void;
  given(password: GivenPassword): void;
}

export function ActDialog({ act, close, given }: ActDialogProps) {
  const words = act && WORDS[act.kind];
  const name = act?.operator.userName ?? "";
  return (
    <Modal
      opened={act !== undefined}
      onClose={close}
      title={words?.question(name)}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {act !== undefined && <Asked act={act} close={close} given={given} />}
    </Modal>
  );
}

function Asked({ act, close, given }: ActDialogProps & { readonly act: Act }) {
  const words = WORDS[act.kind];
  const { run, isPending } = useAction({
    send: () => send(act),
    said: words.said(act.operator.userName),
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

async function send({ kind, operator }: Act): Promise<GivenPassword | undefined> {
  const one = `${PATH}/${operator.id}`;
  if (kind === "password") return api.post<GivenPassword>(`${one}/password`);
  if (kind === "authenticator") await api.post(`${one}/authenticator/remove`);
  else await api.post(`${one}/switch`, { isActive: kind === "on" });
  return undefined;
}
