/** A select of one client's locations. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { NumberedPage } from "../../../../src/interfaces/console/contract.ts";
import type { LocationView } from "../../../../src/interfaces/console/partner/contract.ts";
import { readingOptions } from "../../../api.ts";

interface LocationSelectProps {
  /** Null: no client is chosen yet. */
  readonly clientId: string | null;
  readonly value?: string | null;
  readonly error?: ReactNode;
  readonly description?: ReactNode;
  /** Values before the locations, instead of an empty field. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  onChange?(id: string | null): void;
}

export function LocationSelect({ clientId, choices = [], ...field }: LocationSelectProps) {
  const question = { client: clientId ?? "", take: 100 };
  const reading = readingOptions<NumberedPage<LocationView>>("/management/locations", question);
  const { data } = useQuery({ ...reading, enabled: clientId !== null });
  const places = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      mt="sm"
      label="Location"
      clearable={choices.length === 0}
      clearButtonProps={{ "aria-label": "Clear location" }}
      disabled={clientId === null}
      placeholder={clientId === null ? "Choose the client first" : "No location"}
      data={[...choices, ...places]}
      {...field}
    />
  );
}
