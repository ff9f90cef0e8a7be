/** What the apps' own screens show, in the manner of the icons of the system. */
export const APP_ICONS = {
  send: { path: "M3 20.5L22 12 3 3.5V10l12 2-12 2Z", solid: true },
  cart: {
    path: "M3 4.5h2.6l2.2 10h9.4l2-7H7 M9 17.6a1.3 1.3 0 1 0 0.01 0Z M16.5 17.6a1.3 1.3 0 1 0 0.01 0Z",
  },
  note: { path: "M5 4h14v11l-5 5H5Z M14 20v-5h5 M8.5 8.5h7 M8.5 12h4" },
  calendar: { path: "M4.5 6h15v14h-15Z M4.5 10h15 M8.5 3.5V8 M15.5 3.5V8" },
  music: { path: "M9.5 17.5V5l9-2v12.5 M7 15.2a2.4 2.4 0 1 0 0.01 0Z M16 13.2a2.4 2.4 0 1 0 0.01 0Z" },
  next: { path: "M5 5v14l10-7Z M16.5 5H19v14h-2.5Z", solid: true },
  previous: { path: "M19 5v14L9 12Z M7.5 5H5v14h2.5Z", solid: true },
  forward: { path: "M4 12h15 M12 5l7 7-7 7" },
  sort: { path: "M4 7h16 M4 12h10.5 M4 17h5.5" },
  filter: { path: "M3.5 6h17 M7 12h10 M10 18h4" },
  share: {
    path: "M17 3.4a2.3 2.3 0 1 0 0.01 0Z M6.5 9.7a2.3 2.3 0 1 0 0.01 0Z M17 16a2.3 2.3 0 1 0 0.01 0Z M8.7 11l6.2-4 M8.7 13.2l6.2 4",
  },
  file: { path: "M6 3.5h8l4 4.2v12.8H6Z M14 3.5v4.2h4" },
  image: { path: "M4 5h16v14H4Z M6.5 16.5l4-5 2.8 3.4 2-2.2 2.5 3.8 M9 8.2v0.4" },
  download: { path: "M12 4v11 M7 10.5l5 5 5-5 M5 20h14" },
  mic: {
    path: "M12 3.5a2.4 2.4 0 0 0-2.4 2.4v5.4a2.4 2.4 0 0 0 4.8 0V5.9A2.4 2.4 0 0 0 12 3.5Z M6.5 11a5.5 5.5 0 0 0 11 0 M12 16.5V20",
  },
  dialpad: {
    path: "M6 4.5v0.4 M12 4.5v0.4 M18 4.5v0.4 M6 9.8v0.4 M12 9.8v0.4 M18 9.8v0.4 M6 15v0.4 M12 15v0.4 M18 15v0.4 M12 20v0.4",
  },
  callEnd: {
    path: "M3 15.5c0-1.5 0.5-2.8 1.7-3.6a13 13 0 0 1 14.6 0c1.2 0.8 1.7 2.1 1.7 3.6l-4.6-0.7-0.4-2.6a11 11 0 0 0-8 0l-0.4 2.6Z",
    solid: true,
  },
  callMade: { path: "M6 18L18 6 M9.5 6H18v8.5" },
  callReceived: { path: "M18 6L6 18 M14.5 18H6V9.5" },
  callMissed: { path: "M4 8l8 8 8-8 M4 14V8h6" },
  remove: { path: "M5 12h14" },
  menu: { path: "M3.5 6.5h17 M3.5 12h17 M3.5 17.5h17" },
  refresh: { path: "M19 12a7 7 0 1 1-2.2-5.1 M19.2 3.5v4.2H15" },
  move: { path: "M3.5 6h6l2 2.5h9V19h-17Z M8.5 13.7h6.5 M12.5 11l2.8 2.7-2.8 2.8" },
  copy: { path: "M8.5 8.5h11v11h-11Z M5 15.5H4.5v-11h11V5" },
  repeat: { path: "M5 11V8h13 M15 5l3 3-3 3 M19 13v3H6 M9 19l-3-3 3-3" },
  checkSquare: { path: "M4.5 4.5h15v15h-15Z M8 12l3 3 5.5-6" },
  square: { path: "M4.5 4.5h15v15h-15Z" },
  mug: {
    path: "M5 7h11v9a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3Z M16 9.5h2a1.8 1.8 0 0 1 1.8 1.8v1.4a1.8 1.8 0 0 1-1.8 1.8h-2",
    solid: true,
  },
  shirt: { path: "M8.5 4L3 7.5 5 12l2.5-1V20h9v-9l2.5 1 2-4.5L15.5 4a3.5 3.5 0 0 1-7 0Z", solid: true },
  book: { path: "M5 4h6.5v16H5Z M12.5 4H19v16h-6.5Z", solid: true },
  headphones: {
    path: "M4 13a8 8 0 0 1 16 0h-2a6 6 0 0 0-12 0Z M4 13h4v7H5.5A1.5 1.5 0 0 1 4 18.5Z M16 13h4v5.5a1.5 1.5 0 0 1-1.5 1.5H16Z",
    solid: true,
  },
  plant: {
    path: "M7 14h10l-1.5 7h-7Z M12 14C12 9 8.5 6 4.5 6c0 4.5 3 8 7.5 8Z M12 14c0-6 3-10 7.5-11 0 5.5-2.5 10-7.5 11Z",
    solid: true,
  },
  ball: { path: "M12 3a9 9 0 1 0 0.01 0Z M12 3c-4 5-4 13 0 18 M3.2 10.5c5 3 12.5 3 17.5 0" },
} as const;
