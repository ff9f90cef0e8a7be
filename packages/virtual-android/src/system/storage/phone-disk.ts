import {
  chmodSync,
  type Dirent,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

interface KeptFile {
  readonly kind: "file";
  readonly mode: number;
  readonly modifiedMilliseconds: number;
  /** Never changed; images of one phone share what did not change between them. */
  readonly content: Uint8Array;
}
type KeptEntry =
  | KeptFile
  | {
      readonly kind: "directory";
      readonly mode: number;
      /** Absent in images of before. */
      readonly modifiedMilliseconds?: number;
    }
  | { readonly kind: "link"; readonly target: string };

/** A phone's file system as it was at one moment, by path without a leading slash; a directory is before what is in it. */
export type DiskImage = ReadonlyMap<string, KeptEntry>;

/** What tells that a file was not written to since, with what it held then. */
interface KnownFile {
  readonly inode: number;
  readonly size: number;
  readonly modifiedMilliseconds: number;
  readonly changedMilliseconds: number;
  /** By this machine's clock, when it was looked at. */
  readonly seenAt: number;
  readonly content: Uint8Array;
}

/** A file that was written to within this long before a look may be written to again without a new time on it. */
const clockTickMilliseconds = 25;

export class StorageTooLarge extends Error {}

/** Made up whenever it is looked up (`PhoneFiles.refreshWith`), so no part of an image; a boot's own id is. */
const madeUp = /^(?:proc\/(?!sys$|sys\/)|system\/bin\/|system\/build\.prop$)/;

/** The directory that holds one phone's files, as a whole. */
export class PhoneDisk {
  readonly #root: string;
  readonly #maximumBytes: number;
  #known = new Map<string, KnownFile>();

  constructor(root: string, maximumBytes: number) {
    this.#root = root;
    this.#maximumBytes = maximumBytes;
  }

  /** Reads what changed since it was last looked at. @throws StorageTooLarge */
  image(): DiskImage {
    const image = new Map<string, KeptEntry>();
    const known = new Map<string, KnownFile>();
    let bytes = 0;
    this.#walk("", (path, entry) => {
      const place = join(this.#root, path);
      if (entry.isDirectory()) {
        const { mode, mtimeMs } = lstatSync(place);
        image.set(path, { kind: "directory", mode: mode & 0o777, modifiedMilliseconds: mtimeMs });
      } else if (entry.isSymbolicLink()) image.set(path, { kind: "link", target: readlinkSync(place) });
      else if (entry.isFile()) {
        const stat = lstatSync(place);
        bytes += stat.size;
        if (bytes > this.#maximumBytes) throw new StorageTooLarge("the phone's files are too large to keep");
        const file = this.#look(path, place, stat);
        known.set(path, file);
        image.set(path, {
          kind: "file",
          mode: stat.mode & 0o777,
          modifiedMilliseconds: stat.mtimeMs,
          content: file.content,
        });
      }
      return entry.isDirectory();
    });
    this.#known = known;
    return image;
  }

  /** Makes the directory hold what the image does, and nothing else: only what differs is written, after `onChange` has its path. */
  restore(image: DiskImage, onChange: (path: string) => void = () => undefined): void {
    const there = new Set<string>();
    this.#walk("", (path, entry) => {
      const wanted = image.get(path);
      const fits = wanted !== undefined && isKind(wanted, entry) && this.#holds(path, wanted);
      if (fits) there.add(path);
      // A file is written over, so that its directory keeps it.
      else if (wanted?.kind !== "file" || !entry.isFile()) {
        onChange(path);
        rmSync(join(this.#root, path), { recursive: true, force: true });
      }
      return fits && entry.isDirectory();
    });
    for (const [path, entry] of image) {
      if (there.has(path) || madeUp.test(path)) continue;
      onChange(path);
      this.#write(path, entry);
    }
    this.#restoreTimes(image);
  }

  /** Of directories, at the end: whatever is written into one is a change of it. */
  #restoreTimes(image: DiskImage): void {
    for (const [path, entry] of image) {
      if (entry.kind !== "directory" || entry.modifiedMilliseconds === undefined) continue;
      const place = join(this.#root, path);
      if (lstatSync(place).mtimeMs === entry.modifiedMilliseconds) continue;
      const seconds = entry.modifiedMilliseconds / 1_000;
      utimesSync(place, seconds, seconds);
    }
  }

  #walk(below: string, visit: (path: string, entry: Dirent) => boolean): void {
    for (const entry of readdirSync(join(this.#root, below), { withFileTypes: true })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (!madeUp.test(path) && visit(path, entry)) this.#walk(path, visit);
    }
  }

  #look(path: string, place: string, stat: ReturnType<typeof lstatSync> & object): KnownFile {
    const known = this.#known.get(path);
    const same = known !== undefined && isUntouched(known, stat);
    const content = same ? known.content : sharedIfEqual(readFileSync(place), known?.content);
    return knownFile(stat, content);
  }

  #holds(path: string, wanted: KeptEntry): boolean {
    const place = join(this.#root, path);
    if (wanted.kind === "link") return readlinkSync(place) === wanted.target;
    const stat = lstatSync(place);
    if ((stat.mode & 0o777) !== wanted.mode) return false;
    if (wanted.kind === "directory") return true;
    if (stat.mtimeMs !== wanted.modifiedMilliseconds) return false;
    const known = this.#known.get(path);
    return known !== undefined && known.content === wanted.content && isUntouched(known, stat);
  }

  #write(path: string, entry: KeptEntry): void {
    const place = join(this.#root, path);
    if (entry.kind === "link") symlinkSync(entry.target, place);
    else if (entry.kind === "directory") {
      mkdirSync(place, { recursive: true, mode: entry.mode });
      chmodSync(place, entry.mode);
    } else this.#writeFile(path, place, entry);
  }

  #writeFile(path: string, place: string, entry: KeptFile): void {
    writeFileSync(place, entry.content, { mode: entry.mode });
    utimesSync(place, entry.modifiedMilliseconds / 1_000, entry.modifiedMilliseconds / 1_000);
    const stat = lstatSync(place);
    if ((stat.mode & 0o777) !== entry.mode) chmodSync(place, entry.mode);
    this.#known.set(path, knownFile(lstatSync(place), entry.content));
  }
}

type Stat = ReturnType<typeof lstatSync> & object;

const knownFile = (stat: Stat, content: Uint8Array): KnownFile => ({
  inode: Number(stat.ino),
  size: Number(stat.size),
  modifiedMilliseconds: Number(stat.mtimeMs),
  changedMilliseconds: Number(stat.ctimeMs),
  seenAt: Date.now(),
  content,
});

/** Nothing was written since it was seen, as far as its times can tell: a write sets both, so one of them has to be older than a tick. */
const isUntouched = (known: KnownFile, stat: Stat): boolean =>
  known.inode === stat.ino &&
  known.size === stat.size &&
  known.modifiedMilliseconds === stat.mtimeMs &&
  known.changedMilliseconds === stat.ctimeMs &&
  known.seenAt - Math.min(known.changedMilliseconds, known.modifiedMilliseconds) > clockTickMilliseconds;

const sharedIfEqual = (content: Uint8Array, known: Uint8Array | undefined): Uint8Array =>
  known !== undefined && Buffer.compare(content, known) === 0 ? known : content;

const isKind = ({ kind }: KeptEntry, entry: Dirent): boolean =>
  kind === "file" ? entry.isFile() : kind === "directory" ? entry.isDirectory() : entry.isSymbolicLink();
