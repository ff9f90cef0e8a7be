import type { VirtualDevice } from "../system/device.ts";

export type DeviceState = "device" | "offline" | "unauthorized";

export interface AttachOptions {
  readonly state?: DeviceState;
  /** The serial adb shows when it is not the phone's own, for example a clone's `????????????`. */
  readonly serial?: string;
  /** What `adb reconnect offline` does to the phone; without it an offline phone comes back. */
  readonly onReconnect?: () => void;
}

export interface AttachedDevice {
  readonly serial: string;
  /** Counts up with every attach, as adb's does: a phone that comes back has a new one. */
  readonly transportId: number;
  readonly state: DeviceState;
  readonly device: VirtualDevice;
}

interface Attachment extends AttachedDevice {
  state: DeviceState;
  readonly onReconnect: (() => void) | undefined;
  readonly connections: Set<() => void>;
}

/** The phones that one ADB server shows. Tests attach, detach and flip them; the server watches. */
export class DeviceRegistry {
  readonly #attachments = new Map<number, Attachment>();
  readonly #listeners = new Set<() => void>();
  #lastTransportId = 0;

  attach(device: VirtualDevice, options: AttachOptions = {}): AttachedDevice {
    this.#lastTransportId += 1;
    const attachment: Attachment = {
      serial: options.serial ?? device.serial,
      transportId: this.#lastTransportId,
      state: options.state ?? "device",
      device,
      onReconnect: options.onReconnect,
      connections: new Set(),
    };
    this.#attachments.set(attachment.transportId, attachment);
    this.#changed();
    return attachment;
  }

  /** Takes every phone of that serial away and cuts its open connections. False when there is none. */
  detach(serial: string): boolean {
    const leaving = this.#bySerial(serial);
    for (const attachment of leaving) {
      this.#attachments.delete(attachment.transportId);
      cut(attachment);
    }
    if (leaving.length > 0) this.#changed();
    return leaving.length > 0;
  }

  /** The phone stays, and whoever was connected to it has to connect again. */
  cutConnections(serial: string): void {
    for (const attachment of this.#bySerial(serial)) cut(attachment);
  }

  /** A phone that is no longer `device` loses its open connections. */
  setState(serial: string, state: DeviceState): void {
    const targets = this.#bySerial(serial);
    if (targets.length === 0) throw new Error(`serial '${serial}' is not attached; attach the phone first`);
    for (const attachment of targets) {
      attachment.state = state;
      if (state !== "device") cut(attachment);
    }
    this.#changed();
  }

  list(): readonly AttachedDevice[] {
    return [...this.#attachments.values()];
  }

  /** `adb reconnect offline`: returns the serials it tried. */
  reconnectOffline(): readonly string[] {
    const offline = [...this.#attachments.values()].filter(({ state }) => state !== "device");
    for (const attachment of offline) comeBack(attachment);
    if (offline.length > 0) this.#changed();
    return offline.map(({ serial }) => serial);
  }

  /** `adb reconnect`: its connections break off, and the phone comes back as another transport. */
  reconnect(serial: string): void {
    const leaving = this.#bySerial(serial);
    this.detach(serial);
    for (const attachment of leaving) {
      this.#lastTransportId += 1;
      const transportId = this.#lastTransportId;
      const next = { ...attachment, transportId, connections: new Set<() => void>() };
      this.#attachments.set(transportId, next);
      if (next.state !== "device") comeBack(next);
    }
    if (leaving.length > 0) this.#changed();
  }

  /** Calls `cutConnection` when the phone goes; returns how to forget it. */
  holdConnection(transportId: number, cutConnection: () => void): () => void {
    const connections = this.#attachments.get(transportId)?.connections;
    if (connections === undefined) {
      cutConnection();
      return () => {};
    }
    connections.add(cutConnection);
    return () => connections.delete(cutConnection);
  }

  /** Returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #bySerial(serial: string): readonly Attachment[] {
    return [...this.#attachments.values()].filter((attachment) => attachment.serial === serial);
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function comeBack(attachment: Attachment): void {
  if (attachment.onReconnect !== undefined) attachment.onReconnect();
  else if (attachment.state === "offline") attachment.state = "device";
}

function cut(attachment: Attachment): void {
  for (const cutConnection of [...attachment.connections]) cutConnection();
  attachment.connections.clear();
}
