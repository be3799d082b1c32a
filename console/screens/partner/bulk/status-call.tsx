/** The request that changes the status of devices, ready to copy: the console itself may not. */
import { NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { CodeBlock } from "../../certification/code-block.tsx";
import { deviceStatusLabel } from "../pieces/texts.tsx";
import { type CalledDevice, writeStatusCall } from "./status-command.ts";

interface StatusCallProps {
  readonly devices: readonly CalledDevice[];
  readonly states: readonly string[];
  readonly why: string;
}

export function StatusCall({ devices, states, why }: StatusCallProps) {
  const [state, setState] = useState("");
  const options = states.map((one) => ({ value: one, label: deviceStatusLabel(one) }));
  return (
    <div className="sd-status-call">
      <Text size="sm" c="dimmed">
        {why}
      </Text>
      {states.length > 0 && (
        <NativeSelect
          mt="sm"
          label="Show the request for"
          value={state}
          onChange={({ currentTarget: { value } }) => setState(value)}
          data={[{ value: "", label: "Choose a status" }, ...options]}
        />
      )}
      {state !== "" && (
        <>
          <CodeBlock
            title="Request"
            text={writeStatusCall(window.location.origin, devices, state)}
          />
          <Text size="sm" c="dimmed" mt={4}>
            Replace USER with your user name. curl asks for the password.
          </Text>
        </>
      )}
    </div>
  );
}
