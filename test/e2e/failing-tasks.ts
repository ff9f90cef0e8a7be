const contact = {
  kind: "contentRow",
  uri: "content://com.android.contacts/data/phones",
  where: { display_name: "Ada Lovelace", data1: "555-0999" },
};

/** Tasks that are done, and judged by checks of something else: each fails by another one. What each comes to, in words. */
export const failingTasks = [
  {
    taskId: "wifi",
    task: "Turn on Bluetooth",
    validators: [{ kind: "setting", namespace: "global", key: "wifi_on", equals: "0" }],
    reason: "setting global/wifi_on: expected 0, was 1.",
  },
  {
    taskId: "contact",
    task: "Create a contact named Ada Lovelace with phone number 555-0142.",
    validators: [contact],
    reason:
      "rows of content://com.android.contacts/data/phones: expected a row with display_name=Ada Lovelace, data1=555-0999, was data1=555-0142 in the only row.",
  },
  {
    taskId: "file",
    task: "Turn on Bluetooth",
    validators: [{ kind: "file", path: "/sdcard/Download/report.txt" }],
    reason: "file /sdcard/Download/report.txt: expected a file, was no such file.",
  },
] as const;

const passes = [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }];

/** A batch of them, each done so many times, and of one that passes. */
export const failingLines = (repeats = 1) =>
  [...failingTasks, { taskId: "bluetooth", task: "Turn on Bluetooth", validators: passes }].flatMap(
    ({ taskId, task, validators }) =>
      Array.from({ length: repeats }, (_, index) => ({
        taskId,
        epoch: index + 1,
        request: { task, validators: [...validators] },
      })),
  );
