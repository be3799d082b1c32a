/** Seeded accounts, partners, people, devices and keys, with their published secrets. */
import type { Simulators } from "../../../src/interfaces/console/certification/contract.ts";
import type { PublishedPerson } from "../../../src/interfaces/console/contract.ts";
import { CopyValue } from "../../parts/copy.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { StateBadge } from "../../parts/values.tsx";
import { ValueTable } from "./value-table.tsx";

type SeededAccount = Simulators["accounts"][number];
type SeededPartner = Simulators["partners"][number];
type SeededDevice = Simulators["devices"][number];
type BaseKey = Simulators["baseKeys"][number];

/** A column of values, each with a button that copies it. */
function copied<Item>(
  id: string,
  header: string,
  read: (item: Item) => string | undefined,
): Column<Item> {
  const cell = (item: Item) => {
    const value = read(item);
    return value === undefined ? (
      "—"
    ) : (
      <CopyValue value={value} label={`Copy ${header} ${value}`} />
    );
  };
  return { id, header, cell };
}

const ACCOUNTS: readonly Column<SeededAccount>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  copied("id", "account_id", ({ accountId }) => accountId),
  copied("key", "api_accesskey", ({ accessKey }) => accessKey),
  { id: "about", header: "Takes", cell: ({ about }) => about },
];

const PARTNERS: readonly Column<SeededPartner>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  copied("user", "User", ({ userName }) => userName),
  copied("password", "Password", ({ password }) => password),
  copied("key", "Partner key", ({ partnerKey }) => partnerKey),
  copied("secret", "API secret", ({ apiSecret }) => apiSecret),
];

const PEOPLE: readonly Column<PublishedPerson>[] = [
  { id: "label", header: "Who", cell: ({ label }) => label },
  { id: "as", header: "Signs in as", cell: ({ as }) => as },
  copied("account", "Account", ({ accountId }) => accountId),
  copied("name", "Name", ({ name }) => name),
  copied("password", "Password", ({ password }) => password),
];

const DEVICES: readonly Column<SeededDevice>[] = [
  { id: "type", header: "Type", cell: ({ type }) => type },
  copied("serial", "Serial number", ({ serial }) => serial),
  { id: "client", header: "Client", cell: ({ client }) => client },
  { id: "state", header: "State", cell: ({ state }) => <StateBadge state={state} /> },
];

const KEYS: readonly Column<BaseKey>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "kind", header: "Kind", cell: ({ kind }) => kind },
  copied("value", "Published test key", ({ value }) => value),
];

export function AccountValues({ accounts, partners }: Simulators) {
  return (
    <>
      <ValueTable
        title="Accounts"
        about="For payments, status and reports."
        columns={ACCOUNTS}
        rows={accounts}
        keyOf={({ accountId }) => accountId}
      />
      <ValueTable
        title="Partners"
        about="For the management interface and the parser."
        columns={PARTNERS}
        rows={partners}
        keyOf={({ name }) => name}
      />
    </>
  );
}

export function PeopleValues({ people }: Simulators) {
  return (
    <ValueTable
      title="People"
      about="They sign in to this console; merchants' people to the mobile point-of-sale as well."
      columns={PEOPLE}
      rows={people}
      keyOf={({ as, accountId, name }) => `${as} ${accountId} ${name}`}
    />
  );
}

export function DeviceValues({ devices, baseKeys }: Simulators) {
  return (
    <>
      <ValueTable title="Devices" columns={DEVICES} rows={devices} keyOf={({ serial }) => serial} />
      <ValueTable
        title="Base keys"
        about="Published in ANSI X9.24, so certification alone takes them."
        columns={KEYS}
        rows={baseKeys}
        keyOf={({ name }) => name}
      />
    </>
  );
}
