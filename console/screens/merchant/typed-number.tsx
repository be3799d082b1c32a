/**
 * A field for a card or bank number. The value stays in the DOM field only. It is never in React
 * state, a store or the address, and the field is cleared after sending.
 */
import { TextInput, type TextInputProps } from "@mantine/core";
import type { Ref } from "react";

interface TypedNumberProps
  extends Pick<
    TextInputProps,
    | "label"
    | "description"
    | "error"
    | "maxLength"
    | "rightSection"
    | "onBlur"
    | "rightSectionWidth"
  > {
  readonly ref: Ref<HTMLInputElement>;
  readonly id: string;
  readonly optional?: boolean;
  /** Formats the number while it is typed. */
  write?(text: string): string;
  onTyped?(text: string): void;
}

export function TypedNumber(props: TypedNumberProps) {
  const { ref, write, onTyped, optional = false, ...rest } = props;
  return (
    <TextInput
      {...rest}
      ref={ref}
      className="sd-number"
      withAsterisk={!optional}
      inputMode="numeric"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
      onInput={({ currentTarget }) => {
        const isAtEnd = currentTarget.selectionStart === currentTarget.value.length;
        // Reformatting in the middle of the text would move the cursor to the end.
        if (write !== undefined && isAtEnd) currentTarget.value = write(currentTarget.value);
        onTyped?.(currentTarget.value);
      }}
    />
  );
}
