/** All devices, and registering a new one. */
import { Button, Modal } from "@mantine/core";
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
          mayChange && <Button onClick={() => setUrl({ register: "yes" })}>Register device</Button>
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
