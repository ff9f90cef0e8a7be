import * as fs from "node:fs";
import * as path from "node:path";
import type { VirtualDevice } from "../device.ts";
import { FileTimes } from "./file-times.ts";
import { onPhone, PhoneError } from "./phone-error.ts";

/** Partitions that a userdebug build mounts read-only until `adb remount`, and the kernel's own. */
const readOnlyRoots = ["system", "vendor", "product", "system_ext", "odm", "apex", "proc", "sys", "dev"];
const writableRoots = ["data", "sdcard", "storage", "mnt", "cache", "metadata"];
/** Other names of the same places on Android. */
const aliases: readonly (readonly [pattern: RegExp, place: string])[] = [
  [/^\/(?:storage\/emulated\/0|storage\/self\/primary|mnt\/sdcard|data\/media\/0)(?=\/|$)/, "/sdcard"],
  [/^\/data\/user\/0(?=\/|$)/, "/data/data"],
];
const startingDirectories = [
  "sdcard/Download",
  "sdcard/DCIM",
  "sdcard/Pictures",
  "sdcard/Android",
  "data/local/tmp",
  "data/data",
  "data/app",
  "storage",
  "mnt",
  "system/bin",
  "vendor",
];
const maximumLinks = 40;
/** So many names a path has at least before it pays to ask about all of its way at once. */
const worthAsking = 3;

const filesByDevice = new WeakMap<VirtualDevice, PhoneFiles>();

/** The file system of a phone; one object per phone, made at first use. */
export function phoneFiles(device: VirtualDevice): PhoneFiles {
  const known = filesByDevice.get(device);
  if (known !== undefined) return known;
  const files = new PhoneFiles(device.filesRoot, device.clock);
  filesByDevice.set(device, files);
  return files;
}

/**
 * Paths of the phone on a directory of this machine. Every path is walked one name at a time: `..` stops at the
 * phone's root and a link leads to a place on the phone, never on this machine. Throws `PhoneError`.
 */
export class PhoneFiles {
  readonly #root: string;
  /** The same without links of this machine. */
  readonly #realRoot: string;
  readonly #times: FileTimes;
  /** Where descriptors for writing lead, until they are closed. */
  readonly #written = new Map<number, string>();
  /** Makes what the kernel would make up as it is read. */
  #refresh: (place: "kernel" | "programs") => void = () => {};

  constructor(root: string, clock: () => Date = () => new Date()) {
    this.#root = path.resolve(root);
    this.#times = new FileTimes(clock);
    for (const directory of startingDirectories)
      fs.mkdirSync(path.join(this.#root, directory), { recursive: true });
    this.#realRoot = fs.realpathSync.native(this.#root);
  }

  /** Runs before anything of `/proc` and `/system/build.prop`, or of `/system/bin`, is looked up. */
  refreshWith(refresh: (place: "kernel" | "programs") => void): void {
    this.#refresh = refresh;
  }

  /** Absolute path on the phone with links followed; the last name need not exist. */
  resolve(phonePath: string, followLast = true): string {
    if (/^\/+(?:proc|system\/+build\.prop)(?:\/|$)/.test(phonePath)) this.#refresh("kernel");
    if (/^\/+system\/+bin(?:\/|$)/.test(phonePath)) this.#refresh("programs");
    if (phonePath.includes("\0")) throw new PhoneError("EINVAL");
    if (phonePath.length > 4096) throw new PhoneError("ENAMETOOLONG");
    const asked = alias(path.posix.resolve("/", phonePath));
    const pending = names(asked);
    if (pending.length >= worthAsking && this.#isPlain(asked, followLast)) return asked;
    let walked = "";
    for (let links = 0; pending.length > 0; ) {
      const name = pending.shift() ?? "";
      if (name === "..") {
        walked = walked.slice(0, Math.max(0, walked.lastIndexOf("/")));
        continue;
      }
      const next = `${walked}/${name}`;
      const target = pending.length > 0 || followLast ? this.#linkTarget(next) : null;
      if (target === null) {
        walked = next;
        continue;
      }
      links += 1;
      if (links > maximumLinks) throw new PhoneError("ELOOP");
      if (target.startsWith("/")) walked = "";
      pending.unshift(...names(target.startsWith("/") ? alias(target) : target));
    }
    return walked === "" ? "/" : walked;
  }

  /** Where the phone's path lies on this machine, for tools that need a real file. The path is jailed. */
  hostPath(phonePath: string): string {
    return this.#host(this.resolve(phonePath));
  }

  stat(phonePath: string, followLast = true): fs.Stats {
    const resolved = this.resolve(phonePath, followLast);
    return onPhone(() => (followLast ? fs.statSync : fs.lstatSync)(this.#host(resolved)));
  }

  /** The stat, or null when there is no such file. */
  find(phonePath: string, followLast = true): fs.Stats | null {
    try {
      return this.stat(phonePath, followLast);
    } catch (error) {
      if (error instanceof PhoneError) return null;
      throw error;
    }
  }

  list(phonePath: string): readonly string[] {
    const resolved = this.resolve(phonePath);
    return onPhone(() => fs.readdirSync(this.#host(resolved))).sort();
  }

  read(phonePath: string): Buffer {
    const resolved = this.resolve(phonePath);
    return onPhone(() => fs.readFileSync(this.#host(resolved)));
  }

  readLink(phonePath: string): string {
    const resolved = this.resolve(phonePath, false);
    return onPhone(() => fs.readlinkSync(this.#host(resolved)));
  }

  /** An open descriptor; the caller closes it by `close`. */
  open(phonePath: string, flags: "r" | "w" | "a", mode = 0o644): number {
    const resolved = this.resolve(phonePath);
    if (flags !== "r") {
      this.#mustBeWritable(resolved);
      if (phonePath.endsWith("/")) throw new PhoneError("EISDIR");
    }
    return onPhone(() => {
      const file = this.#host(resolved);
      const descriptor = fs.openSync(file, flags, mode & 0o777);
      if (!fs.fstatSync(descriptor).isDirectory()) {
        if (flags !== "r") this.#written.set(descriptor, file);
        return descriptor;
      }
      fs.closeSync(descriptor);
      throw new PhoneError("EISDIR");
    });
  }

  close(descriptor: number): void {
    fs.closeSync(descriptor);
    const file = this.#written.get(descriptor);
    this.#written.delete(descriptor);
    if (file !== undefined) this.#times.changed(file, path.dirname(file));
  }

  write(phonePath: string, data: Uint8Array, append = false): void {
    const descriptor = this.open(phonePath, append ? "a" : "w");
    try {
      onPhone(() => fs.writeFileSync(descriptor, data));
    } finally {
      this.close(descriptor);
    }
  }

  makeDirectory(phonePath: string, parents = false): void {
    const resolved = this.resolve(phonePath);
    const standing = this.find(resolved);
    if (parents && standing?.isDirectory()) return;
    if (standing !== null) throw new PhoneError("EEXIST");
    this.#mustBeWritable(resolved);
    const made = this.#host(resolved);
    // Of several, the first is named.
    const first = onPhone(() => fs.mkdirSync(made, { recursive: parents })) ?? made;
    for (let one = made; one.length >= first.length; one = path.dirname(one)) this.#times.changed(one);
    this.#times.changed(path.dirname(first));
  }

  /** Removes a file, a link or (with `recursive`) a directory. */
  remove(phonePath: string, recursive: boolean): void {
    const resolved = this.resolve(phonePath, false);
    const isDirectory = this.stat(resolved, false).isDirectory();
    this.#mustBeWritable(resolved);
    onPhone(() => {
      const target = this.#host(resolved);
      if (!isDirectory) fs.unlinkSync(target);
      else if (recursive) fs.rmSync(target, { recursive: true });
      else throw new PhoneError("EISDIR");
      this.#times.changed(path.dirname(target));
    });
  }

  removeEmptyDirectory(phonePath: string): void {
    const resolved = this.resolve(phonePath, false);
    this.#mustBeWritable(resolved);
    onPhone(() => fs.rmdirSync(this.#host(resolved)));
    this.#times.changed(path.dirname(this.#host(resolved)));
  }

  rename(from: string, to: string): void {
    const [source, target] = [this.resolve(from, false), this.resolve(to, false)];
    this.#mustBeWritable(source);
    this.#mustBeWritable(target);
    const [before, after] = [this.#host(source), this.#host(target)];
    onPhone(() => fs.renameSync(before, after));
    this.#times.changed(path.dirname(before), path.dirname(after));
  }

  /** A link whose target is text of the phone; it is followed only by `resolve`. */
  link(target: string, phonePath: string): void {
    const resolved = this.resolve(phonePath, false);
    this.#mustBeWritable(resolved);
    onPhone(() => fs.symlinkSync(target, this.#host(resolved)));
    this.#times.changed(path.dirname(this.#host(resolved)));
  }

  setTimes(phonePath: string, modifiedSeconds: number): void {
    const resolved = this.resolve(phonePath);
    onPhone(() => fs.utimesSync(this.#host(resolved), modifiedSeconds, modifiedSeconds));
  }

  setMode(phonePath: string, mode: number): void {
    const resolved = this.resolve(phonePath);
    this.#mustBeWritable(resolved);
    onPhone(() => fs.chmodSync(this.#host(resolved), mode & 0o777));
  }

  /** Whether no link is on the way there. To ask once about all of the way takes less than to look at each name of it. */
  #isPlain(asked: string, followLast: boolean): boolean {
    const parent = asked.slice(0, asked.lastIndexOf("/"));
    try {
      if (fs.realpathSync.native(`${this.#root}${parent}`) !== `${this.#realRoot}${parent}`) return false;
    } catch {
      // What is wrong with it the walk says.
      return false;
    }
    return !followLast || this.#linkTarget(asked) === null;
  }

  #linkTarget(resolved: string): string | null {
    const stat = onPhone(() => fs.lstatSync(this.#host(resolved), { throwIfNoEntry: false }));
    return stat?.isSymbolicLink() === true ? onPhone(() => fs.readlinkSync(this.#host(resolved))) : null;
  }

  #host(resolved: string): string {
    return `${this.#root}${resolved}`;
  }

  #mustBeWritable(resolved: string): void {
    const [top, below] = names(resolved);
    if (top === undefined || readOnlyRoots.includes(top)) throw new PhoneError("EROFS");
    // The root itself is read-only too: nothing new is beside `data` and `sdcard`.
    if (!writableRoots.includes(top)) throw new PhoneError("EROFS");
    if (below === undefined) throw new PhoneError("EACCES");
  }
}

const names = (phonePath: string): string[] =>
  phonePath.split("/").filter((name) => name !== "" && name !== ".");

function alias(phonePath: string): string {
  return aliases.reduce((path, [pattern, place]) => path.replace(pattern, place), phonePath);
}
