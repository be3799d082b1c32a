/** All devices, and the form that registers one. */
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
        description="Where they are, what state they are in, and when they are inspected next. The state itself is changed by the management interface alone."
        actions={
          mayChange && (
            <Button onClick={() => setUrl({ register: "yes" })}>Register a device</Button>
          )
        }
      />
      <DeviceList />
      <Modal
        size="lg"
        opened={mayChange && register === "yes"}
        onClose={close}
        title="Register a device"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <NewDevice close={close} />
      </Modal>
    </>
  );
}
