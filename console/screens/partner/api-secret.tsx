/** The API secret of a partner's user: when older ones end, a new one, shown once. */
import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type {
  ApiSecretView,
  NewApiSecret,
} from "../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";

const OVERLAPS = [
  { value: "24", label: "A day, while programs change over" },
  { value: "1", label: "An hour" },
  { value: "168", label: "A week" },
  { value: "720", label: "Thirty days" },
  { value: "0", label: "Not at all: they end at once" },
];

interface ApiSecretProps {
  /** Absent: the reader's own. */
  readonly userId?: string;
}

export function ApiSecretPanel({ userId = "me" }: ApiSecretProps) {
  const path = `/management/users/${userId}/api-secret`;
  const { data } = useReading<ApiSecretView>(path);
  const [made, setMade] = useState<string>();
  return (
    <Panel
      title="API secret"
      description="Programs sign their requests to the management interface with it."
    >
      <Stack gap="md">
        {made !== undefined && (
          <Secret name="API secret" value={made} done={() => setMade(undefined)} />
        )}
        {data && <Standing standing={data} />}
        {data && <SecretActs path={path} standing={data} take={setMade} />}
      </Stack>
    </Panel>
  );
}

function Standing({ standing }: { readonly standing: ApiSecretView }) {
  const { hasSecret, issuedAt, olderUntil } = standing;
  return (
    <Text size="sm" component="div">
      {hasSecret ? "A secret is in use" : "There is no secret yet"}
      {issuedAt !== undefined && (
        <>
          , issued <Moment at={issuedAt} />
        </>
      )}
      .
      {olderUntil.map((until) => (
        <div key={until}>
          An older one is good until <Moment at={until} />.
        </div>
      ))}
    </Text>
  );
}

interface SecretActsProps {
  readonly path: string;
  readonly standing: ApiSecretView;
  take(secret: string): void;
}

function SecretActs({ path, standing, take }: SecretActsProps) {
  const [hours, setHours] = useState("24");
  const { hasSecret, olderUntil } = standing;
  return (
    <>
      {hasSecret && (
        <NativeSelect
          label="Older secrets stay good for"
          data={OVERLAPS}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
      )}
      <Group>
        <ConfirmButton
          label="Issue a new secret"
          color="tide"
          question="Issue a new API secret?"
          consequence="It is good at once and shown a single time. Put it into the programs before the older ones end."
          send={() => api.post<NewApiSecret>(path, { overlapHours: Number(hours) })}
          refresh={[path]}
          done={({ apiSecret }) => take(apiSecret)}
        />
        {olderUntil.length > 0 && (
          <ConfirmButton
            label="End older secrets now"
            variant="subtle"
            question="End older API secrets now?"
            consequence="Programs that still use them are refused within a second. This cannot be undone."
            send={() => api.delete(path)}
            said="Older secrets have ended."
            refresh={[path]}
          />
        )}
      </Group>
    </>
  );
}
