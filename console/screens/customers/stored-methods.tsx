/** The list of stored cards and bank accounts, with search, charging again and removing. */
import { Alert, Button, Group, Text } from "@mantine/core";
import type {
  StoredMethodLine,
  StoredMethodList,
} from "../../../src/interfaces/console/customers/contract.ts";
import { api, useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { containsCardNumber } from "../merchant/amounts.ts";
import { methodName } from "./method-name.ts";

const PATH = "/customers";
const PAGE_SIZE = 50;
const NAMES = ["q", "kind", "expiry"] as const;

export function StoredMethods() {
  const [{ tab: _, ...url }] = useUrlState({ tab: "", q: "", kind: "", expiry: "", after: "" });
  const reading = useReading<StoredMethodList>(PATH, { ...url, take: PAGE_SIZE });
  const isFiltered = NAMES.some((name) => url[name] !== "");
  return (
    <>
      <MethodFilters />
      <SearchProgress list={reading.data} />
      <Panel flush>
        <DataTable
          caption="Stored cards and bank accounts"
          exports={{ path: PATH, params: url, needs: "reports" }}
          columns={COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          pageSize={PAGE_SIZE}
          empty={
            isFiltered
              ? { title: "No matching customers", next: "Change the search or clear a filter." }
              : {
                  icon: "card",
                  title: "No stored cards or bank accounts yet",
                  next: "They appear here when your software stores one, or when you charge the card or bank account of an earlier payment again.",
                }
          }
        />
      </Panel>
    </>
  );
}

function MethodFilters() {
  return (
    <Filters names={NAMES}>
      <SearchFilter
        name="q"
        label="Search"
        placeholder="Name, company, email or last four digits"
        check={(text) =>
          containsCardNumber(text) ? "Enter only the last four digits of a card." : undefined
        }
      />
      <ChoiceFilter
        name="kind"
        label="Type"
        options={[
          { value: "card", label: "Cards" },
          { value: "bank", label: "Bank accounts" },
        ]}
      />
      <ChoiceFilter
        name="expiry"
        label="Expiration"
        options={[{ value: "soon", label: "This month or next" }]}
      />
    </Filters>
  );
}

/** The server stopped searching before the page was full. */
function SearchProgress({ list }: { readonly list: StoredMethodList | undefined }) {
  const [, setUrl] = useUrlState({ after: "" });
  const { isStopped, next } = list ?? {};
  if (!isStopped || next === undefined) return null;
  return (
    <Alert color="blue" className="sd-alert" mb="md" icon={<Icon name="search" />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">There are older customers that were not searched yet.</Text>
        <Button size="xs" variant="default" onClick={() => setUrl({ after: next })}>
          Search further back
        </Button>
      </Group>
    </Alert>
  );
}

const COLUMNS: readonly Column<StoredMethodLine>[] = [
  {
    id: "name",
    header: "Customer",
    isFreeText: true,
    cell: (line) => <Customer {...line} />,
  },
  { id: "method", header: "Card or bank account", cell: methodName },
  { id: "expires", header: "Expires", cell: (line) => <Expiry line={line} /> },
  {
    id: "created",
    header: "First used",
    cell: ({ id, createdAt }) => (
      <TextLink to={`/transactions/${id}`} inherit>
        <Moment at={createdAt} show="date" />
      </TextLink>
    ),
  },
  {
    id: "charged",
    header: "Last charged",
    cell: ({ chargedAt }) => (chargedAt === null ? "—" : <Moment at={chargedAt} show="date" />),
  },
  { id: "act", header: "", align: "end", cell: (line) => <Actions line={line} /> },
];

function Customer({ name, company, email }: StoredMethodLine) {
  return (
    <div>
      {name ?? company ?? (email === null ? "—" : "")}
      {email !== null && (
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      )}
    </div>
  );
}

function Expiry({ line: { expiration, expiry } }: { readonly line: StoredMethodLine }) {
  if (expiration === null) return "—";
  const text = `${expiration.slice(0, 2)}/${expiration.slice(2)}`;
  if (expiry === undefined) return text;
  return (
    <Group gap={6} wrap="nowrap" component="span">
      {text}
      {expiry === "over" ? (
        <StateBadge state="expired" />
      ) : (
        <StateBadge state="due" label="Expires soon" />
      )}
    </Group>
  );
}

function Actions({ line }: { readonly line: StoredMethodLine }) {
  const { id, last4, name } = line;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {/* Without its transaction, the terminal cannot show what is charged. */}
      {last4 !== null && (
        <Allowed needs="payments.take">
          <ButtonLink to={`/terminal?token=${id}`} size="compact-sm" variant="light">
            Charge
          </ButtonLink>
        </Allowed>
      )}
      <ConfirmButton
        needs="payments.change"
        size="compact-sm"
        label="Remove"
        question={`Remove ${methodName(line)}${name === null ? "" : ` of ${name}`}?`}
        consequence="It can no longer be charged, here or by your software. Past payments stay, and you can still refund them. Other payments that the customer made with the same number keep their own copy."
        send={() => api.delete(`${PATH}/${id}`)}
        successMessage="Removed."
        refresh={[PATH]}
      />
    </Group>
  );
}
