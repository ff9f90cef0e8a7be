import { APP_ICONS } from "./app-icons.ts";

/** Line drawings on a 24 by 24 grid, as SVG path data; stroked 2 wide unless `solid`. */
export interface Icon {
  readonly path: string;
  readonly solid?: boolean;
}

const CIRCLE = "M12 3a9 9 0 1 0 0.01 0Z";

const ICONS = {
  back: { path: "M20 12H5 M12 5l-7 7 7 7" },
  close: { path: "M6 6l12 12 M18 6L6 18" },
  search: { path: "M10.5 4.5a6 6 0 1 0 0.01 0Z M15 15l5 5" },
  more: { path: "M12 4.5v1.5 M12 11.3v1.5 M12 18v1.5" },
  add: { path: "M12 5v14 M5 12h14" },
  check: { path: "M5 12.5l4.5 4.5L19 7.5" },
  delete: { path: "M5 7h14 M10 7V4.5h4V7 M7 7l0.7 12.5h8.6L17 7 M10.5 10.5v5.5 M13.5 10.5v5.5" },
  edit: { path: "M4.5 19.5l0.7-4L16 4.7l3.3 3.3L8.5 18.8Z" },
  star: { path: "M12 4l2.4 5.2 5.6 0.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-0.6Z" },
  wifi: {
    path: "M3 9.5a13 13 0 0 1 18 0 M6.2 13a8.5 8.5 0 0 1 11.6 0 M9.3 16.3a4 4 0 0 1 5.4 0 M12 19.3v0.4",
  },
  bluetooth: { path: "M6.5 7.5l11 9L12 21V3l5.5 4.5-11 9" },
  devices: { path: "M20 6H5v9 M3 18h10 M15 9h6v10h-6Z" },
  apps: {
    path: "M4 4h4v4H4Z M10 4h4v4h-4Z M16 4h4v4h-4Z M4 10h4v4H4Z M10 10h4v4h-4Z M16 10h4v4h-4Z M4 16h4v4H4Z M10 16h4v4h-4Z M16 16h4v4h-4Z",
    solid: true,
  },
  bell: { path: "M6 17h12 M7 17v-6.5a5 5 0 0 1 10 0V17 M12 4v1.5 M10.5 20h3" },
  battery: { path: "M8 6h8v15H8Z M10.5 3.5h3 M11 18h2" },
  storage: { path: "M4 5h16v5H4Z M4 14h16v5H4Z M7 7.5h1 M7 16.5h1" },
  volume: { path: "M4 9.5h4l5-4.5v14l-5-4.5H4Z M16 9a4.2 4.2 0 0 1 0 6 M18 6a8 8 0 0 1 0 12" },
  brightness: {
    path: "M12 8a4 4 0 1 0 0.01 0Z M12 2.5v2 M12 19.5v2 M2.5 12h2 M19.5 12h2 M5.3 5.3l1.4 1.4 M17.3 17.3l1.4 1.4 M5.3 18.7l1.4-1.4 M17.3 6.7l1.4-1.4",
  },
  wallpaper: { path: "M4 4h16v16H4Z M6.5 17l4-5 2.5 3 2-2.5 3 4.5" },
  accessibility: { path: "M12 3v1 M5 8.5h14 M12 8.5v5 M12 13.5l-2.5 7 M12 13.5l2.5 7" },
  lock: { path: "M6 10.5h12v9.5H6Z M8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3 M12 14.5v1.5" },
  location: {
    path: "M12 21s6.5-6.3 6.5-11.3a6.5 6.5 0 0 0-13 0C5.5 14.7 12 21 12 21Z M12 8a1.8 1.8 0 1 0 0.01 0Z",
  },
  emergency: { path: "M12 4v16 M5 8l14 8 M19 8L5 16" },
  account: { path: "M12 4.5a3.8 3.8 0 1 0 0.01 0Z M4.5 20a7.5 6 0 0 1 15 0" },
  info: { path: `${CIRCLE} M12 11v5.5 M12 7.5v0.5` },
  phone: { path: "M8 2.5h8v19H8Z M11 18.5h2" },
  airplane: {
    path: "M21 15.5v-1.8l-7.5-4.7V4.2a1.5 1.5 0 0 0-3 0V9L3 13.7v1.8l7.5-2.3v4.6l-2 1.5V21l3.5-1 3.5 1v-1.7l-2-1.5v-4.6Z",
    solid: true,
  },
  sim: { path: "M7 21V7.5L11.5 3H17v18Z M10 12.5h4v5h-4Z" },
  hotspot: { path: "M12 11a2 2 0 1 0 0.01 0Z M7 17a7 7 0 1 1 10 0 M4.5 20a11 11 0 1 1 15 0" },
  data: { path: "M8 20V5 M4.5 8.5L8 5l3.5 3.5 M16 4v15 M12.5 15.5L16 19l3.5-3.5" },
  globe: { path: `${CIRCLE} M3.5 12h17 M12 3c-5 5-5 13 0 18 M12 3c5 5 5 13 0 18` },
  clock: { path: `${CIRCLE} M12 7v5.5l3.5 2` },
  alarm: { path: "M12 6a7 7 0 1 0 0.01 0Z M12 9.5v4l2.5 1.5 M3.5 7l3.5-3 M20.5 7L17 4" },
  timer: { path: "M7 3.5h10 M7 20.5h10 M8 3.5c0 5 8 5 8 8.5s-8 3.5-8 8.5 M16 3.5c0 5-8 5-8 8.5s8 3.5 8 8.5" },
  stopwatch: { path: "M12 7a6.8 6.8 0 1 0 0.01 0Z M12 13.7V10 M10 3.5h4 M18 6.5l1.5 1.5" },
  play: { path: "M8 5v14l11-7Z", solid: true },
  pause: { path: "M7 5h3.5v14H7Z M13.5 5H17v14h-3.5Z", solid: true },
  reset: { path: "M5 12a7 7 0 1 0 2.5-5.4 M8 3v4.5h4.5" },
  flag: { path: "M6 21V4h11l-2 4 2 4H6" },
  expand: { path: "M6 9.5l6 6 6-6" },
  collapse: { path: "M6 14.5l6-6 6 6" },
  keyboard: { path: "M3 6h18v12H3Z M6.5 10h0.5 M10 10h0.5 M13.5 10h0.5 M17 10h0.5 M8 14.5h8" },
  call: {
    path: "M5 4h3.5l1.7 4.3-2.3 1.5a12 12 0 0 0 6.3 6.3l1.5-2.3 4.3 1.7V19c0 1-1 1.5-2 1.5A15.5 15.5 0 0 1 3.5 6C3.5 5 4 4 5 4Z",
    solid: true,
  },
  message: { path: "M4 5h16v11H8l-4 4Z" },
  email: { path: "M3.5 6h17v12h-17Z M3.5 7l8.5 6.5L20.5 7" },
  business: { path: "M5 20V5h8v15 M13 9.5h6V20 M3 20h18 M8 8.5h2 M8 12h2 M8 15.5h2 M16 13v0.5 M16 16.5v0.5" },
  label: { path: "M4 6.5h10.5L20 12l-5.5 5.5H4Z" },
  vibrate: { path: "M8.5 5h7v14h-7Z M5 8.5v7 M2.5 10v4 M19 8.5v7 M21.5 10v4" },
  system: {
    path: "M12 8.7a3.3 3.3 0 1 0 0.01 0Z M12 3v3 M12 18v3 M3 12h3 M18 12h3 M5.6 5.6l2.1 2.1 M16.3 16.3l2.1 2.1 M5.6 18.4l2.1-2.1 M16.3 7.7l2.1-2.1",
  },
  backspace: { path: "M8 5.5h13v13H8L2.5 12Z M11.5 9.5l5 5 M16.5 9.5l-5 5" },
  shift: { path: "M12 4.5l7 7.5h-4v7H9v-7H5Z" },
  enter: { path: "M20 6v7H5 M9 9l-4 4 4 4" },
  navigateBack: { path: "M18 4.5v15L5 12Z", solid: true },
  bolt: { path: "M13.5 3L6 13.5h5L10 21l8-11h-5.2Z", solid: true },
  wifiSignal: { path: "M12 21L1.5 8.2a16 16 0 0 1 21 0Z", solid: true },
  cellSignal: { path: "M21.5 3v18.5H3Z", solid: true },
  doNotDisturb: { path: `${CIRCLE} M8 12h8` },
  flashlight: { path: "M7 3h10v3.5l-2 3V21H9V9.5l-2-3Z M7 6.5h10 M12 12.5v2" },
  rotate: { path: "M4.5 9L13 17.5l6.5-6.5L11 2.5Z M4 14.5a8.5 8.5 0 0 0 6 6 M20 9.5a8.5 8.5 0 0 0-6-6" },
  power: { path: "M12 3v8 M7 6a7.5 7.5 0 1 0 10 0" },
  photo: { path: "M4 4h16v16H4Z M7.5 7.5v1 M5.5 17.5l4-5 2.5 3 2-2.5 4 4.5" },
  home: { path: "M4 11.5L12 4.5l8 7 M6.5 10v9.5h11V10" },
  folder: { path: "M3.5 6h6l2 2.5h9V19h-17Z" },
  tools: { path: "M5 19l8-8 M12.5 8a4 4 0 0 1 6-4l-2.5 2.5 1.5 1.5L20 5.5a4 4 0 0 1-5.5 5" },
  dark: { path: "M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5Z" },
  android: { path: "M5 17.5a7 7 0 0 1 14 0Z M8 8l1.7 3 M16 8l-1.7 3 M9.3 14.6v0.2 M14.7 14.6v0.2" },
  people: {
    path: "M9 5.5a3 3 0 1 0 0.01 0Z M3.5 18.5a5.5 4.5 0 0 1 11 0 M16 6.5a2.6 2.6 0 0 1 0 5 M17 14a5 4.5 0 0 1 3.8 4.5",
  },
  ...APP_ICONS,
} as const satisfies Readonly<Record<string, Icon>>;

export type IconName = keyof typeof ICONS;

export const isIconName = (name: string): name is IconName => Object.hasOwn(ICONS, name);

export function iconOf(name: IconName): Icon {
  return ICONS[name];
}
