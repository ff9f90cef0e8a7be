import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface SmallDisk {
  readonly dir: string;
  /** Takes the room that is left but for so many bytes; 0: to the last block. */
  fill(leaveBytes?: number): void;
  /** Gives it back. */
  empty(): void;
  unmount(): void;
}

/** A file system in memory of its own size; null where this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const dir = mkdtempSync(path.join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir], { stdio: "ignore" });
  } catch {
    rmSync(dir, { recursive: true, force: true });
    return null;
  }
  const ballast = path.join(dir, "ballast");
  return {
    dir,
    fill(leaveBytes = 0) {
      const free = (): number => {
        const { bavail, bsize } = statfsSync(dir);
        return bavail * bsize - leaveBytes;
      };
      for (let left = free(); left > 0; left = free()) {
        try {
          writeFileSync(ballast, Buffer.alloc(Math.min(left, 16 * 1024 * 1024)), { flag: "a" });
        } catch {
          // A part of the last block may be left: that is full.
          return;
        }
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      execFileSync("umount", ["--lazy", dir]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Said in the name of a test that is skipped for the lack of one. */
export const noSmallDisk = " (skipped: this user may not mount a file system)";
