/**
 * The transaction list, paged by the server. Filters, order, columns and position are kept in the
 * address, and can be saved as views.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type {
  HeldCreditLine,
  SubAccountLine,
  TransactionList,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { readingOptions, useReading, withParams } from "../../api.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { useMay, useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { useClockNote } from "./list/clock-note.ts";
import { SavedViews } from "./list/saved-views.tsx";
import { SearchProgress } from "./list/search-progress.tsx";
import { TRANSACTION_COLUMNS } from "./list/transaction-columns.tsx";
import { DEFAULTS, NAMES, TransactionFilters } from "./transaction-filters.tsx";

const PAGE_SIZE = 50;
/** What a view keeps. */
const KEPT = { ...DEFAULTS, sort: "", hide: "" } as const;

/** Remembers the chosen columns when the user leaves the screen and returns. */
let chosenColumns = "";

export function Transactions() {
  const [url, setUrl] = useUrlState({ ...KEPT, after: "" });
  const { hide, ...asked } = url;
  const reading = useReading<TransactionList>("/merchant/transactions", {
    ...asked,
    take: PAGE_SIZE,
  });
  const takes = useMay("payments.take");
  const subAccounts = useSubAccounts();
  useRememberedColumns(hide, setUrl);
  return (
    <>
      <TransactionsHeader />
      <TransactionFilters subAccounts={subAccounts} />
      <SearchProgress
        list={reading.data}
        isSearch={url.q !== ""}
        isByTime={["", "at", "-at"].includes(url.sort)}
      />
      <Panel flush>
        <DataTable
          caption="Transactions"
          exports={{ path: "/merchant/transactions", params: asked, needs: "reports" }}
          columns={TRANSACTION_COLUMNS}
          reading={reading}
          keyOf={({ id }) => id}
          linkOf={({ id }) => withParams(`/transactions/${id}`, { account: url.account })}
          chooseColumns
          twoLines
          empty={emptyState(reading.data, {
            isFiltered: NAMES.some((name) => url[name as keyof typeof DEFAULTS] !== ""),
            takes,
          })}
          pageSize={PAGE_SIZE}
        />
      </Panel>
    </>
  );
}

function TransactionsHeader() {
  const [url, setUrl] = useUrlState(KEPT);
  const takes = useMay("payments.take");
  const clock = useClockNote("business clock");
  return (
    <PageHeader
      title="Transactions"
      description={`All payments, refunds and declines. ${clock}`}
      actions={
        <>
          <SavedViews current={url} apply={(settings) => setUrl({ ...KEPT, ...settings })} />
          <HeldCreditsLink />
          {takes && (
            <ButtonLink to="/terminal" leftSection={<Icon name="plus" size={16} />}>
              Take a payment
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

/** Only for accounts that have had such credits. */
function HeldCreditsLink() {
  const { data } = useReading<CursorPage<HeldCreditLine>>("/merchant/held-credits", { take: 1 });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <ButtonLink to="/held-credits" variant="default">
      Held credits
    </ButtonLink>
  );
}

/** Empty unless the account is an agent. Not asked for cashiers, who may not see them. */
function useSubAccounts(): readonly SubAccountLine[] {
  const { person } = useSession();
  const { data = [] } = useQuery({
    ...readingOptions<readonly SubAccountLine[]>("/merchant/sub-accounts"),
    enabled: useMay("reports") && person.kind === "merchant",
  });
  return data;
}

function useRememberedColumns(
  hide: string,
  setUrl: (change: { hide: string }, how: { replace: true }) => void,
): void {
  const isOpened = useRef(false);
  useEffect(() => {
    const isFirst = !isOpened.current;
    isOpened.current = true;
    if (isFirst && hide === "" && chosenColumns !== "") {
      setUrl({ hide: chosenColumns }, { replace: true });
    } else chosenColumns = hide;
  }, [hide, setUrl]);
}

function emptyState(
  list: TransactionList | undefined,
  { isFiltered, takes }: { readonly isFiltered: boolean; readonly takes: boolean },
) {
  if (list?.lookedUntil !== undefined) {
    return {
      title: "No matches so far",
      next: "There are more transactions. Continue the search, or set a date range.",
    };
  }
  if (isFiltered) {
    return {
      title: "No matching transactions",
      next: "Change the date range or clear a filter.",
    };
  }
  return {
    title: "No transactions yet",
    next: takes
      ? "Take your first payment with the virtual terminal, or connect your store."
      : "Transactions appear here after the first payment.",
    icon: "card" as const,
  };
}
