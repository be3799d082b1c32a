/** Shows a new signing secret once, until the reader has closed it. */
import { useState } from "react";
import type { WebhookSaved } from "../../../src/interfaces/console/business/contract.ts";
import { Secret } from "../../parts/copy.tsx";

export function useNewSecret() {
  const [secret, setSecret] = useState<string>();
  return {
    take: (saved: WebhookSaved) => saved.secret !== undefined && setSecret(saved.secret),
    shown: secret !== undefined && (
      <Secret name="Webhook signing secret" value={secret} done={() => setSecret(undefined)} />
    ),
  };
}
