/** Tasks that can be done and that the practice model honestly refuses so far. */
export const notSolved: ReadonlySet<string> = new Set([
  "Show the battery percentage in the status bar",
  "Use the 24-hour format for the clock",
  "Silence the phone with Do Not Disturb",
  "Stop setting the time automatically",
  "What's this device called?",
  "How bright is the screen in percent?",
  "I have to get up at 5 am",
  "Which time zone is set?",
  "Which contact works at the navy?",
]);
