/** The test accounts, partners, users, devices and keys, with their published secrets. */
import type { Simulators } from "../../../src/interfaces/console/certification/contract.ts";
import type { TestUser } from "../../../src/interfaces/console/contract.ts";
import { CopyValue } from "../../parts/copy.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { capitalize } from "../../parts/formats.ts";
import { StateBadge } from "../../parts/values.tsx";
import { formatKeyType } from "../operator/key-types.ts";
import { ValueTable } from "./value-table.tsx";

type SeededAccount = Simulators["accounts"][number];
type SeededPartner = Simulators["partners"][number];
type SeededDevice = Simulators["devices"][number];
type BaseKey = Simulators["baseKeys"][number];

/** A column with a copy button for each value. */
function copyColumn<Item>(
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
  copyColumn("id", "account_id", ({ accountId }) => accountId),
  copyColumn("key", "api_accesskey", ({ accessKey }) => accessKey),
  { id: "about", header: "Description", cell: ({ about }) => capitalize(about) },
];

const PARTNERS: readonly Column<SeededPartner>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  copyColumn("user", "User name", ({ userName }) => userName),
  copyColumn("password", "Password", ({ password }) => password),
  copyColumn("key", "Partner key", ({ partnerKey }) => partnerKey),
  copyColumn("secret", "API secret", ({ apiSecret }) => apiSecret),
];

const PEOPLE: readonly Column<TestUser>[] = [
  { id: "label", header: "Name", cell: ({ label }) => label },
  { id: "as", header: "Sign in as", cell: ({ as }) => capitalize(as) },
  copyColumn("account", "Account", ({ accountId }) => accountId),
  copyColumn("name", "User name", ({ name }) => name),
  copyColumn("password", "Password", ({ password }) => password),
];

const DEVICES: readonly Column<SeededDevice>[] = [
  { id: "type", header: "Type", cell: ({ type }) => type },
  copyColumn("serial", "Serial number", ({ serial }) => serial),
  { id: "client", header: "Client", cell: ({ client }) => client },
  { id: "state", header: "Status", cell: ({ state }) => <StateBadge state={state} /> },
];

const KEYS: readonly Column<BaseKey>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "kind", header: "Type", cell: ({ kind }) => formatKeyType(kind) },
  copyColumn("value", "Published test key", ({ value }) => value),
];

export function AccountValues({ accounts, partners }: Simulators) {
  return (
    <>
      <ValueTable
        title="Accounts"
        about="For the payment, status and reporting APIs."
        columns={ACCOUNTS}
        rows={accounts}
        keyOf={({ accountId }) => accountId}
      />
      <ValueTable
        title="Partners"
        about="For the management API and the parser."
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
      title="Users"
      about="For this console. Merchant users can also sign in to the point of sale."
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
        title="Base derivation keys"
        about="Published in ANSI X9.24. They are accepted in Test mode only."
        columns={KEYS}
        rows={baseKeys}
        keyOf={({ name }) => name}
      />
    </>
  );
}
