/** The API secret of a partner user: its expiration, and replacing it. */
import { Group, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type {
  ApiSecretView,
  NewApiSecret,
} from "../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { OVERLAP_CHOICES } from "../../parts/overlap-choices.ts";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";

interface ApiSecretProps {
  /** Absent for the current user. */
  readonly userId?: string;
}

export function ApiSecretPanel({ userId = "me" }: ApiSecretProps) {
  const path = `/management/users/${userId}/api-secret`;
  const reading = useReading<ApiSecretView>(path);
  const [made, setMade] = useState<string>();
  return (
    <Panel
      title="API secret"
      description="Your software signs its management API requests with this secret."
    >
      <Stack gap="md">
        {made !== undefined && (
          <Secret name="API secret" value={made} done={() => setMade(undefined)} />
        )}
        <WhenLoaded reading={reading} skeleton={<Skeleton h={80} />}>
          {(standing) => (
            <>
              <SecretStatus standing={standing} />
              <SecretActs path={path} standing={standing} take={setMade} />
            </>
          )}
        </WhenLoaded>
      </Stack>
    </Panel>
  );
}

function SecretStatus({ standing }: { readonly standing: ApiSecretView }) {
  const { hasSecret, issuedAt, olderUntil } = standing;
  return (
    <Text size="sm" component="div">
      {hasSecret ? "An API secret is active" : "No API secret yet"}
      {issuedAt !== undefined && (
        <>
          , created <Moment at={issuedAt} />
        </>
      )}
      .
      {olderUntil.map((until) => (
        <div key={until}>
          The previous secret expires <Moment at={until} />.
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
          label="Keep existing secrets active for"
          data={OVERLAP_CHOICES}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
      )}
      <Group>
        <ConfirmButton
          label="Create secret"
          color="tide"
          question="Create a new API secret?"
          consequence="The new secret works immediately and is shown only once. Update your software before the existing secrets expire."
          send={() => api.post<NewApiSecret>(path, { overlapHours: Number(hours) })}
          refresh={[path]}
          done={({ apiSecret }) => take(apiSecret)}
        />
        {olderUntil.length > 0 && (
          <ConfirmButton
            label="Expire previous secrets"
            variant="subtle"
            question="Expire previous API secrets now?"
            consequence="Software that uses a previous secret stops working within a second. This cannot be undone."
            send={() => api.delete(path)}
            successMessage="Previous secrets expired."
            refresh={[path]}
          />
        )}
      </Group>
    </>
  );
}
