/**
 * A field for a number that nothing may keep. What is typed stays in the page's own field and
 * nowhere else: no state, no store and no address has it, and it is emptied once it was sent.
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
  /** How it is written while it is typed. */
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
        // Rewriting in the middle would throw the cursor to the end.
        if (write !== undefined && isAtEnd) currentTarget.value = write(currentTarget.value);
        onTyped?.(currentTarget.value);
      }}
    />
  );
}
