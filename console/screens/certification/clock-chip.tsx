/** The business clock in the header, with a link to advance it. */
import "./certification.css";
import { Tooltip } from "@mantine/core";
import { formatMoment } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { formatLead, useBusinessTime } from "./business-time.ts";

const A_MINUTE_MS = 60_000;

export function ClockChip() {
  const time = useBusinessTime();
  if (time === undefined) return null;
  const isAhead = time.leadMs >= A_MINUTE_MS;
  const note = isAhead ? `${formatLead(time.leadMs)} ahead of real time` : "same as real time";
  const text = formatMoment(time.business, undefined);
  return (
    <Tooltip label={`Business clock, ${note}`}>
      <TextLink
        to="/certification/clock"
        className="sd-clock-chip"
        underline="never"
        aria-label={`Business clock ${text}, ${note}`}
      >
        <Icon name="clock" size={16} />
        <span className="sd-clock-chip-text">{text}</span>
      </TextLink>
    </Tooltip>
  );
}
