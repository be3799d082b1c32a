/** Where the webhook screens of an account are: a merchant's own, and those that an operator uses. */
import type { Permission } from "../../../src/interfaces/console/contract.ts";
import type { Crumb } from "../../parts/panel.tsx";

export interface WebhookPlace {
  /** The address of the settings in the API. */
  readonly api: string;
  /** Addresses to reload after a change. */
  readonly refresh: readonly string[];
  /** The screen with all endpoints. */
  readonly list: string;
  /** The screen that adds an endpoint. */
  readonly adding: string;
  /** The parents of an endpoint's screen. */
  readonly crumbs: readonly Crumb[];
  /** Only merchants send test events and see the deliveries of one endpoint. */
  readonly isOwn: boolean;
  /** What a user needs to change something. Undefined: everyone who sees the screens. */
  readonly needs?: Permission;
  endpoint(number: number): string;
}

const OWN = "/settings/webhook";

export const OWN_WEBHOOKS: WebhookPlace = {
  api: OWN,
  refresh: [OWN],
  list: OWN,
  adding: `${OWN}/new`,
  crumbs: [{ label: "Webhooks", to: OWN }],
  isOwn: true,
  endpoint: (number) => `${OWN}/endpoints/${number}`,
};

export function accountWebhooks(account: {
  readonly id: string;
  readonly name: string;
}): WebhookPlace {
  const screen = `/accounts/${account.id}`;
  const list = `${screen}?tab=webhook`;
  return {
    api: `/operator/accounts/${account.id}/webhook`,
    refresh: ["/operator/accounts"],
    list,
    adding: `${screen}/webhook/new`,
    crumbs: [
      { label: "Accounts", to: "/accounts" },
      { label: account.name, to: list },
    ],
    isOwn: false,
    needs: "operator.administer",
    endpoint: (number) => `${screen}/webhook/endpoints/${number}`,
  };
}

export function endpointApi({ api }: WebhookPlace, number: number): string {
  return `${api}/endpoints/${number}`;
}
