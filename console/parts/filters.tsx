/** List filters. Each filter keeps its value in the address under its own name. */
import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";
import { useUrlState } from "../url-state.ts";
import { Icon } from "./icons.tsx";

const TYPING_MS = 250;

interface FilterProps {
  /** The name in the address and in the screen's `useUrlState`. */
  readonly name: string;
  readonly label: string;
}

/** `names` lists the filters inside. If one is set, a button clears them all. */
export function Filters({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const [values, setUrl] = useUrlState(blank(names));
  const isSet = names.some((name) => values[name] !== "");
  return (
    <Group component="search" className="sd-filters" align="flex-end" gap="sm">
      {children}
      {isSet && (
        <Button variant="subtle" color="gray" onClick={() => setUrl(blank(names))}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface SearchFilterProps extends FilterProps {
  readonly placeholder?: string;
  /** Returns an error if the text must not be searched. The text then stays out of the address. */
  check?(text: string): string | undefined;
  /** Makes the field as narrow as a select. */
  readonly small?: boolean;
}

export function SearchFilter(props: SearchFilterProps) {
  const { name, label, placeholder, check = () => undefined, small = false } = props;
  const [values, setUrl] = useUrlState({ [name]: "" });
  const inUrl = values[name] ?? "";
  const [typed, setTyped] = useState(inUrl);
  const settle = useDebouncedCallback((text: string) => {
    if (check(text) === undefined) setUrl({ [name]: text.trim() }, { replace: true });
  }, TYPING_MS);
  // Browser navigation or clearing changes the address while the field is shown.
  useEffect(() => setTyped((now) => (now.trim() === inUrl ? now : inUrl)), [inUrl]);
  return (
    <TextInput
      type="search"
      className={small ? "sd-filter-small" : "sd-filter-search"}
      label={label}
      placeholder={placeholder}
      leftSection={small ? undefined : <Icon name="search" size={16} />}
      error={check(typed)}
      value={typed}
      maxLength={100}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        settle(value);
      }}
    />
  );
}

interface ChoiceFilterProps extends FilterProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The label for "no filter". */
  readonly all?: string;
}

export function ChoiceFilter({ name, label, options, all = "All" }: ChoiceFilterProps) {
  const [values, setUrl] = useUrlState({ [name]: "" });
  return (
    <NativeSelect
      label={label}
      value={values[name] ?? ""}
      onChange={({ currentTarget: { value } }) => setUrl({ [name]: value })}
      data={[{ value: "", label: all }, ...options]}
    />
  );
}

/** A day as YYYY-MM-DD. */
export function DateFilter({ name, label }: FilterProps) {
  const [values, setUrl] = useUrlState({ [name]: "" });
  return (
    <TextInput
      type="date"
      label={label}
      value={values[name] ?? ""}
      onChange={({ currentTarget: { value } }) => setUrl({ [name]: value })}
    />
  );
}

function blank(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, ""]));
}
