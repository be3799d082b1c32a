/** A button that asks for confirmation before an action that cannot be undone. */
import { Button, type ButtonProps, Group, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { Permission } from "../../src/interfaces/console/contract.ts";
import { Allowed } from "./allowed.tsx";
import { useAction } from "./submit.tsx";

interface ConfirmButtonProps<Answer> extends Pick<ButtonProps, "size" | "variant" | "color"> {
  readonly label: string;
  /** Users without this permission do not see the button. */
  readonly needs?: Permission | undefined;
  /** The question: "Void this payment?" */
  readonly question: string;
  /** What will happen and whether it can be undone. */
  readonly consequence: ReactNode;
  send(): Promise<Answer>;
  readonly successMessage?: string;
  readonly refresh?: readonly string[];
  done?(answer: Answer): void;
}

export function ConfirmButton<Answer>({ needs, ...props }: ConfirmButtonProps<Answer>) {
  return (
    <Allowed needs={needs}>
      <OpenButton {...props} />
    </Allowed>
  );
}

function OpenButton<Answer>(props: Omit<ConfirmButtonProps<Answer>, "needs">) {
  const { label, question, consequence, send, successMessage, refresh, done, ...look } = props;
  const [opened, { open, close }] = useDisclosure(false);
  const { run, isPending } = useAction<Answer>({
    send,
    successMessage,
    refresh,
    done: (answer) => {
      close();
      done?.(answer);
    },
  });
  return (
    <>
      <Button color="red" variant="light" {...look} onClick={open}>
        {label}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={question}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text component="div">{consequence}</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color={look.color ?? "red"} loading={isPending} onClick={run}>
            {label}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
