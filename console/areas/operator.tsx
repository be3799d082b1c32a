/** Operator screens for administration: accounts, partners, card hosts, operators and device keys. */
import type { NumberedPage } from "../../src/interfaces/console/contract.ts";
import type { AccountRow, PartnerRow } from "../../src/interfaces/console/operator/contract.ts";
import { api } from "../api.ts";
import type { Area, Hit, NavigationEntry, Screen } from "../area.ts";

const HITS = 5;

const ENTRIES: readonly NavigationEntry[] = [
  {
    label: "Accounts",
    icon: "account",
    to: "/accounts",
    needs: "accounts",
    about: "Create merchant accounts, change settings and manage keys.",
  },
  {
    label: "Approvals",
    icon: "check",
    to: "/approvals",
    needs: "accounts",
    about: "Requests that wait for a second person.",
  },
  {
    label: "Partners",
    icon: "partners",
    to: "/all-partners",
    needs: "partners",
    about: "All partners of this installation.",
  },
  {
    label: "Device keys",
    icon: "key",
    to: "/device-keys",
    needs: "terminal_keys",
    about: "Base derivation keys (BDKs). Two people import each key.",
  },
  {
    label: "Card hosts",
    icon: "card",
    to: "/card-hosts",
    needs: "operations",
    about: "Where card payments are sent: connections to acquirers.",
  },
  {
    label: "Operators",
    icon: "people",
    to: "/operators",
    needs: "operators",
    about: "People who run this installation.",
  },
];

const SCREENS: readonly Screen[] = [
  {
    path: "/approvals",
    needs: "accounts",
    load: () => import("../screens/operator/approvals.tsx").then((m) => m.Approvals),
  },
  {
    path: "/accounts",
    needs: "accounts",
    load: () => import("../screens/operator/accounts.tsx").then((m) => m.Accounts),
  },
  {
    path: "/accounts/new",
    needs: "operator.administer",
    load: () => import("../screens/operator/new-account.tsx").then((m) => m.NewAccount),
  },
  {
    path: "/accounts/$accountId",
    needs: "accounts",
    load: () => import("../screens/operator/account.tsx").then((m) => m.Account),
  },
  {
    path: "/accounts/$accountId/webhook/new",
    needs: "operator.administer",
    load: () =>
      import("../screens/operator/account-endpoint.tsx").then((m) => m.NewAccountEndpoint),
  },
  {
    path: "/accounts/$accountId/webhook/endpoints/$endpointNumber",
    needs: "accounts",
    load: () => import("../screens/operator/account-endpoint.tsx").then((m) => m.AccountEndpoint),
  },
  {
    path: "/all-partners",
    needs: "partners",
    load: () => import("../screens/operator/partners.tsx").then((m) => m.Partners),
  },
  {
    path: "/all-partners/new",
    needs: "operator.administer",
    load: () => import("../screens/operator/new-partner.tsx").then((m) => m.NewPartner),
  },
  {
    path: "/all-partners/$partnerId",
    needs: "partners",
    load: () => import("../screens/operator/partner.tsx").then((m) => m.Partner),
  },
  {
    path: "/device-keys",
    needs: "terminal_keys",
    load: () => import("../screens/operator/device-keys.tsx").then((m) => m.DeviceKeys),
  },
  {
    path: "/card-hosts",
    needs: "operations",
    load: () => import("../screens/operator/card-hosts.tsx").then((m) => m.CardHosts),
  },
  {
    path: "/operators",
    needs: "operators",
    load: () => import("../screens/operator/operators.tsx").then((m) => m.Operators),
  },
];

export const operator: Area = {
  groups: [{ title: "Administration", entries: ENTRIES }],
  screens: SCREENS,
  searches: [
    { title: "Accounts", needs: "accounts", find: findAccounts },
    { title: "Partners", needs: "partners", find: findPartners },
  ],
};

async function findAccounts(text: string): Promise<readonly Hit[]> {
  const page = await api.get<NumberedPage<AccountRow>>("/operator/accounts", { text, take: HITS });
  return page.items.map(({ id, name }) => ({
    id: `account ${id}`,
    label: name,
    about: id,
    to: `/accounts/${id}`,
    icon: "account",
  }));
}

async function findPartners(text: string): Promise<readonly Hit[]> {
  const page = await api.get<NumberedPage<PartnerRow>>("/operator/partners", { text, take: HITS });
  return page.items.map(({ id, name, reference }) => ({
    id: `partner ${id}`,
    label: name,
    about: reference,
    to: `/all-partners/${id}`,
    icon: "partners",
  }));
}
