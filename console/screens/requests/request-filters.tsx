/** The filters of the request log, each kept in the address under its own name. */
import { useQuery } from "@tanstack/react-query";
import type {
  RequestOutcome,
  RequestOwnerChoice,
} from "../../../src/interfaces/console/requests/contract.ts";
import { readingOptions } from "../../api.ts";
import { ChoiceFilter, DateFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { formatStatus } from "../../parts/status-labels.ts";
import { useSession } from "../../session.tsx";
import { cardCheck } from "../merchant/transaction-filters.tsx";

export const FILTERS = { text: "", from: "", to: "", interfaceName: "", owner: "", outcome: "" };

const OF_MERCHANTS = [
  { value: "/api/qsapi/3.8", label: "Payments" },
  { value: "/api/tsapi/3.8", label: "Status" },
  { value: "/api/events/1.0", label: "Events" },
  { value: "/api/rsapi/3.8", label: "Reporting" },
  { value: "/api/json", label: "Point of sale" },
  { value: "/pay", label: "Payment form" },
];
const OF_PARTNERS = [
  { value: "/api/v1", label: "Management" },
  { value: "/api/decrypt/parser", label: "Parser" },
];
export const INTERFACES = [...OF_MERCHANTS, ...OF_PARTNERS];

const OUTCOME_NAMES: readonly RequestOutcome[] = [
  "error",
  "declined",
  "pending",
  "approved",
  "success",
];
const OUTCOMES = OUTCOME_NAMES.map((value) => ({ value, label: formatStatus(value) }));

export function RequestFilters() {
  const { person } = useSession();
  const interfaces = person.kind === "merchant" ? OF_MERCHANTS : OF_PARTNERS;
  const isOperator = person.kind === "operator";
  return (
    <Filters names={Object.keys(FILTERS)}>
      <SearchFilter
        name="text"
        label="Search"
        placeholder="Transaction ID, request ID or text"
        check={cardCheck}
      />
      <DateFilter name="from" label="From" />
      <DateFilter name="to" label="To" />
      <ChoiceFilter name="outcome" label="Outcome" options={OUTCOMES} />
      <ChoiceFilter
        name="interfaceName"
        label="API"
        options={isOperator ? INTERFACES : interfaces}
      />
      {isOperator && <OwnerFilter />}
    </Filters>
  );
}

/** The accounts and partners that have requests in the log. */
function OwnerFilter() {
  const { data } = useQuery(
    readingOptions<{ readonly items: readonly RequestOwnerChoice[] }>(
      "/certification/requests/owners",
    ),
  );
  const options = (data?.items ?? []).map(({ value, name }) => ({
    value,
    label: value.startsWith("partner") ? `${name} (partner)` : name,
  }));
  return <ChoiceFilter name="owner" label="Account" options={options} />;
}
