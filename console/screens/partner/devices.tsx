/** All devices, and registering a new one. */
import { Button, Modal } from "@mantine/core";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader } from "../../parts/panel.tsx";
import { useMay } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { NewDevice } from "./device-form.tsx";
import { DeviceList } from "./device-list.tsx";

export function Devices() {
  const [{ register }, setUrl] = useUrlState({ register: "" });
  const mayChange = useMay("management.devices");
  const close = () => setUrl({ register: "" });
  return (
    <>
      <PageHeader
        title="Devices"
        description="Where each device is, its status and its next inspection. The status can be changed only through the management API."
        actions={
          mayChange && (
            <>
              <ButtonLink to="/management/devices/bulk" variant="default">
                Assign devices
              </ButtonLink>
              <ButtonLink to="/management/devices/import" variant="default">
                Import
              </ButtonLink>
              <Button onClick={() => setUrl({ register: "yes" })}>Register device</Button>
            </>
          )
        }
      />
      <DeviceList />
      <Modal
        size="lg"
        opened={mayChange && register === "yes"}
        onClose={close}
        title="Register device"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <NewDevice close={close} />
      </Modal>
    </>
  );
}
