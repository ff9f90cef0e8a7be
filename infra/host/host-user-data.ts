import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#shared/project-files.ts";

/** The variables of `infra/host/user-data.sh`. */
export interface HostValues {
  readonly DROVER_STAGE: string;
  readonly DROVER_TENANT: string;
  readonly DROVER_POOL: string;
  readonly DROVER_TABLE: string;
  readonly DROVER_BUCKET: string;
  /** `s3://bucket/key` of the packed npm package. */
  readonly DROVER_PACKAGE: string;
  /** Of a collector of traces; empty: they are off. */
  readonly DROVER_OTLP_ENDPOINT: string;
  readonly DROVER_IMAGE: string;
  readonly DROVER_DEVICES: string;
  readonly DROVER_EPHEMERAL: "true" | "false";
  readonly DROVER_AUTO_SCALING_GROUP: string;
  readonly DROVER_IDLE_MINUTES: string;
  readonly DROVER_DRAIN_MINUTES: string;
}

/** EC2 takes so much of it. */
const mostUserDataBytes = 16_384;

export const hostScriptFile = path.join(projectRoot, "infra/host/user-data.sh");

/**
 * The values, then the script as it is in its file: what is checked there is what runs. They are not exported, because a command
 * that the script runs would read them as its own options. @throws Error when it is too large
 */
export function hostUserData(values: HostValues): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}='${quotable(name, value)}'`);
  const script = ["#!/bin/bash", ...lines, readFileSync(hostScriptFile, "utf8")].join("\n");
  if (Buffer.byteLength(script) > mostUserDataBytes)
    throw new Error(
      `The script of a device host is larger than the ${mostUserDataBytes} bytes that EC2 takes.`,
    );
  return script;
}

/** A deployment's names know no quotes; CDK's placeholders for such as are not known yet have none either. */
function quotable(name: string, value: string): string {
  if (value.includes("'")) throw new Error(`${name} must not contain a quotation mark: ${value}`);
  return value;
}
