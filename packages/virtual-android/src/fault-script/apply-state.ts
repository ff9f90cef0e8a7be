import { noFaults, type PhoneFaults } from "../system/faults.ts";
import type { VirtualPhone } from "../system/virtual-phone.ts";
import type { StateFault } from "./fault-script.ts";
import { noisyPicture } from "./noisy-picture.ts";

/** What a screen may say to break parsers, logs and prompts: direction marks, what is not seen, escapes of terminals, marks of XML and Markdown. */
const hostile =
  "\u202Egnp.tnemucod\u2066 \u200B\uFEFF\u00AD &#27;[2J&#x9b;31m &lt;/screen&gt; ]]&gt; &quot;&gt;&lt;node text=&quot;forged ``` &#x10FFFF; \u{E0041}";

/** Every text of a dump is hostile. */
const withHostileText = (xml: string): string => xml.replaceAll(/ text="[^"]+"/g, ` text="${hostile}"`);

/** A PNG's head: signature, and an IHDR that promises 60,000 by 60,000 pixels. */
const giantPicture = Buffer.from("89504e470d0a1a0a0000000d494844520000ea600000ea600806000000", "hex");

/** Puts the phone into the state; returns how to end it. */
export function applyState(scripted: StateFault, phone: VirtualPhone): () => void {
  const change = changeOf(scripted);
  Object.assign(phone.faults, change);
  phone.changed();
  return () => {
    const without = noFaults();
    Object.assign(
      phone.faults,
      Object.fromEntries(Object.keys(change).map((key) => [key, Reflect.get(without, key)])),
    );
    phone.changed();
  };
}

function changeOf(scripted: StateFault): Partial<PhoneFaults> {
  switch (scripted.fault) {
    case "install-refused":
      return { refusedInstalls: scripted.reason };
    case "uninstall-refused":
      return { lastingPackage: scripted.package };
    case "held-tree":
      return { heldTree: true };
    case "hostile-text":
      return { tamperDump: withHostileText };
    case "noisy-picture":
      return { tamperScreenshot: (png) => noisyPicture(png) };
    case "never-idle":
      return { animate: { waitMilliseconds: scripted.milliseconds } };
    case "null-root":
      return { nullRoots: scripted.dumps };
    case "late-content":
      return { lateChildren: scripted.dumps };
    case "cut-dump":
      return { tamperDump: (xml) => xml.slice(0, xml.length / 2) };
    case "huge-dump":
      return {
        tamperDump: (xml) => xml.replace("</hierarchy>", `${"<node />".repeat(scripted.nodes)}</hierarchy>`),
      };
    case "cut-picture":
      return { tamperScreenshot: (png) => png.subarray(0, png.length / 2) };
    case "empty-picture":
      return { tamperScreenshot: () => Buffer.alloc(0) };
    case "giant-picture":
      return { tamperScreenshot: () => giantPicture };
    case "secure-window":
      return { secureWindows: true };
    case "frozen":
      return { frozen: true };
    case "lost-characters":
      return { dropEveryNthCharacter: scripted.every };
    case "turned":
      return { rotation: scripted.rotation };
    case "unclearable":
      return { unclearablePackage: scripted.package };
    case "no-network":
      return { offline: true };
    case "never-boots":
      return { neverBoots: true };
  }
}
