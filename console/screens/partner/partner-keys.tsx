/** The partner key, typed or made, and the public key. */
import { Button, Group, PasswordInput, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { CredentialsView } from "../../../src/interfaces/console/partner/contract.ts";
import { ApiError, api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";

export interface CredentialProps {
  readonly credentials: CredentialsView;
  reload(): unknown;
}

const KEY_MIN = 24;

/** Programs with the old key fail at once, so that is said first. */
export function PartnerKey({ credentials: { partner, version }, reload }: CredentialProps) {
  const [made, setMade] = useState<string | undefined>();
  const path = `/management/credentials/${partner.id}/key`;
  return (
    <Panel
      title="Partner key"
      description="Programs with the old key are refused within a second: change them at the same time."
    >
      {made !== undefined && (
        <Secret name="Partner key" value={made} done={() => setMade(undefined)} />
      )}
      <Stack gap="md" mt={made === undefined ? 0 : "md"}>
        <Group>
          <ConfirmButton
            label="Make a new key"
            color="tide"
            question="Replace the partner key?"
            consequence="The old key stops working at once. The new one is shown a single time."
            send={() => api.post<{ key: string }>(path, { version })}
            refresh={["/management"]}
            done={({ key }) => setMade(key)}
          />
          <Text size="sm" c="dimmed">
            or type one of your own:
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
      partnerKey: (key) => (key.length < KEY_MIN ? `Use ${KEY_MIN} characters at least.` : null),
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ partnerKey }) => api.post(path, { version, key: partnerKey }),
    said: "The partner key is changed.",
    refresh: ["/management"],
    done: () => form.reset(),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm">
        <PasswordInput
          flex="1 1 16rem"
          maw="26rem"
          label="Own key"
          description={`${KEY_MIN} characters at least. It is not shown again.`}
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

/** Trouble of a form, and the way on where somebody else was faster. */
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
      <FormTrouble trouble={trouble} />
      {isStale && (
        <Button size="xs" variant="light" onClick={() => void reload()}>
          Load again
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
    said: "The public key is registered.",
    refresh: ["/management"],
    done: () => form.reset(),
  });
  return (
    <Panel
      title="Public key"
      description="For programs that sign their calls with RSA: 2048 bits or more."
    >
      {publicKey !== undefined && (
        <Stack gap={6} mb="md" align="flex-start">
          <Text size="sm" c="dimmed">
            Registered: RSA, {publicKey.bits} bits. SHA-256 fingerprint:
          </Text>
          <code className="sd-fingerprint">{publicKey.fingerprint}</code>
          <ConfirmButton
            label="Take it away"
            size="compact-sm"
            question="Take the public key away?"
            consequence="Calls that are signed with its private half are refused at once."
            send={() => api.post(`${path}/remove`, { version })}
            said="The public key is gone."
            refresh={["/management"]}
          />
        </Stack>
      )}
      <form onSubmit={submit} noValidate>
        <Textarea
          label={publicKey === undefined ? "Public key (PEM)" : "Another public key (PEM)"}
          placeholder="-----BEGIN PUBLIC KEY-----"
          classNames={{ input: "sd-mono" }}
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps("publicKey")}
        />
        <Stale trouble={trouble} reload={reload} />
        <Button type="submit" variant="default" mt="sm" loading={isPending}>
          Register
        </Button>
      </form>
    </Panel>
  );
}
