/**
 * What a test may script a phone to do wrong. Nothing here is set on the normal path; ids are rows of the fault catalogue.
 */
export interface PhoneFaults {
  /** B1: dumps end with "could not get idle state" after this long (10 s on a real phone). */
  animate: { readonly waitMilliseconds: number } | null;
  /** B2: so many dumps from now on have a null root node. */
  nullRoots: number;
  /** B7: so many dumps from now on lack everything inside the content view. */
  lateChildren: number;
  /** B11: every window counts as FLAG_SECURE. */
  secureWindows: boolean;
  /** C14: input and screens stand still, adb still answers. */
  frozen: boolean;
  /** C8: every nth character of typed text is lost; 0 loses none. */
  dropEveryNthCharacter: number;
  /** B13: the display as it is held. */
  rotation: 0 | 1 | 2 | 3;
  /** C13: `pm clear` of this package fails. */
  unclearablePackage: string | null;
  /** B5, B6, B16: what becomes of the text of every dump, for example cut, or with 50,000 nodes in it. */
  tamperDump: ((xml: string) => string) | null;
  /** B9, B10, B14, B15: what becomes of every screenshot. */
  tamperScreenshot: ((png: Buffer) => Buffer) | null;
  /** C1: `sys.boot_completed` never becomes "1". */
  neverBoots: boolean;
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
    tamperDump: null,
    tamperScreenshot: null,
    neverBoots: false,
  };
}
