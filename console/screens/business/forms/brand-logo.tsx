/** The logo of payment forms: upload, replace and remove. */
import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { FormBrandView } from "../../../../src/interfaces/console/forms/contract.ts";
import { ApiError, api, refresh } from "../../../api.ts";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { notifySuccess } from "../../../parts/notify.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { FormError } from "../../../parts/submit.tsx";

const BRAND_PATH = "/form-brand";
const PATH = `${BRAND_PATH}/logo`;

export function BrandLogo({ brand }: { readonly brand: FormBrandView }) {
  const { logo, logoBytesMax } = brand;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => upload(file, logoBytesMax),
    onSuccess: async () => {
      await refresh([BRAND_PATH]);
      notifySuccess("Logo saved.");
    },
  });
  return (
    <Panel
      title="Logo"
      description={`PNG or JPEG, up to ${logoBytesMax / 1024} KB. It is shown on white, also on dark pages.`}
    >
      <Stack gap="md">
        {logo !== undefined && (
          <img
            className="sd-brand-logo"
            src={logo.url}
            alt="Your logo"
            width={logo.width}
            height={logo.height}
          />
        )}
        <FormError trouble={error === null ? undefined : plainError(error)} />
        <Group gap="xs">
          <FileButton accept="image/png,image/jpeg" onChange={(file) => file && mutate(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={isPending}>
                {logo === undefined ? "Upload logo" : "Replace logo"}
              </Button>
            )}
          </FileButton>
          {logo === undefined ? (
            <Text size="sm" c="dimmed">
              No logo yet.
            </Text>
          ) : (
            <ConfirmButton
              label="Remove logo"
              question="Remove the logo?"
              consequence="Your payment forms show your name only."
              send={() => api.delete(PATH)}
              successMessage="Logo removed."
              refresh={[BRAND_PATH]}
            />
          )}
        </Group>
      </Stack>
    </Panel>
  );
}

/** Checked here too, because a larger file would not fit into a request. */
async function upload(file: File, bytesMax: number): Promise<FormBrandView> {
  if (file.size > bytesMax) {
    throw new Error(`The file is too large. Upload one of at most ${bytesMax / 1024} KB.`);
  }
  return api.post<FormBrandView>(PATH, { content: await readBase64(file) });
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });
}

/** The sentence about the file itself, if there is one. */
function plainError(error: Error): Error {
  const text = error instanceof ApiError ? error.fields["content"] : undefined;
  return text === undefined ? error : new ApiError(422, { code: "invalid", message: text });
}
