/** Says which transactions a page did not look at, because an account can have millions. */
import { Alert, Button, Group, Text } from "@mantine/core";
import type { TransactionList } from "../../../../src/interfaces/console/merchant/contract.ts";
import { Icon } from "../../../parts/icons.tsx";
import { Moment } from "../../../parts/values.tsx";
import { useUrlState } from "../../../url-state.ts";

interface SearchProgressProps {
  readonly list: TransactionList | undefined;
  readonly isSearch: boolean;
  /** Newest or oldest first. */
  readonly isByTime: boolean;
}

export function SearchProgress({ list, isSearch, isByTime }: SearchProgressProps) {
  const [, setUrl] = useUrlState({ after: "" });
  if (list?.lookedUntil === undefined) return null;
  const { next, lookedUntil, items } = list;
  const until = <Moment at={lookedUntil} />;
  return (
    <Alert color="blue" className="sd-alert" mb="md" icon={<Icon name="search" />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw="44rem">
          {isByTime ? (
            <>
              {items.length === 0 ? "No matches" : "All matches"} until {until}. Set a date range to
              search faster.
              {isSearch &&
                " Beyond that, settled payments are listed whose card, amount, email, order number or last name is exactly this text, unless more than 20,000 have it, and the payment with this ID."}
            </>
          ) : (
            <>
              Sorted are the newest transactions back to {until}. Set a date range to sort older
              ones.
            </>
          )}
        </Text>
        {isByTime && next !== undefined && (
          <Button size="xs" variant="default" onClick={() => setUrl({ after: next })}>
            Continue the search
          </Button>
        )}
      </Group>
    </Alert>
  );
}
