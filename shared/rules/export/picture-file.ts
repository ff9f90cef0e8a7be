import type { ExportedJob, ExportFile } from "./export-source.ts";

export type PictureType = "image/png" | "image/webp" | "image/jpeg" | "image/gif";

const extensions: Readonly<Record<PictureType, string>> = {
  "image/png": "png",
  "image/webp": "webp",
  "image/jpeg": "jpg",
  "image/gif": "gif",
};

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** By its first bytes, whatever it is called; null: it is not a picture that we ever store. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  if (ascii(bytes, 1, 4) === "PNG" && bytes[0] === 0x89) return "image/png";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "image/webp";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  return /^GIF8[79]a$/.test(ascii(bytes, 0, 6)) ? "image/gif" : null;
}

export interface NamedPicture {
  readonly path: string;
  readonly type: PictureType;
}

/** Gives each picture of a job one file and one name, however many steps show it. */
export class PictureFiles {
  readonly #job: ExportedJob;
  readonly #start: string;
  readonly #named = new Map<string, NamedPicture | null>();
  #waiting: ExportFile[] = [];
  #taken = 0;

  /** `start`: of every path, a folder with its slash for example. */
  constructor(job: ExportedJob, start: string) {
    this.#job = job;
    this.#start = start;
  }

  /** Null: there is none, or it is gone. */
  async name(key: string | null | undefined): Promise<NamedPicture | null> {
    if (key === null || key === undefined) return null;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const body = await this.#job.read(key);
    const type = body === null ? null : pictureType(body);
    const number = String(this.#waiting.length + this.#taken + 1).padStart(4, "0");
    const named = type === null ? null : { path: `${this.#start}${number}.${extensions[type]}`, type };
    if (named !== null && body !== null) this.#waiting.push({ path: named.path, body });
    this.#named.set(key, named);
    return named;
  }

  /** The files that were named since the last call. */
  take(): readonly ExportFile[] {
    const files = this.#waiting;
    this.#taken += files.length;
    this.#waiting = [];
    return files;
  }
}
