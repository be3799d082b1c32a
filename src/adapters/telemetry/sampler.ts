/** Which traces are recorded, by the names of OTEL_TRACES_SAMPLER. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";

export interface SamplerSettings {
  /** Such as parentbased_traceidratio. */
  readonly sampler: string;
  /** The share for traceidratio, from 0 to 1. */
  readonly ratio: number;
}

const PARENT = "parentbased_";

export function openSampler({ sampler, ratio }: SamplerSettings): Sampler {
  const root = openRootSampler(sampler.replace(PARENT, ""), ratio);
  return sampler.startsWith(PARENT) ? new ParentBasedSampler({ root }) : root;
}

function openRootSampler(name: string, ratio: number): Sampler {
  if (name === "always_off") return new AlwaysOffSampler();
  return name === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
