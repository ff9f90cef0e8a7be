export const LIGHT = {
  surface: "#fdfbff",
  surfaceContainer: "#eeedf4",
  onSurface: "#1a1b1f",
  onSurfaceVariant: "#44474f",
  primary: "#445e91",
  onPrimary: "#ffffff",
  primaryContainer: "#d8e2ff",
  onPrimaryContainer: "#001a41",
  secondaryContainer: "#dbe2f9",
  onSecondaryContainer: "#141b2c",
  surfaceVariant: "#e1e2ec",
  outline: "#74777f",
  outlineVariant: "#c4c6d0",
  error: "#ba1a1a",
  keyboard: "#e3e5ef",
  key: "#fdfbff",
  keySpecial: "#c9cfdf",
  wallpaperText: "#ffffff",
} as const;

export type PaletteName = keyof typeof LIGHT;
export type ColorToken = PaletteName | `#${string}`;
export type Palette = Readonly<Record<PaletteName, string>>;

export const DARK: Palette = {
  surface: "#121318",
  surfaceContainer: "#1e1f25",
  onSurface: "#e3e2e9",
  onSurfaceVariant: "#c4c6d0",
  primary: "#adc6ff",
  onPrimary: "#112f60",
  primaryContainer: "#2b4678",
  onPrimaryContainer: "#d8e2ff",
  secondaryContainer: "#3f4759",
  onSecondaryContainer: "#dbe2f9",
  surfaceVariant: "#44474f",
  outline: "#8e9099",
  outlineVariant: "#44474f",
  error: "#ffb4ab",
  keyboard: "#1e1f25",
  key: "#383940",
  keySpecial: "#2b3042",
  wallpaperText: "#ffffff",
};

export function resolveColor(palette: Palette, token: ColorToken): string {
  return isPaletteName(token) ? palette[token] : token;
}

function isPaletteName(token: string): token is PaletteName {
  return token in LIGHT;
}
