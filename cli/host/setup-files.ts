import path from "node:path";
import { defined } from "#shared/values/defined.ts";
import { environmentFile, type HostSetup, hostShards, type Shard } from "./host-setup.ts";

export interface SetupFile {
  readonly path: string;
  readonly text: string;
  /** 0o600 where a secret is in it or beside it. */
  readonly mode: number;
}

export const hostEnvironmentFile = (configDir: string): string => path.join(configDir, "host.env");
export const shardFile = (configDir: string, shard: number | string): string =>
  path.join(configDir, `shard-${shard}.env`);
export const emulatorFile = (configDir: string, emulator: number | string): string =>
  path.join(configDir, `emulator-${emulator}.env`);

/** The settings of a machine's services, the same on every system: `drover hosts run` reads all of them from its environment. */
export function setupFiles(setup: HostSetup, configDir: string): readonly SetupFile[] {
  const shards = hostShards(setup);
  const awsConfig = path.join(configDir, "aws-config");
  const { credentials } = setup;
  return [
    {
      path: hostEnvironmentFile(configDir),
      text: environmentFile({
        ...hostEnvironment(setup),
        ...(credentials.kind === "keys"
          ? {
              AWS_ACCESS_KEY_ID: credentials.accessKeyId,
              AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
            }
          : {}),
        ...(credentials.kind === "rolesAnywhere"
          ? { AWS_CONFIG_FILE: awsConfig, AWS_PROFILE: "drover" }
          : {}),
      }),
      mode: 0o600,
    },
    ...(credentials.kind === "rolesAnywhere"
      ? [{ path: awsConfig, text: rolesAnywhereProfile(credentials, setup.region), mode: 0o644 }]
      : []),
    ...shards.flatMap((shard) => shardFiles(setup, shard, shards.length, configDir)),
  ];
}

const hostEnvironment = ({ group, ...setup }: HostSetup): Readonly<Record<string, string>> => ({
  AWS_REGION: setup.region,
  DROVER_STAGE: setup.stage,
  DROVER_TENANT: setup.tenant,
  DROVER_POOL: setup.pool,
  DROVER_TABLE: setup.table,
  DROVER_BUCKET: setup.bucket,
  ...defined({ ANDROID_HOME: setup.sdk ?? undefined }),
  ANDROID_AVD_HOME: setup.avdHome,
  ...setup.tracing,
  ...(setup.ephemeral > 0 ? { DROVER_EPHEMERAL: String(setup.ephemeral) } : {}),
  ...defined({
    DROVER_UI_SERVER: setup.uiServer?.use === "never" ? "never" : undefined,
    DROVER_UI_SERVER_APKS: setup.uiServer?.apks,
  }),
  ...(group === null
    ? {}
    : {
        DROVER_AUTO_SCALING_GROUP: group.name,
        DROVER_IDLE_MINUTES: String(group.idleMinutes),
        DROVER_DRAIN_MINUTES: String(group.drainMinutes),
      }),
});

/** Beside other adb servers one must not look for emulators that are theirs: its own tell it that they are there. */
const alone = { ADB_EMU: "0" };

function shardFiles(
  setup: HostSetup,
  { number, adbPort, hostId, emulators }: Shard,
  shards: number,
  configDir: string,
): readonly SetupFile[] {
  return [
    {
      path: shardFile(configDir, number),
      text: environmentFile({
        DROVER_ADB_PORT: String(adbPort),
        DROVER_HOST_ID: hostId,
        DROVER_HOST_DIR: path.join(setup.dir, `host-${number}`),
        ...(shards === 1 ? {} : alone),
        ...(number === 0 ? {} : { ADB_USB: "0" }),
      }),
      mode: 0o644,
    },
    ...emulators.map(({ number: emulator, port }) => ({
      path: emulatorFile(configDir, emulator),
      text: environmentFile({
        DROVER_EMULATOR_PORT: String(port),
        ANDROID_ADB_SERVER_PORT: String(adbPort),
        ANDROID_AVD_HOME: setup.avdHome,
        ...defined({ ANDROID_HOME: setup.sdk ?? undefined }),
      }),
      mode: 0o644,
    })),
  ];
}

type RolesAnywhere = Extract<HostSetup["credentials"], { kind: "rolesAnywhere" }>;

/** The SDK runs the helper whenever its keys are about to end (docs.aws.amazon.com/rolesanywhere/latest/userguide/credential-helper.html). */
function rolesAnywhereProfile(given: RolesAnywhere, region: string): string {
  const words = [
    given.signingHelper,
    "credential-process",
    ...["--certificate", given.certificate, "--private-key", given.privateKey],
    ...["--trust-anchor-arn", given.trustAnchorArn, "--profile-arn", given.profileArn],
    ...["--role-arn", given.roleArn],
  ];
  const unfit = words.find((word) => !/^[\w./:@+=,-]+$/.test(word));
  if (unfit !== undefined) throw new Error(`It cannot be part of a credential_process: ${unfit}`);
  return `[profile drover]\nregion = ${region}\ncredential_process = ${words.join(" ")}\n`;
}
