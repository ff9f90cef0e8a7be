/** Least and greatest value that the panel reports; the display's edges lie there. */
export interface AxisRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** The glass that people touch, as the kernel knows it. */
export interface TouchPanel {
  /** `/dev/input/event2` */
  readonly node: string;
  readonly x: AxisRange;
  readonly y: AxisRange;
}

/**
 * The touch panel among the devices that `getevent -p` tells of; null when it tells of none. Devices that programs make are
 * none, and of several the first is: an emulator has one for each display that it could have.
 */
export function touchPanelOf(output: string, madeByPrograms: readonly string[]): TouchPanel | null {
  const panels = output.split(/^add device \d+: /m).flatMap((device) => {
    const [, node] = /^(\/dev\/input\/[\w.-]+)\s*$/m.exec(device) ?? [];
    const [, name = ""] = /^\s*name:\s+"(.*)"\s*$/m.exec(device) ?? [];
    const [x, y] = [axisOf(device, "0035"), axisOf(device, "0036")];
    if (node === undefined || x === null || y === null || madeByPrograms.includes(name)) return [];
    // A touchpad or a pen tablet moves a pointer; old kernels say of no device what it is.
    return /INPUT_PROP_POINTER/.test(device) ? [] : [{ node, x, y }];
  });
  return panels[0] ?? null;
}

function axisOf(device: string, code: string): AxisRange | null {
  const pattern = new RegExp(`\\b${code}\\s+: value -?\\d+, min (-?\\d+), max (-?\\d+)`);
  const [, minimum, maximum] = (pattern.exec(device) ?? []).map(Number);
  return minimum === undefined || maximum === undefined || maximum <= minimum ? null : { minimum, maximum };
}
