export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Of four bytes each: red, green, blue, alpha. */
  readonly data: Buffer;
}

/** What a PNG shows. */
export async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { default: sharp } = await import("sharp");
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
