/** A select with server-side search for a partner or client. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type {
  ManagementFinds,
  Named,
} from "../../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../../api.ts";
import { useUrlState } from "../../../url-state.ts";

interface LookupProps {
  readonly kind: "partners" | "clients";
  readonly label: string;
  readonly description?: string;
  readonly value: string | null;
  /** The selected option, if its name is known. */
  readonly known?: Named | null;
  readonly error?: unknown;
  readonly required?: boolean;
  readonly clearable?: boolean;
  onChange(id: string | null): void;
}

const TYPING_MS = 200;
const SEARCH_MIN = 2;

export function Lookup(props: LookupProps) {
  const { kind, label, description, value, known, error, required, clearable, onChange } = props;
  const [text, setText] = useState("");
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS);
  const [chosen, setChosen] = useState<Named | null>(known ?? null);
  const { data } = useReading<ManagementFinds>("/management/search", { q: settled, for: kind });
  const kept = chosen?.id === value ? chosen : known?.id === value ? known : null;
  const found: readonly Named[] = data?.[kind] ?? [];
  const options = [...(kept ? [kept] : []), ...found.filter(({ id }) => id !== kept?.id)];
  const isShort = settled.length < SEARCH_MIN;
  return (
    <Select
      label={label}
      description={description}
      placeholder="Part of the name"
      searchable
      required={required}
      clearable={clearable}
      clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
      error={error as string | undefined}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(id) => {
        setChosen(options.find((one) => one.id === id) ?? null);
        onChange(id);
      }}
      onSearchChange={setText}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage={isShort ? "Type at least two letters" : "No matches"}
    />
  );
}

interface LookupFilterProps {
  readonly name: string;
  readonly kind: LookupProps["kind"];
  readonly label: string;
  /** The name of the selected value, if the list contains it. */
  readonly known?: Named | undefined;
}

/** The same as a list filter, kept in the address. */
export function LookupFilter({ name, kind, label, known }: LookupFilterProps) {
  const [values, setUrl] = useUrlState({ [name]: "" });
  const value = values[name] ?? "";
  const selected = value === "" ? null : (known ?? { id: value, name: `ID ${value}` });
  return (
    <Lookup
      key={value === "" ? "none" : "some"}
      kind={kind}
      label={label}
      clearable
      value={value === "" ? null : value}
      known={selected}
      onChange={(id) => setUrl({ [name]: id ?? "" })}
    />
  );
}
