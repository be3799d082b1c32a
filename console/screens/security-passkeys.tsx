/** The user's own passkeys: the list, adding one, and removing one. */
import { Box, Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { PasskeyList, PasskeyRow } from "../../src/interfaces/console/contract.ts";
import { api, useReading } from "../api.ts";
import { CodeInput } from "../parts/code-input.tsx";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { Panel } from "../parts/panel.tsx";
import { FormError, useSubmit } from "../parts/submit.tsx";
import { Moment } from "../parts/values.tsx";
import { WhenLoaded } from "../parts/when-loaded.tsx";
import { useSession } from "../session.tsx";
import { createPasskey } from "./sign-in/passkey-dialogs.ts";

const PASSKEYS = "/passkeys";

export function PasskeyPanel() {
  const reading = useReading<PasskeyList>(PASSKEYS);
  return (
    <Panel
      title="Passkeys"
      description="Sign in with your fingerprint, face or PIN instead of a password and a code. Add one for each device, so that you can still sign in if you lose one."
    >
      <WhenLoaded reading={reading} skeleton={<Skeleton h={80} />}>
        {(list) => <Passkeys list={list} />}
      </WhenLoaded>
    </Panel>
  );
}

function Passkeys({ list: { items, max } }: { readonly list: PasskeyList }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack gap="md">
      {items.length === 0 && <Text c="dimmed">You have no passkeys yet.</Text>}
      {items.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} />
      ))}
      {isAdding && <AddForm done={() => setAdding(false)} />}
      {!isAdding && items.length < max && (
        <Group>
          <Button onClick={() => setAdding(true)}>Add a passkey</Button>
        </Group>
      )}
    </Stack>
  );
}

function PasskeyLine({ passkey }: { readonly passkey: PasskeyRow }) {
  const { id, name, isSynced, createdAt, usedAt } = passkey;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          Added <Moment at={createdAt} show="date" />
        </Text>
        <Text size="sm" c="dimmed">
          {usedAt === undefined ? "Not used yet" : "Last used "}
          {usedAt !== undefined && <Moment at={usedAt} />}
        </Text>
        {isSynced && (
          <Text size="sm" c="dimmed">
            Synced between devices
          </Text>
        )}
      </div>
      <Box flex="none">
        <ConfirmButton
          label="Remove"
          size="compact-sm"
          question={`Remove the passkey ${name}?`}
          consequence="You can no longer sign in with it. Your password stays the same."
          send={() => api.delete(`${PASSKEYS}/${id}`)}
          successMessage="Passkey removed."
          refresh={[PASSKEYS]}
        />
      </Box>
    </Group>
  );
}

function AddForm({ done }: { done(): void }) {
  const { hasAuthenticator } = useSession();
  const form = useForm({ initialValues: { name: "", currentPassword: "", code: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: async ({ name, currentPassword, code }) => {
      const proof = { currentPassword, ...(hasAuthenticator && { code: code.trim() }) };
      const options = await api.post(`${PASSKEYS}/options`, proof);
      const answer = await createPasskey(options);
      if (answer !== undefined) await api.post(PASSKEYS, { name: name.trim(), answer });
      return answer !== undefined;
    },
    refresh: [PASSKEYS],
    // Each code works once.
    done: (isAdded) => (isAdded ? done() : form.setFieldValue("code", "")),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Such as Work laptop or Phone."
          maxLength={60}
          required
          {...form.getInputProps("name")}
        />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          {...form.getInputProps("currentPassword")}
        />
        {hasAuthenticator && <CodeInput {...form.getInputProps("code")} />}
        <FormError trouble={trouble} />
        <Group gap="xs">
          <Button type="submit" loading={isPending}>
            Create passkey
          </Button>
          <Button variant="default" onClick={done}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
