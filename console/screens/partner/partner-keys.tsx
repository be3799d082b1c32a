/** The partner key and the public key of a partner. */
import { Button, Group, PasswordInput, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { CredentialsView } from "../../../src/interfaces/console/partner/contract.ts";
import { ApiError, api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";

export interface CredentialProps {
  readonly credentials: CredentialsView;
  reload(): unknown;
}

const KEY_MIN = 24;

/** Software with the old key fails immediately, so the description says this first. */
export function PartnerKey({ credentials: { partner, version }, reload }: CredentialProps) {
  const [made, setMade] = useState<string | undefined>();
  const path = `/management/credentials/${partner.id}/key`;
  return (
    <Panel
      title="Partner key"
      description="If you replace the key, software with the old key stops working within a second."
    >
      {made !== undefined && (
        <Secret name="Partner key" value={made} done={() => setMade(undefined)} />
      )}
      <Stack gap="md" mt={made === undefined ? 0 : "md"}>
        <Group>
          <ConfirmButton
            label="Create new key"
            color="tide"
            question="Replace the partner key?"
            consequence="The old key stops working immediately. The new key is shown only once."
            send={() => api.post<{ key: string }>(path, { version })}
            refresh={["/management"]}
            done={({ key }) => setMade(key)}
          />
          <Text size="sm" c="dimmed">
            or enter your own key:
          </Text>
        </Group>
        <TypedKey path={path} version={version} reload={reload} />
      </Stack>
    </Panel>
  );
}

interface TypedKeyProps {
  readonly path: string;
  readonly version: number;
  reload(): unknown;
}

function TypedKey({ path, version, reload }: TypedKeyProps) {
  const form = useForm({
    initialValues: { partnerKey: "" },
    validate: {
      partnerKey: (key) => (key.length < KEY_MIN ? `Use at least ${KEY_MIN} characters.` : null),
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ partnerKey }) => api.post(path, { version, key: partnerKey }),
    successMessage: "Partner key changed.",
    refresh: ["/management"],
    done: () => form.reset(),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm">
        <PasswordInput
          flex="1 1 16rem"
          maw="26rem"
          label="Your own key"
          description={`At least ${KEY_MIN} characters. It cannot be shown again.`}
          autoComplete="new-password"
          {...form.getInputProps("partnerKey")}
        />
        <Button type="submit" variant="default" mt={{ sm: 46 }} loading={isPending}>
          Use this key
        </Button>
      </Group>
      <Stale trouble={trouble} reload={reload} />
    </form>
  );
}

/** The form's error, and a reload button if someone else changed the record. */
export function Stale({
  trouble,
  reload,
}: {
  readonly trouble: Error | undefined;
  reload(): unknown;
}) {
  const isStale = trouble instanceof ApiError && trouble.code === "conflict";
  return (
    <Stack gap="xs" mt={trouble === undefined ? 0 : "sm"} align="flex-start">
      <FormError trouble={trouble} />
      {isStale && (
        <Button size="xs" variant="light" onClick={() => void reload()}>
          Reload
        </Button>
      )}
    </Stack>
  );
}

export function PublicKey({ credentials, reload }: CredentialProps) {
  const { partner, version, publicKey } = credentials;
  const path = `/management/credentials/${partner.id}/public-key`;
  const form = useForm({ initialValues: { publicKey: "" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post(path, { ...values, version }),
    successMessage: "Public key saved.",
    refresh: ["/management"],
    done: () => form.reset(),
  });
  return (
    <Panel
      title="Public key"
      description="For software that signs its requests with RSA (2048 bits or more)."
    >
      {publicKey !== undefined && (
        <Stack gap={6} mb="md" align="flex-start">
          <Text size="sm" c="dimmed">
            Current key: RSA, {publicKey.bits} bits. SHA-256 fingerprint:
          </Text>
          <code className="sd-fingerprint">{publicKey.fingerprint}</code>
          <ConfirmButton
            label="Remove key"
            size="compact-sm"
            question="Remove the public key?"
            consequence="Requests signed with its private key are rejected immediately."
            send={() => api.post(`${path}/remove`, { version })}
            successMessage="Public key removed."
            refresh={["/management"]}
          />
        </Stack>
      )}
      <form onSubmit={submit} noValidate>
        <Textarea
          label={publicKey === undefined ? "Public key (PEM)" : "New public key (PEM)"}
          placeholder="-----BEGIN PUBLIC KEY-----"
          classNames={{ input: "sd-mono" }}
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps("publicKey")}
        />
        <Stale trouble={trouble} reload={reload} />
        <Button type="submit" variant="default" mt="sm" loading={isPending}>
          Save key
        </Button>
      </form>
    </Panel>
  );
}
