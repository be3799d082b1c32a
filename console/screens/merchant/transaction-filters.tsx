/** The filters of the transaction list, each kept in the address under its own name. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { SubAccountLine } from "../../../src/interfaces/console/merchant/contract.ts";
import { ChoiceFilter, DateFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { Icon } from "../../parts/icons.tsx";
import { useUrlState } from "../../url-state.ts";
import { containsCardNumber } from "./amounts.ts";
import { ORDER_CHOICES } from "./list/transaction-columns.tsx";
import { BRAND_CHOICES, STATUS_CHOICES, TYPES } from "./texts.ts";

export const DEFAULTS = {
  q: "",
  from: "",
  to: "",
  type: "",
  status: "",
  tender: "",
  brand: "",
  last4: "",
  min: "",
  max: "",
  message: "",
  account: "",
} as const;
export const NAMES = Object.keys(DEFAULTS);

const MORE = ["type", "tender", "brand", "last4", "min", "max", "message"] as const;

/** Common filters are always shown. The others expand, and are open if one of them is set. */
export function TransactionFilters({
  subAccounts,
}: {
  readonly subAccounts: readonly SubAccountLine[];
}) {
  const [url] = useUrlState(DEFAULTS);
  const [isOpen, { toggle }] = useDisclosure(MORE.some((name) => url[name] !== ""));
  return (
    <Filters names={NAMES}>
      <SearchFilter
        name="q"
        label="Search"
        placeholder="Last 4, amount, customer, email, order or ID"
        check={cardCheck}
      />
      {subAccounts.length > 0 && (
        <ChoiceFilter
          name="account"
          label="Account"
          all="Own account"
          options={subAccounts.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
        />
      )}
      <DateFilter name="from" label="From" />
      <DateFilter name="to" label="To" />
      <ChoiceFilter name="status" label="Status" options={STATUS_CHOICES} />
      <Button
        variant="default"
        leftSection={<Icon name="filter" size={15} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {isOpen ? "Fewer filters" : "More filters"}
      </Button>
      {isOpen && <MoreFilters />}
    </Filters>
  );
}

function MoreFilters() {
  return (
    <>
      <ChoiceFilter name="type" label="Type" options={TYPE_CHOICES} />
      <ChoiceFilter name="tender" label="Payment method" options={TENDERS} />
      <ChoiceFilter name="brand" label="Card brand" options={BRAND_CHOICES} />
      <SmallFilter name="last4" label="Last 4 digits" />
      <SmallFilter name="min" label="Min. amount" />
      <SmallFilter name="max" label="Max. amount" />
      <SmallFilter name="message" label="Response" />
      <ChoiceFilter name="sort" label="Order" all="Newest first" options={ORDER_CHOICES} />
    </>
  );
}

const TYPE_CHOICES = Object.entries(TYPES).map(([value, label]) => ({ value, label }));
const TENDERS = [
  { value: "CARD", label: "Card" },
  { value: "ACH", label: "Bank account" },
];

function SmallFilter({ name, label }: { readonly name: string; readonly label: string }) {
  return <SearchFilter name={name} label={label} check={cardCheck} small />;
}

/** Card numbers would appear in the address of the page. */
export function cardCheck(text: string): string | undefined {
  return containsCardNumber(text)
    ? "For security, you cannot search by card number. Use the last 4 digits instead."
    : undefined;
}
