/** The user's own profile: name, role, organization and session length. */
import { capitalize } from "../parts/formats.ts";
import { ButtonLink } from "../parts/link.tsx";
import { Facts, PageHeader, Panel } from "../parts/panel.tsx";
import { useSession } from "../session.tsx";

export function Profile() {
  const { person, timeZone, idleMinutes, hasAuthenticator } = useSession();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <PageHeader
        title="Profile"
        description="Your name, role and session."
        actions={
          <ButtonLink to="/security" variant="default">
            Password and two-factor authentication
          </ButtonLink>
        }
      />
      <Panel title="Details">
        <Facts
          facts={[
            { name: "Name", value: person.name },
            ...(person.email === undefined ? [] : [{ name: "Email address", value: person.email }]),
            { name: "Role", value: capitalize(person.role) },
            ...(person.home === undefined
              ? []
              : [{ name: "Organization", value: `${person.home.name} (${person.home.id})` }]),
            { name: "Time zone", value: timeZone ?? `${own} (from your browser)` },
            { name: "Automatic sign-out", value: `After ${idleMinutes} minutes of inactivity` },
            {
              name: "Two-factor authentication",
              value: hasAuthenticator ? "On" : "Off",
            },
          ]}
        />
      </Panel>
    </>
  );
}
