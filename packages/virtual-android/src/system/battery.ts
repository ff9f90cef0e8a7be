/** BatteryManager.BATTERY_STATUS_* */
export const BATTERY_STATUS = {
  unknown: 1,
  charging: 2,
  discharging: 3,
  "not-charging": 4,
  full: 5,
} as const;
/** BatteryManager.BATTERY_HEALTH_* */
export const BATTERY_HEALTH = {
  unknown: 1,
  good: 2,
  overheat: 3,
  dead: 4,
  overvoltage: 5,
  failure: 6,
} as const;

export interface BatteryState {
  readonly ac: boolean;
  readonly usb: boolean;
  readonly wireless: boolean;
  readonly dock: boolean;
  /** A value of BATTERY_STATUS. */
  readonly status: number;
  /** A value of BATTERY_HEALTH. */
  readonly health: number;
  readonly present: boolean;
  /** Percent. */
  readonly level: number;
  /** Tenths of a degree Celsius. */
  readonly temperature: number;
}

export interface BatteryMemory {
  readonly hardware: BatteryState;
  /** What `dumpsys battery set` made of it; null while the system follows the hardware. */
  readonly told: BatteryState | null;
}

const NEW_BATTERY: BatteryState = {
  ac: true,
  usb: false,
  wireless: false,
  dock: false,
  status: BATTERY_STATUS.charging,
  health: BATTERY_HEALTH.good,
  present: true,
  level: 100,
  temperature: 250,
};

/** The one place that knows how the battery is: console, `dumpsys battery` and tests change it, everything else reads it. */
export class Battery {
  #memory: BatteryMemory = { hardware: NEW_BATTERY, told: null };
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get state(): BatteryState {
    return this.#memory.told ?? this.#memory.hardware;
  }

  get isPowered(): boolean {
    const { ac, usb, wireless, dock } = this.state;
    return ac || usb || wireless || dock;
  }

  /** It does not follow the hardware, until `reset`. */
  get isTold(): boolean {
    return this.#memory.told !== null;
  }

  get hardware(): BatteryState {
    return this.#memory.hardware;
  }

  /** What the charger and the cell do. */
  setHardware(change: Partial<BatteryState>): void {
    this.memory = { ...this.#memory, hardware: { ...this.#memory.hardware, ...change } };
  }

  /** `dumpsys battery set`: the system believes this whatever the hardware says. */
  tell(change: Partial<BatteryState>): void {
    this.memory = { ...this.#memory, told: { ...this.state, ...change } };
  }

  reset(): void {
    this.memory = { ...this.#memory, told: null };
  }

  get memory(): BatteryMemory {
    return this.#memory;
  }

  set memory(memory: BatteryMemory) {
    this.#memory = memory;
    this.#changed();
  }
}
