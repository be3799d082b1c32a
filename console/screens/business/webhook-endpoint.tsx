/** One webhook endpoint: URL, events, signing secret and deliveries. Also the screen to add one. */
import { Alert, Group, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type {
  Webhook,
  WebhookSaved,
  WebhookView,
} from "../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../api.ts";
import { ReadOnlyUnless } from "../../parts/allowed.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icons.tsx";
import { linkTarget } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { usePathParam } from "../../url-state.ts";
import { Deliveries } from "./deliveries.tsx";
import { useNewSecret } from "./new-secret.tsx";
import { endpointApi, OWN_WEBHOOKS, type WebhookPlace } from "./webhook-place.ts";
import { AddressAndEvents } from "./webhook-settings.tsx";
import { TestPanel } from "./webhook-test.tsx";

interface PlaceProps {
  readonly place: WebhookPlace;
}

export function NewEndpoint() {
  return <NewEndpointScreen place={OWN_WEBHOOKS} />;
}

export function OwnEndpoint() {
  return <EndpointScreen place={OWN_WEBHOOKS} />;
}

export function NewEndpointScreen({ place }: PlaceProps) {
  const [secret, setSecret] = useState<string>();
  const navigate = useNavigate();
  const reading = useReading<WebhookView>(place.api);
  const leave = () => void navigate(linkTarget(place.list));
  return (
    <>
      <PageHeader title="Add endpoint" crumbs={place.crumbs} />
      <WhenLoaded reading={reading}>
        {(view) =>
          secret === undefined ? (
            <AddressAndEvents place={place} view={view} take={(saved) => setSecret(saved.secret)} />
          ) : (
            <Secret name="Webhook signing secret" value={secret} done={leave} />
          )
        }
      </WhenLoaded>
    </>
  );
}

export function EndpointScreen({ place }: PlaceProps) {
  const number = Number(usePathParam("endpointNumber"));
  const reading = useReading<WebhookView>(place.api);
  const webhook = reading.data?.webhooks.find((one) => one.number === number);
  return (
    <>
      <PageHeader
        title={`Endpoint ${number}`}
        crumbs={place.crumbs}
        badge={webhook && <EndpointState {...webhook} />}
        actions={
          webhook && (
            <Group gap="xs">
              <Remove place={place} number={number} />
            </Group>
          )
        }
      />
      <WhenLoaded reading={reading}>
        {(view) =>
          webhook === undefined ? (
            <Text>This endpoint does not exist. It may have been removed.</Text>
          ) : (
            <Endpoint place={place} view={view} webhook={webhook} />
          )
        }
      </WhenLoaded>
    </>
  );
}

interface EndpointProps extends PlaceProps {
  readonly view: WebhookView;
  readonly webhook: Webhook;
}

function Endpoint({ place, view, webhook }: EndpointProps) {
  const { take, shown } = useNewSecret();
  return (
    <Stack gap="lg">
      {shown}
      {webhook.switchedOffWhy !== undefined && <DisabledNotice {...webhook} />}
      <ReadOnlyUnless needs={place.needs}>
        <AddressAndEvents
          key={JSON.stringify(webhook)}
          place={place}
          view={view}
          webhook={webhook}
          take={take}
        />
      </ReadOnlyUnless>
      <SecretPanel place={place} webhook={webhook} take={take} />
      {place.isOwn && webhook.isOn && <TestPanel webhook={webhook} events={view.events} />}
      {place.isOwn && <Deliveries endpoint={webhook.number} />}
    </Stack>
  );
}

const DISABLED_REASONS: Readonly<Record<string, string>> = {
  gone: "The server answered 410 Gone",
};

function DisabledNotice({ switchedOffAt, switchedOffWhy }: Webhook) {
  return (
    <Alert
      color="amber"
      className="sd-alert"
      title="This endpoint was disabled automatically"
      icon={<Icon name="attention" />}
    >
      {DISABLED_REASONS[switchedOffWhy ?? ""] ?? switchedOffWhy}
      {switchedOffAt !== undefined && (
        <>
          {" · "}
          <Moment at={switchedOffAt} focusable />
        </>
      )}
    </Alert>
  );
}

export function EndpointState({ isOn, switchedOffWhy }: Webhook) {
  if (isOn) return <StateBadge state="active" label="Enabled" />;
  const label = switchedOffWhy === "gone" ? "Disabled: the server answered 410 Gone" : "Disabled";
  return <StateBadge state="off" tone={switchedOffWhy ? "bad" : "quiet"} label={label} />;
}

function Remove({ place, number }: PlaceProps & { readonly number: number }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Remove"
      needs={place.needs}
      question="Remove this endpoint?"
      consequence="We no longer send events to it. Its secret is deleted, and deliveries that are still pending fail."
      send={() => api.delete(endpointApi(place, number))}
      successMessage="Endpoint removed."
      refresh={place.refresh}
      done={() => void navigate(linkTarget(place.list))}
    />
  );
}

interface SecretPanelProps extends PlaceProps {
  readonly webhook: Webhook;
  take(saved: WebhookSaved): void;
}

function SecretPanel({ place, webhook, take }: SecretPanelProps) {
  const { number, previousSecretUntil } = webhook;
  return (
    <Panel title="Signing secret">
      <Group justify="space-between" gap="md">
        <Text maw="40rem">
          {previousSecretUntil === undefined ? (
            "We sign every delivery to this endpoint with this secret. It cannot be shown again, but you can replace it."
          ) : (
            <>
              The secret was replaced. Until <Moment at={previousSecretUntil} focusable />{" "}
              deliveries are signed with both secrets, the new one first.
            </>
          )}
        </Text>
        <ConfirmButton
          label="Replace secret"
          needs={place.needs}
          question="Replace the signing secret?"
          consequence="The new secret is shown once. For one day, deliveries are signed with both secrets, so that the server can be updated. Then the old secret expires."
          color="tide"
          send={() => api.post<WebhookSaved>(`${endpointApi(place, number)}/secret`)}
          refresh={place.refresh}
          done={take}
        />
      </Group>
    </Panel>
  );
}
