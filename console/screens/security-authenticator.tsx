/** Setting up an authenticator, and taking it away: both with a code that it shows. */
import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { api } from "../api.ts";
import { CopyValue } from "../parts/copy.tsx";
import { Panel } from "../parts/panel.tsx";
import { QrPicture } from "../parts/qr-picture.tsx";
import { FormTrouble, useAction, useSubmit } from "../parts/submit.tsx";
import { StateBadge } from "../parts/values.tsx";
import { useSession } from "../session.tsx";

interface Begun {
  readonly secret: string;
  readonly uri: string;
}

const REFRESH = ["/session", "/operator/operators"];

export function AuthenticatorPanel() {
  const { hasAuthenticator } = useSession();
  return (
    <Panel
      title="Authenticator"
      description="An app on your phone that shows six digits, new ones every half minute. With it, a stolen password opens nothing."
      actions={
        <StateBadge
          state={hasAuthenticator ? "active" : "off"}
          label={hasAuthenticator ? "Set up" : "Not set up"}
        />
      }
    >
      {hasAuthenticator ? <Remove /> : <SetUp />}
    </Panel>
  );
}

function SetUp() {
  const [begun, setBegun] = useState<Begun>();
  const { run, isPending } = useAction({
    send: () => api.post<Begun>("/authenticator"),
    done: setBegun,
  });
  if (begun === undefined) {
    return (
      <Button onClick={run} loading={isPending}>
        Set up an authenticator
      </Button>
    );
  }
  return (
    <Stack gap="lg">
      <Group align="flex-start" gap="lg">
        <QrPicture text={begun.uri} label="The authenticator's secret, for its camera" />
        <Stack gap="sm" className="sd-steps">
          <Text>1. Scan this with the app, or type the secret into it:</Text>
          <CopyValue value={begun.secret} label="Copy the secret" />
          <Text size="sm" c="dimmed">
            It is shown only now. Is the app on this device?{" "}
            <Anchor href={begun.uri} size="sm" underline="always">
              Open it
            </Anchor>
            .
          </Text>
          <Text>2. Enter the six digits that it shows:</Text>
          <CodeForm
            path="/authenticator/confirm"
            label="Use it from now on"
            said="Signing in asks for a code from now on."
          >
            <Button variant="default" onClick={() => setBegun(undefined)}>
              Cancel
            </Button>
          </CodeForm>
        </Stack>
      </Group>
    </Stack>
  );
}

function Remove() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Text mb="md">Signing in asks for a code. If you lose the device, ask for a reset.</Text>
      <Button variant="light" color="red" onClick={open}>
        Take it away
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Take the authenticator away?"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text mb="md">
          Your password alone will be enough to sign in. One more code proves it is you.
        </Text>
        <CodeForm
          path="/authenticator/remove"
          label="Take it away"
          color="red"
          said="Signing in asks for no code any more."
        >
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </CodeForm>
      </Modal>
    </>
  );
}

interface CodeFormProps {
  readonly path: string;
  readonly label: string;
  readonly said: string;
  readonly color?: string;
  readonly children: ReactNode;
}

function CodeForm({ path, label, said, color = "tide", children }: CodeFormProps) {
  const form = useForm({ initialValues: { code: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ code }) => api.post(path, { code: code.trim() }),
    said,
    refresh: REFRESH,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          maw="12rem"
          required
          data-autofocus
          {...form.getInputProps("code")}
        />
        <FormTrouble trouble={trouble} />
        <Group gap="xs">
          <Button type="submit" color={color} loading={isPending}>
            {label}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}
