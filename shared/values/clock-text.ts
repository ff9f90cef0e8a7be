/** A text that is only a time of day or a running time ticks by itself: its change is no effect of an action. */
const ticking = /^\d{1,3}:\d{2}(:\d{2})?([.,]\d{1,3})?(\s?[AP]\.?M\.?)?$/i;

export const isClockText = (text: string): boolean => ticking.test(text);
