/** The partner key and the public key of a partner. */
import { Button, Group, NativeSelect, PasswordInput, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { CredentialsView } from "../../../src/interfaces/console/partner/contract.ts";
import { ApiError, api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { OVERLAP_CHOICES } from "../../parts/overlap-choices.ts";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";

export interface CredentialProps {
  readonly credentials: CredentialsView;
  reload(): unknown;
}

const KEY_MIN = 24;

/** Both keys work until the overlap ends, so that software can be changed without a break. */
export function PartnerKey({ credentials, reload }: CredentialProps) {
  const { partner, version, hasKey, olderKeyEnds } = credentials;
  const [made, setMade] = useState<string | undefined>();
  const [hours, setHours] = useState("24");
  const path = `/management/credentials/${partner.id}`;
  const overlapHours = Number(hours);
  return (
    <Panel
      title="Partner key"
      description="Replace the key and choose how long the old one still works, so that you can update your software without a break."
    >
      {made !== undefined && (
        <Secret name="Partner key" value={made} done={() => setMade(undefined)} />
      )}
      <Stack gap="md" mt={made === undefined ? 0 : "md"}>
        <OlderKeys path={path} ends={olderKeyEnds} />
        {hasKey && (
          <NativeSelect
            maw="26rem"
            label="Keep existing keys active for"
            data={OVERLAP_CHOICES}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
        )}
        <Group>
          <ConfirmButton
            label="Create new key"
            color="tide"
            question="Replace the partner key?"
            consequence={
              overlapHours === 0
                ? "Existing keys stop working immediately. The new key is shown only once."
                : "The new key works immediately and is shown only once. Update your software before the existing keys expire."
            }
            send={() => api.post<{ key: string }>(`${path}/key`, { version, overlapHours })}
            refresh={["/management"]}
            done={({ key }) => setMade(key)}
          />
          <Text size="sm" c="dimmed">
            or enter your own key:
          </Text>
        </Group>
        <TypedKey
          path={`${path}/key`}
          version={version}
          overlapHours={overlapHours}
          reload={reload}
        />
      </Stack>
    </Panel>
  );
}

interface OlderKeysProps {
  readonly path: string;
  readonly ends: readonly string[];
}

function OlderKeys({ path, ends }: OlderKeysProps) {
  if (ends.length === 0) return null;
  return (
    <Stack gap={6} align="flex-start">
      {ends.map((end, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two keys may end at the same moment, and keys have no id here
        <Text size="sm" component="div" key={`${end} ${place}`}>
          A previous key expires <Moment at={end} />.
        </Text>
      ))}
      <ConfirmButton
        label="Expire previous keys"
        size="compact-sm"
        question="Expire previous partner keys now?"
        consequence="Software that uses a previous key stops working within a second. This cannot be undone."
        send={() => api.delete(`${path}/older-keys`)}
        successMessage="Previous keys expired."
        refresh={["/management"]}
      />
    </Stack>
  );
}

interface TypedKeyProps {
  readonly path: string;
  readonly version: number;
  readonly overlapHours: number;
  reload(): unknown;
}

function TypedKey({ path, version, overlapHours, reload }: TypedKeyProps) {
  const form = useForm({
    initialValues: { partnerKey: "" },
    validate: {
      partnerKey: (key) => (key.length < KEY_MIN ? `Use at least ${KEY_MIN} characters.` : null),
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ partnerKey }) => api.post(path, { version, key: partnerKey, overlapHours }),
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
