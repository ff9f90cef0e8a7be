import { createCanvas } from "@napi-rs/canvas";

/** A phone's screen as a PNG: a list of settings, or a camera's view, with a clock above. */
export function pictureOf(app: "settings" | "camera", clock: string): Buffer {
  const canvas = createCanvas(540, 1_200);
  const draw = canvas.getContext("2d");
  draw.fillStyle = app === "settings" ? "#f4f4f4" : "#101010";
  draw.fillRect(0, 0, 540, 1_200);
  draw.fillStyle = app === "settings" ? "#222222" : "#dddddd";
  draw.font = "24px sans-serif";
  draw.fillText(clock, 20, 40);
  if (app === "camera") {
    draw.fillRect(300, 200, 240, 600);
    draw.fillRect(220, 1_000, 100, 100);
  } else for (let row = 0; row < 7; row += 1) draw.fillRect(20, 140 + row * 150, 300, 70);
  return canvas.toBuffer("image/png");
}
