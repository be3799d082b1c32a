/** A select with server-side search, for long lists. */
import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import { type Params, useReading } from "../../api.ts";

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface PickerProps<Item>
  extends Pick<SelectProps, "label" | "description" | "placeholder" | "error" | "disabled"> {
  readonly path: string;
  readonly params?: Params;
  optionOf(item: Item): Option;
  /** The selected option before the first search. */
  readonly current?: Option | undefined;
  /** Empty for no selection. */
  readonly value?: string;
  onChange(value: string): void;
}

const TYPING_MS = 250;
const TAKE = 20;

export function Picker<Item>(props: PickerProps<Item>) {
  const { path, params = {}, optionOf, current, value = "", onChange, ...look } = props;
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(current);
  const [text] = useDebouncedValue(typed, TYPING_MS);
  const isLabel = chosen?.label === text;
  const asked = { ...params, text: isLabel ? "" : text, take: TAKE };
  const { data } = useReading<NumberedPage<Item>>(path, asked);
  const options = (data?.items ?? []).map(optionOf);
  const isListed = chosen === undefined || options.some((option) => option.value === chosen.value);
  return (
    <Select
      {...look}
      searchable
      clearable
      clearButtonProps={{ "aria-label": `Clear ${String(look.label)}` }}
      nothingFoundMessage="No matches"
      data={isListed ? options : [chosen, ...options]}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      value={value === "" ? null : value}
      onSearchChange={setTyped}
      onChange={(next) => {
        setChosen(options.find((option) => option.value === next));
        onChange(next ?? "");
      }}
    />
  );
}
