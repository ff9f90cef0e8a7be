/** What makes devices for jobs and ends them after these: emulators of an SDK, virtual phones, or whatever comes later. */
export interface DeviceProvider {
  /**
   * Starts a device under that serial, which is in no use. Resolves with the serial by which adb shows it, before it may have booted.
   * @throws Error that says what keeps it from starting
   */
  create(spec: DeviceSpec): Promise<string>;
  /** Ends the device with all that was kept of it, whatever state it is in; one that is not there is no error. */
  destroy(serial: string): Promise<void>;
  readonly capabilities: {
    /** Under which it can start devices, one each at a time. */
    readonly serials: readonly string[];
    /** What a device takes until a job can have it, at most; one that took longer is made again. */
    readonly bootSeconds: number;
  };
}

export interface DeviceSpec {
  readonly serial: string;
}
