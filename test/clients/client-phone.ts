/** What is asked of every client, in this order. */
export const clientFunctions = [
  "list",
  "size",
  "launch",
  "screenshot",
  "tree",
  "tap",
  "type",
  "install",
  "forward",
  "logcat",
  "reboot",
] as const;
export type ClientFunction = (typeof clientFunctions)[number];

/** One phone as somebody else's client drives it; what the client has no words for is absent. */
export interface ClientPhone {
  /** The serials that the client sees. */
  list(): Promise<readonly string[]>;
  /** In pixels, `1080x2400`. */
  size(): Promise<string>;
  launch(packageName: string, activity: string): Promise<void>;
  /** A PNG, or RGBA pixels. */
  screenshot(): Promise<Buffer>;
  /** Whatever it makes of the hierarchy, with the texts that are shown. */
  tree(): Promise<string>;
  tap(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** An APK on this machine. */
  install(apk: string): Promise<void>;
  /** What answers at the phone's port. */
  forward?(port: number): Promise<string>;
  /** The log, into which `during` writes, up to what it writes. */
  logcat?(during: () => Promise<void>, awaited: string): Promise<string>;
  /** Resolves when the phone has booted again. */
  reboot?(): Promise<void>;
}

/** Where a client finds its phones. */
export interface ClientTarget {
  /** Of an adb server on loopback. */
  readonly port: number;
  /** For what is written meanwhile. */
  readonly dir: string;
}

/** Somebody else's client, at one adb server. */
export interface ConnectedClient extends AsyncDisposable {
  phone(serial: string): ClientPhone;
}

export interface PhoneClient {
  /** With its version. */
  readonly name: string;
  connect(target: ClientTarget): Promise<ConnectedClient>;
}

export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise.slice(0, 300));
}
