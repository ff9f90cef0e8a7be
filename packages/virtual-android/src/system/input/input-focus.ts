/** What one window remembers between two renderings: scroll positions, focus and cursor. */
export interface WindowMemory {
  readonly scrollOffsets: Map<string, number>;
  focus: string | null;
  cursor: number;
  allSelected: boolean;
  /** `autofocus` applies once, when the window first appears. */
  autofocused: boolean;
  /** BACK hides the keyboard while the field keeps its focus. */
  keyboardHidden: boolean;
}

/** The same apart: what is done with one does not show in the other. */
export const copiedMemory = (memory: WindowMemory): WindowMemory => ({
  ...memory,
  scrollOffsets: new Map(memory.scrollOffsets),
});

export function newWindowMemory(): WindowMemory {
  return {
    scrollOffsets: new Map(),
    focus: null,
    cursor: 0,
    allSelected: false,
    autofocused: false,
    keyboardHidden: false,
  };
}
