/** The parser credentials of a partner: partner key, public key and IP addresses. */
import "./partner.css";
import type { CredentialsView } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { StateBadge } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";
import { usePathParam } from "../../url-state.ts";
import { AllowList } from "./allow-list.tsx";
import { PartnerKey, PublicKey } from "./partner-keys.tsx";

/** The user's own partner, unless the address names another one. */
export function Credentials() {
  const { person } = useSession();
  const named = usePathParam("partnerId");
  const id = named === "" ? (person.home?.id ?? "") : named;
  const { data, error, refetch } = useReading<CredentialsView>(`/management/credentials/${id}`);
  if (data?.partner.id !== id) {
    return <LoadingScreen title="Parser credentials" error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title="Parser credentials"
        crumbs={[{ label: data.partner.name, to: `/management/partners/${id}` }]}
        description="How this partner's software authenticates to the parser."
      />
      <Panel title="Current credentials">
        <Facts
          facts={[
            { name: "Parser name", value: <CopyValue value={data.parserName} /> },
            {
              name: "Partner key",
              value: data.hasKey ? (
                <StateBadge state="enabled" label="Set" />
              ) : (
                <StateBadge
                  state="missing"
                  tone="attention"
                  label="Not set: requests are rejected"
                />
              ),
            },
            {
              name: "Public key",
              value: data.publicKey ? `RSA, ${data.publicKey.bits} bits` : "None",
            },
          ]}
        />
      </Panel>
      <PartnerKey credentials={data} reload={refetch} />
      <PublicKey credentials={data} reload={refetch} />
      <AllowList key={data.allowList.join(" ")} credentials={data} reload={refetch} />
    </>
  );
}
