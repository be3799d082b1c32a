/** Turns two-factor authentication on and off. Both need a code from the authenticator app. */
import { Anchor, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { api } from "../api.ts";
import { CodeInput } from "../parts/code-input.tsx";
import { CopyValue } from "../parts/copy.tsx";
import { Panel } from "../parts/panel.tsx";
import { QrPicture } from "../parts/qr-picture.tsx";
import { FormError, useAction, useSubmit } from "../parts/submit.tsx";
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
      title="Two-factor authentication"
      description="Protect your account with an authenticator app that shows a new 6-digit code every 30 seconds."
      actions={
        <StateBadge
          state={hasAuthenticator ? "active" : "off"}
          label={hasAuthenticator ? "On" : "Off"}
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
        Set up two-factor authentication
      </Button>
    );
  }
  return (
    <Stack gap="lg">
      <Group align="flex-start" gap="lg">
        <QrPicture text={begun.uri} label="QR code for your authenticator app" />
        <Stack gap="sm" className="sd-steps">
          <Text>
            1. Scan this QR code with your authenticator app, or enter the secret manually:
          </Text>
          <CopyValue value={begun.secret} label="Copy secret" />
          <Text size="sm" c="dimmed">
            The secret is shown only once. Is the app on this device?{" "}
            <Anchor href={begun.uri} size="sm" underline="always">
              Open the app
            </Anchor>
            .
          </Text>
          <Text>2. Enter the 6-digit code from the app:</Text>
          <CodeForm
            path="/authenticator/confirm"
            label="Turn on"
            successMessage="Two-factor authentication is on."
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
      <Text mb="md">
        You need a code to sign in. If you lose your device, ask another administrator to remove
        your sign-in methods.
      </Text>
      <Button variant="light" color="red" onClick={open}>
        Turn off
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Turn off two-factor authentication?"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text mb="md">You will sign in with your password only. Enter a code to confirm.</Text>
        <CodeForm
          path="/authenticator/remove"
          label="Turn off"
          color="red"
          successMessage="Two-factor authentication is off."
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
  readonly successMessage: string;
  readonly color?: string;
  readonly children: ReactNode;
}

function CodeForm({ path, label, successMessage, color = "tide", children }: CodeFormProps) {
  const form = useForm({ initialValues: { code: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ code }) => api.post(path, { code: code.trim() }),
    successMessage,
    refresh: REFRESH,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CodeInput data-autofocus {...form.getInputProps("code")} />
        <FormError trouble={trouble} />
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
