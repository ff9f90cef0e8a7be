/** Tasks that can be done and that the practice model honestly refuses so far. */
export const notSolved: ReadonlySet<string> = new Set([
  "Use dark theme",
  "Open the display settings and turn on Night Light",
  "Show the battery percentage in the status bar",
  "Use the 24-hour format for the clock",
  "Silence the phone with Do Not Disturb",
  "Stop setting the time automatically",
  "What's this device called?",
  "How bright is the screen in percent?",
  "I have to get up at 5 am",
  "Set a repeating alarm for every Sunday at 9:30",
  "Which time zone is set?",
  "Which contact works at the navy?",
]);
