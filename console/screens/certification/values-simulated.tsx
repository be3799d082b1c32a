/** The values that control the simulated card host, verification service and bank. */
import { SimpleGrid } from "@mantine/core";
import type {
  BankValues,
  SimulatedValue,
  Simulators,
} from "../../../src/interfaces/console/certification/contract.ts";
import { CopyValue } from "../../parts/copy.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { capitalize } from "../../parts/formats.ts";
import { describeAvsCode, describeCvvCode } from "../merchant/result-codes.ts";
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
  { id: "effect", header: "Result", cell: ({ effect }) => capitalize(effect) },
];

function resultColumns(describe: (code: string) => string): readonly Column<SimulatedValue>[] {
  return [
    { id: "value", header: "Sent", cell: ({ value }) => capitalize(value) },
    { id: "effect", header: "Result", cell: ({ effect }) => describe(effect) },
  ];
}

const AVS = resultColumns(describeAvsCode);
const CVV = resultColumns(describeCvvCode);

const keyOfValue = ({ value }: SimulatedValue) => value;

export function CardValues({ card }: Simulators) {
  return (
    <>
      <ValueTable
        title="Test cards"
        about="Use any future card_expiration, such as 1230."
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
          columns={AVS}
          rows={card.avs}
          keyOf={keyOfValue}
        />
        <ValueTable
          title="Security code check (cvv2_response)"
          columns={CVV}
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
  { id: "effect", header: "Result", cell: ({ effect }) => capitalize(effect) },
];

export function BankAccountValues({ bank }: Simulators) {
  const routing = [{ value: bank.routingNumber, effect: "Valid routing number" }];
  return (
    <>
      <ValueTable title="Routing number" columns={ROUTING} rows={routing} keyOf={keyOfValue} />
      <ValueTable
        title="Bank responses"
        about={bank.achNetwork.about}
        columns={BANK}
        rows={bank.achNetwork.rows}
        keyOf={keyOfValue}
      />
      <ValueTable
        title="Verification responses"
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
  { id: "effect", header: "Description", cell: ({ effect }) => effect },
];
