/** What a list of transactions is filtered by, each under its own name in the address. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ChoiceFilter, DateFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { Icon } from "../../parts/icons.tsx";
import { useUrlState } from "../../url-state.ts";
import { holdsCardNumber } from "./amounts.ts";
import { BRAND_CHOICES, STATUS_CHOICES, TYPES } from "./texts.ts";

export const DEFAULTS = {
  q: "",
  from: "",
  to: "",
  type: "",
  standing: "",
  tender: "",
  brand: "",
  last4: "",
  min: "",
  max: "",
  message: "",
} as const;
export const NAMES = Object.keys(DEFAULTS);

const MORE = ["type", "tender", "brand", "last4", "min", "max", "message"] as const;

/** What is asked for most is there; the rest opens, and is open where some of it is set. */
export function TransactionFilters() {
  const [url] = useUrlState(DEFAULTS);
  const [isOpen, { toggle }] = useDisclosure(MORE.some((name) => url[name] !== ""));
  return (
    <Filters names={NAMES}>
      <SearchFilter
        name="q"
        label="Search"
        placeholder="Customer, e-mail, order or transaction id"
        check={cardCheck}
      />
      <DateFilter name="from" label="From" />
      <DateFilter name="to" label="To" />
      <ChoiceFilter name="standing" label="State" options={STATUS_CHOICES} />
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
      <ChoiceFilter name="tender" label="Tender" options={TENDERS} />
      <ChoiceFilter name="brand" label="Brand" options={BRAND_CHOICES} />
      <SmallFilter name="last4" label="Last four" />
      <SmallFilter name="min" label="Amount from" />
      <SmallFilter name="max" label="Amount to" />
      <SmallFilter name="message" label="Answer" />
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

function cardCheck(text: string): string | undefined {
  return holdsCardNumber(text)
    ? "Card numbers are not searched: they would stay in the address. Use the last four digits."
    : undefined;
}
