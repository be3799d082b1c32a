/** What both halves of an import share: a component's fields, and the dialog around them. */
import { Modal, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

export const KEPT_NOWHERE = {
  autoComplete: "off",
  spellCheck: false,
  autoCapitalize: "off",
  "data-1p-ignore": true,
  "data-lpignore": "true",
} as const;

interface Component {
  readonly component: string;
  readonly checkValue: string;
}

interface ComponentForm {
  getInputProps(name: "component" | "checkValue"): object;
  setFieldValue(name: "component", value: string): void;
}

export function ComponentFields({ form }: { readonly form: ComponentForm }) {
  return (
    <>
      <TextInput
        className="sd-masked"
        label="Your component"
        description="In hex, as on your sheet. It is not shown, and forgotten once it was sent."
        required
        {...KEPT_NOWHERE}
        {...form.getInputProps("component")}
      />
      <TextInput
        label="Its check value"
        description="In hex, from the same sheet."
        required
        maxLength={20}
        {...KEPT_NOWHERE}
        {...form.getInputProps("checkValue")}
      />
    </>
  );
}

/** Whatever becomes of it, the component does not stay on the page. */
export function forgetting<Answer>(
  form: ComponentForm,
  sending: Promise<Answer & Pick<Component, "checkValue">>,
) {
  return sending.finally(() => form.setFieldValue("component", ""));
}

interface DialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly children: ReactNode;
  close(): void;
}

/** Closed, it forgets what was typed: its form is made anew. */
export function Dialog({ opened, title, children, close }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {children}
    </Modal>
  );
}
