/** Of every virtual phone, in kB: 2 GiB, of which half is free. `/proc/meminfo` and `dumpsys meminfo` say the same. */
export const phoneMemory = {
  total: 2_017_132,
  free: 612_340,
  available: 1_104_876,
  cached: 492_536,
} as const;

interface ProcessMemory {
  /** RSS, in kB: with all pages that it shares with others. */
  readonly resident: number;
  /** PSS, in kB: with its part of those. */
  readonly proportional: number;
}

const ofAndroid: Readonly<Record<string, ProcessMemory>> = {
  init: { resident: 11_264, proportional: 3_912 },
  zygote64: { resident: 168_420, proportional: 21_348 },
  adbd: { resident: 9_108, proportional: 2_604 },
  system_server: { resident: 312_876, proportional: 148_220 },
};
const ofApp: ProcessMemory = { resident: 150_000, proportional: 36_412 };
const ofShell: ProcessMemory = { resident: 3_584, proportional: 1_036 };

interface KnownProcess {
  readonly name: string;
  readonly user: string;
  readonly commandLine?: string;
}

/** What a process takes, wherever it is asked: `ps`, `/proc/PID/status`, `dumpsys meminfo`. */
export const memoryOf = ({ name, user, commandLine }: KnownProcess): ProcessMemory =>
  (commandLine === undefined ? ofAndroid[name] : undefined) ?? (user.startsWith("u0_a") ? ofApp : ofShell);
