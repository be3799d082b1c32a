/** What the simulated card host, verification provider and bank go by. */
import { SimpleGrid } from "@mantine/core";
import type {
  BankValues,
  SimulatedValue,
  Simulators,
} from "../../../src/interfaces/console/certification/contract.ts";
import { CopyValue } from "../../parts/copy.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { ValueTable } from "./value-table.tsx";

type TestCard = Simulators["card"]["testCards"][number];

const CARDS: readonly Column<TestCard>[] = [
  { id: "brand", header: "Brand", cell: ({ brand }) => brand },
  {
    id: "number",
    header: "card_number",
    cell: ({ number }) => <CopyValue value={number} label={`Copy ${number}`} />,
  },
];

const AMOUNTS: readonly Column<SimulatedValue>[] = [
  {
    id: "value",
    header: "transaction_amount",
    cell: ({ value }) => <CopyValue value={value} label={`Copy ${value}`} />,
  },
  { id: "effect", header: "What happens", cell: ({ effect }) => effect },
];

const EMAILS: readonly Column<SimulatedValue>[] = [
  { id: "value", header: "Sent", cell: ({ value }) => value },
  { id: "effect", header: "Answer", cell: ({ effect }) => <code>{effect}</code> },
];

const keyOfValue = ({ value }: SimulatedValue) => value;

export function CardValues({ card }: Simulators) {
  return (
    <>
      <ValueTable
        title="Test cards"
        about="card_expiration is any month to come, such as 1230."
        columns={CARDS}
        rows={card.testCards}
        keyOf={({ number }) => number}
      />
      <ValueTable
        title="Amounts"
        about={card.about}
        columns={AMOUNTS}
        rows={card.amounts}
        keyOf={keyOfValue}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <ValueTable
          title="Address check (avs_response)"
          columns={EMAILS}
          rows={card.avs}
          keyOf={keyOfValue}
        />
        <ValueTable
          title="Verification value (cvv2_response)"
          columns={EMAILS}
          rows={card.cvv}
          keyOf={keyOfValue}
        />
      </SimpleGrid>
    </>
  );
}

type BankRow = BankValues["rows"][number];

const BANK: readonly Column<BankRow>[] = [
  { id: "value", header: "Ends in", cell: ({ value }) => <code>{value}</code> },
  {
    id: "number",
    header: "bank_account_number",
    cell: ({ accountNumber }) => (
      <CopyValue value={accountNumber} label={`Copy ${accountNumber}`} />
    ),
  },
  { id: "effect", header: "What happens", cell: ({ effect }) => effect },
];

export function BankAccountValues({ bank }: Simulators) {
  const routing = [{ value: bank.routingNumber, effect: "a routing number that is taken" }];
  return (
    <>
      <ValueTable title="Routing number" columns={ROUTING} rows={routing} keyOf={keyOfValue} />
      <ValueTable
        title="The bank"
        about={bank.achNetwork.about}
        columns={BANK}
        rows={bank.achNetwork.rows}
        keyOf={keyOfValue}
      />
      <ValueTable
        title="The verification provider"
        about={bank.verification.about}
        columns={BANK}
        rows={bank.verification.rows}
        keyOf={keyOfValue}
      />
    </>
  );
}

const ROUTING: readonly Column<SimulatedValue>[] = [
  {
    id: "value",
    header: "bank_routing_number",
    cell: ({ value }) => <CopyValue value={value} label={`Copy ${value}`} />,
  },
  { id: "effect", header: "What it is", cell: ({ effect }) => effect },
];
