/** One webhook endpoint of an account, and the screen to add one. */
import type { ComponentType } from "react";
import type { AccountDetail } from "../../../src/interfaces/console/operator/contract.ts";
import { useReading } from "../../api.ts";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { usePathParam } from "../../url-state.ts";
import { EndpointScreen, NewEndpointScreen } from "../business/webhook-endpoint.tsx";
import { accountWebhooks, type WebhookPlace } from "../business/webhook-place.ts";

export function NewAccountEndpoint() {
  return <OfAccount screen={NewEndpointScreen} />;
}

export function AccountEndpoint() {
  return <OfAccount screen={EndpointScreen} />;
}

interface OfAccountProps {
  readonly screen: ComponentType<{ readonly place: WebhookPlace }>;
}

/** The name of the account is in the breadcrumb. */
function OfAccount({ screen: Shown }: OfAccountProps) {
  const id = usePathParam("accountId");
  const reading = useReading<AccountDetail>(`/operator/accounts/${id}`);
  return (
    <WhenLoaded reading={reading}>
      {({ account }) => <Shown place={accountWebhooks(account)} />}
    </WhenLoaded>
  );
}
