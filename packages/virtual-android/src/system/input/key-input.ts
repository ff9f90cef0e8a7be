import { allNodes } from "../../toolkit/find-node.ts";
import type { PhoneCore } from "../phone-core.ts";
import { editTargetOf, type WindowManager } from "../windows/window-manager.ts";
import { characterOf } from "./key-characters.ts";
import {
  deleteText,
  type EditTarget,
  focusField,
  insertText,
  moveCursor,
  selectAll,
  selectedText,
} from "./text-editor.ts";

const SHIFT_KEYS = [59, 60];
const CONTROL_KEYS = [113, 114];
const RECENTS_COMPONENT = "com.android.launcher3/com.android.quickstep.RecentsActivity";
const MAX_VOLUME = 15;
const deleteKeys: Readonly<Record<number, "left" | "right">> = { 67: "left", 112: "right" };

/** Android key codes to what they do. */
export class KeyInput {
  readonly #core: PhoneCore;
  readonly #windows: WindowManager;

  constructor(core: PhoneCore, windows: WindowManager) {
    this.#core = core;
    this.#windows = windows;
  }

  press(keyCode: number, metaKeys: readonly number[] = []): void {
    if (this.#core.faults.frozen) return;
    if (this.#power(keyCode) || !this.#core.displayOn) return;
    if (this.#core.locked) {
      if (keyCode === 82) this.#core.locked = false;
      this.#core.invalidate();
      return;
    }
    // Who empties a field presses its delete key for longer than there is text: the screen is not composed again for each.
    const changed = this.#navigate(keyCode) || this.#volume(keyCode) || this.#edit(keyCode, metaKeys);
    if (changed) this.#core.invalidate();
  }

  type(text: string): void {
    if (!this.#core.displayOn || this.#core.locked || this.#core.faults.frozen) return;
    const target = editTargetOf(this.#windows.frame());
    const every = this.#core.faults.dropEveryNthCharacter;
    const kept = every === 0 ? text : [...text].filter((_, i) => (i + 1) % every !== 0).join("");
    if (target !== null && target.node.widget.enabled !== false) insertText(target, kept);
    this.#core.invalidate();
  }

  /** POWER, SLEEP, WAKEUP and ENDCALL outside of a call; a phone that went to sleep comes back with its keyguard. */
  #power(keyCode: number): boolean {
    const core = this.#core;
    if (keyCode === 6 && core.telephony.calls.length > 0) {
      core.telephony.hangUp();
      return true;
    }
    if (keyCode !== 6 && keyCode !== 26 && keyCode !== 223 && keyCode !== 224) return false;
    const on = keyCode === 224 || (keyCode === 26 && !core.displayOn);
    if (core.displayOn && !on) core.locked = core.settings.get("secure", "lockscreen.disabled") !== "1";
    core.displayOn = on;
    core.invalidate();
    return true;
  }

  #navigate(keyCode: number): boolean {
    const core = this.#core;
    if (keyCode === 3) {
      core.goHome();
      return true;
    }
    if (keyCode === 187) {
      core.goHome();
      core.start({ component: RECENTS_COMPONENT, categories: [], extras: {}, flags: 0 });
      return true;
    }
    if (keyCode === 83) {
      core.expandShade("notifications");
      return true;
    }
    if (keyCode !== 4 && keyCode !== 111) return false;
    const frame = this.#windows.frame();
    const top = frame.windows.at(-1);
    if (top === undefined) return true;
    if (frame.keyboardShown) top.memory.keyboardHidden = true;
    else if (top.isDialog) top.onDismiss?.();
    else if (core.shade !== null) core.expandShade(null);
    else {
      const activity = core.stack.front();
      if (activity !== null) core.back(activity);
    }
    return true;
  }

  #volume(keyCode: number): boolean {
    if (keyCode !== 24 && keyCode !== 25 && keyCode !== 164) return false;
    const { settings } = this.#core;
    const volume = Number(settings.get("system", "volume_music") ?? "0");
    const next = keyCode === 164 ? 0 : Math.min(MAX_VOLUME, Math.max(0, volume + (keyCode === 24 ? 1 : -1)));
    settings.put("system", "volume_music", String(next));
    settings.put("system", "volume_music_speaker", String(next));
    return true;
  }

  /** Answers whether something may look different. */
  #edit(keyCode: number, metaKeys: readonly number[]): boolean {
    const target = editTargetOf(this.#windows.frame());
    if (target === null || target.node.widget.enabled === false) return true;
    const shift = metaKeys.some((key) => SHIFT_KEYS.includes(key));
    const control = metaKeys.some((key) => CONTROL_KEYS.includes(key));
    if (!control && keyCode in deleteKeys) return deleteText(target, deleteKeys[keyCode] ?? "left");
    if (control ? this.#shortcut(keyCode, target) : this.#editKey(keyCode, target)) return true;
    const character = control ? null : characterOf(keyCode, shift);
    if (character !== null) insertText(target, character);
    return true;
  }

  #shortcut(keyCode: number, target: EditTarget): boolean {
    const codes: Readonly<Record<number, number>> = { 31: 278, 50: 279, 52: 277 };
    if (keyCode === 29) selectAll(target);
    else this.#editKey(codes[keyCode] ?? 0, target);
    return true;
  }

  #editKey(keyCode: number, target: EditTarget): boolean {
    switch (keyCode) {
      case 21:
        moveCursor(target, "left");
        return true;
      case 22:
        moveCursor(target, "right");
        return true;
      case 122:
        moveCursor(target, "start");
        return true;
      case 123:
        moveCursor(target, "end");
        return true;
      case 61:
        this.#focusNext(target);
        return true;
      case 66:
      case 160:
        if (target.node.widget.multiline === true) insertText(target, "\n");
        else if (target.node.widget.onSubmit !== undefined) target.node.widget.onSubmit();
        else this.#focusNext(target);
        return true;
      case 277:
      case 278:
        this.#core.clipboardText = selectedText(target) ?? this.#core.clipboardText;
        if (keyCode === 277 && target.memory.allSelected) deleteText(target, "left");
        return true;
      case 279:
        if (this.#core.clipboardText !== null) insertText(target, this.#core.clipboardText);
        return true;
      default:
        return false;
    }
  }

  /** IME action "next"; after the last field it is "done" and hides the keyboard. */
  #focusNext(target: EditTarget): void {
    const top = this.#windows.top();
    if (top === null) return;
    const fields = allNodes(top.root).filter(
      (node) => node.widget.onType !== undefined && node.widget.enabled !== false,
    );
    const next = fields[fields.findIndex((node) => node.key === target.node.key) + 1];
    if (next === undefined) {
      target.memory.keyboardHidden = true;
      return;
    }
    focusField(target.memory, next);
  }
}
