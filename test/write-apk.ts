import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

interface XmlTag {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly children?: readonly XmlTag[];
}

const none = 0xffffffff;
const chunk = (type: number, headerBytes: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(headerBytes, 2);
  head.writeUInt32LE(8 + body.length, 4);
  return Buffer.concat([head, body]);
};
const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  return bytes;
};

/** Strings in UTF-16, as older build tools write them. */
function stringPool(strings: readonly string[]): Buffer {
  const texts = strings.map((text) => {
    const length = Buffer.alloc(2);
    length.writeUInt16LE(text.length);
    return Buffer.concat([length, Buffer.from(text, "utf16le"), Buffer.alloc(2)]);
  });
  const offsets = texts.map((_, index) => texts.slice(0, index).reduce((sum, text) => sum + text.length, 0));
  const data = Buffer.concat(texts);
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
  const start = 28 + offsets.length * 4;
  return chunk(0x0001, 28, words(strings.length, 0, 0, start, 0), words(...offsets), padded);
}

/** Android's binary XML of a tag (ResourceTypes.h). */
function binaryXml(root: XmlTag): Buffer {
  const strings: string[] = [];
  const index = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const attribute = ([name, value]: readonly [string, string | number | boolean]): Buffer => {
    const [type, data] =
      typeof value === "string"
        ? [0x03, index(value)]
        : typeof value === "number"
          ? [0x10, value]
          : [0x12, value ? none : 0];
    return words(none, index(name), typeof value === "string" ? index(value) : none, (type << 24) | 8, data);
  };
  const tag = ({ name, attributes = {}, children = [] }: XmlTag): Buffer => {
    const entries = Object.entries(attributes);
    const counts = Buffer.alloc(12);
    for (const [at, value] of [20, 20, entries.length, 0, 0, 0].entries())
      counts.writeUInt16LE(value, at * 2);
    const head = words(1, none, none, index(name));
    return Buffer.concat([
      chunk(0x0102, 16, head, counts, ...entries.map(attribute)),
      ...children.map(tag),
      chunk(0x0103, 16, head),
    ]);
  };
  const body = tag(root);
  return chunk(0x0003, 8, stringPool(strings), body);
}

export interface AppOfTest {
  readonly packageName: string;
  readonly label?: string;
  readonly versionCode?: number;
  readonly minSdk?: number;
  readonly targetSdk?: number;
  readonly isTestOnly?: boolean;
  readonly permissions?: readonly string[];
}

/** An APK that holds a manifest and nothing else, as Android's build tools write it. */
export async function writeApk({
  packageName,
  label = "Test App",
  versionCode = 7,
  minSdk = 26,
  targetSdk = 34,
  isTestOnly = false,
  permissions = [],
}: AppOfTest): Promise<Buffer> {
  const named = (name: string, value: string): XmlTag => ({ name, attributes: { name: value } });
  const filter = {
    name: "intent-filter",
    children: [
      named("action", "android.intent.action.MAIN"),
      named("category", "android.intent.category.LAUNCHER"),
    ],
  };
  const manifest = binaryXml({
    name: "manifest",
    attributes: { package: packageName, versionCode, versionName: `${versionCode}.0` },
    children: [
      { name: "uses-sdk", attributes: { minSdkVersion: minSdk, targetSdkVersion: targetSdk } },
      ...permissions.map((permission) => named("uses-permission", permission)),
      {
        name: "application",
        attributes: { label, testOnly: isTestOnly },
        children: [
          { name: "activity", attributes: { name: ".Main" }, children: [filter] },
          { name: "activity", attributes: { name: `${packageName}.Second` } },
        ],
      },
    ],
  });
  const zip = new ZipFile();
  zip.addBuffer(manifest, "AndroidManifest.xml", { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}
