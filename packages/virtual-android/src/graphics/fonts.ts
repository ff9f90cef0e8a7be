import { createRequire } from "node:module";
import { GlobalFonts } from "@napi-rs/canvas";

const FAMILY = "Drover Roboto";
const require = createRequire(import.meta.url);

// A fresh machine may have no fonts at all, and the canvas then draws nothing where text should be.
for (const file of [
  require.resolve("@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf"),
  require.resolve("@expo-google-fonts/roboto/500Medium/Roboto_500Medium.ttf"),
]) {
  GlobalFonts.registerFromPath(file, FAMILY);
}

/** A canvas `font` value; other scripts and emoji fall back to whatever the machine has. */
export function canvasFont(sizePx: number, weight: 400 | 500): string {
  return `${weight} ${sizePx}px "${FAMILY}"`;
}
