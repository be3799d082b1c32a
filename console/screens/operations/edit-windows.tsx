/** Changes the cutoffs of a bank, one per line. */
import { Button, Modal, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { BankLine } from "../../../src/interfaces/console/operations/contract.ts";
import { api } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";

export function EditWindows({ name, windows }: Pick<BankLine, "name" | "windows">) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Allowed needs="operator.administer">
        <Button size="compact-sm" variant="default" onClick={open}>
          Edit cutoffs
        </Button>
      </Allowed>
      <Modal
        opened={opened}
        onClose={close}
        title={`Cutoffs of ${name}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <WindowsForm name={name} windows={windows} close={close} />
      </Modal>
    </>
  );
}

interface FormProps extends Pick<BankLine, "name" | "windows"> {
  close(): void;
}

function WindowsForm({ name, windows, close }: FormProps) {
  const form = useForm({ initialValues: { windows: windows.map((one) => one.name).join("\n") } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) =>
      api.patch(`/operations/banks/${name}/windows`, {
        windows: values.windows
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
      }),
    successMessage: "Cutoffs saved.",
    refresh: ["/operations/banks"],
    done: close,
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Textarea
          label="Cutoffs"
          description="One per line: 17:00 America/New_York, or 10:00 America/New_York same-day for entries that settle on the same day. At least one must not be same-day. Same-day windows must close by 16:45 US Eastern all year."
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps("windows")}
        />
        <FormError trouble={trouble} />
        <FormButtons label="Save" isPending={isPending} close={close} />
      </Stack>
    </form>
  );
}
