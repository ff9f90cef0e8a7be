import { freeBytesOf } from "#device-host/host-disk.ts";
import { type Finding, fail, ok, warn } from "../../doctor/finding.ts";
import { because } from "../../terminal/because.ts";

const gigabyte = 1_073_741_824;
/** What a host needs before it takes work, and what an evening's artifacts and an emulator's disk come to. */
const leastGigabytes = 1;
const comfortableGigabytes = 20;

export async function checkDisk(
  dir: string,
  freeBytes: (dir: string) => Promise<number> = freeBytesOf,
): Promise<Finding> {
  try {
    const free = (await freeBytes(dir)) / gigabyte;
    const detail = `${free.toFixed(1)} GB free in ${dir}`;
    const remedy = "Free some space: each emulator needs about 8 GB, and uploads to storage wait here.";
    if (free < leastGigabytes) return fail("disk", detail, remedy);
    return free < comfortableGigabytes ? warn("disk", detail, remedy) : ok("disk", detail);
  } catch (error) {
    return fail(
      "disk",
      `the free space of ${dir} is unknown: ${because(error)}`,
      "Name the host's directory with --dir.",
    );
  }
}
