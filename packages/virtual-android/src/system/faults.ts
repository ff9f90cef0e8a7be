/**
 * What a test may script a phone to do wrong. Nothing here is set on the normal path.
 */
export interface PhoneFaults {
  /** Dumps end with "could not get idle state" after this long (10 s on a real phone). */
  animate: { readonly waitMilliseconds: number } | null;
  /** So many dumps from now on have a null root node. */
  nullRoots: number;
  /** So many dumps from now on lack everything inside the content view. */
  lateChildren: number;
  /** Every window counts as FLAG_SECURE. */
  secureWindows: boolean;
  /** Input and screens are frozen, adb still answers. */
  frozen: boolean;
  /** Every nth character of typed text is lost; 0 loses none. */
  dropEveryNthCharacter: number;
  /** The display as it is held. */
  rotation: 0 | 1 | 2 | 3;
  /** `pm clear` of this package fails. */
  unclearablePackage: string | null;
  /** `pm uninstall` of this package fails. */
  lastingPackage: string | null;
  /** Another tool holds the accessibility service: there are no dumps. */
  heldTree: boolean;
  /** `pm install` fails for this reason of Android's. */
  refusedInstalls: string | null;
  /** What becomes of the text of every dump, for example cut, or with 50,000 nodes in it. */
  tamperDump: ((xml: string) => string) | null;
  /** What becomes of every screenshot. */
  tamperScreenshot: ((png: Buffer) => Buffer) | null;
  /** There is no network, whatever the switches say. */
  offline: boolean;
  /** `sys.boot_completed` never becomes "1". */
  neverBoots: boolean;
  /** Where `nc` finds somebody, as `10.0.2.2:5037`, although a virtual phone has no network. */
  reachable: readonly string[];
}

export function noFaults(): PhoneFaults {
  return {
    animate: null,
    nullRoots: 0,
    lateChildren: 0,
    secureWindows: false,
    frozen: false,
    dropEveryNthCharacter: 0,
    rotation: 0,
    unclearablePackage: null,
    lastingPackage: null,
    heldTree: false,
    refusedInstalls: null,
    tamperDump: null,
    tamperScreenshot: null,
    offline: false,
    neverBoots: false,
    reachable: [],
  };
}
