/** The color of payment forms. The server says whether its contrast is legal, and what is allowed. */
import { Button, Group, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ColorCheck } from "../../../../src/interfaces/console/forms/contract.ts";
import { readingOptions } from "../../../api.ts";

interface BrandColorProps {
  readonly value?: string;
  onChange?(value: string): void;
  /** The error after saving. */
  readonly error?: ReactNode;
  /** What was typed, a moment later. */
  readonly typed: string;
  readonly defaultColor: string;
}

const MESSAGE = "brand-color-message";
const WHOLE = /^#[0-9a-f]{6}$/i;

export function BrandColor({ value = "", onChange, error, typed, defaultColor }: BrandColorProps) {
  const { data } = useQuery({
    ...readingOptions<ColorCheck>("/form-brand/color", { color: typed }),
    enabled: typed.trim() !== "",
  });
  const check = typed === value && typed.trim() !== "" ? data : undefined;
  const refusal = check?.isAllowed === false ? check : undefined;
  const nearest = refusal?.nearest;
  return (
    <div>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label="Color"
          placeholder={defaultColor}
          description="For buttons and what is selected. Leave blank for the default."
          value={value}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
          error={refusal !== undefined || error !== undefined}
          aria-describedby={MESSAGE}
        />
        <input
          type="color"
          className="sd-brand-color"
          aria-label="Choose a color"
          value={WHOLE.test(value) ? value : defaultColor}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        />
      </Group>
      <Text id={MESSAGE} size="sm" c="var(--mantine-color-error)" mt={4} role="status">
        {refusal?.message ?? error}
      </Text>
      {nearest !== undefined && (
        <Button variant="light" size="xs" mt="xs" onClick={() => onChange?.(nearest)}>
          Use {nearest}
        </Button>
      )}
    </div>
  );
}
