/** How a dialog's form ends: out of it, or on with it. */
import { Button, Group } from "@mantine/core";

export interface FormButtonsProps {
  readonly label: string;
  readonly isPending: boolean;
  close(): void;
}

export function FormButtons(buttons: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <CancelAndSubmit {...buttons} />
    </Group>
  );
}

/** The two alone, for a foot that has more beside them. */
export function CancelAndSubmit({ label, isPending, close }: FormButtonsProps) {
  return (
    <>
      <Button variant="default" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {label}
      </Button>
    </>
  );
}
