export interface TimeOfDay {
  /** 0 to 23. */
  readonly hour: number;
  readonly minute: number;
}
export type ContactField = "name" | "phone" | "email";
export type ContactFields = Readonly<Partial<Record<ContactField, string>>>;

/** One thing a task asks for. */
export type Goal =
  | { readonly kind: "toggle"; readonly name: string; readonly on: boolean }
  | { readonly kind: "toggleState"; readonly name: string }
  | { readonly kind: "slide"; readonly name: string; readonly percent: number }
  | { readonly kind: "readSetting"; readonly name: string }
  | { readonly kind: "openSettings"; readonly name: string }
  | { readonly kind: "createAlarm"; readonly time: TimeOfDay }
  | { readonly kind: "deleteAlarm"; readonly time: TimeOfDay }
  | { readonly kind: "switchAlarm"; readonly time: TimeOfDay; readonly on: boolean }
  | { readonly kind: "startTimer"; readonly seconds: number }
  | { readonly kind: "createContact"; readonly fields: ContactFields & { readonly name: string } }
  | { readonly kind: "readContact"; readonly name: string; readonly field: ContactField }
  | { readonly kind: "editContact"; readonly name: string; readonly fields: ContactFields }
  | { readonly kind: "deleteContact"; readonly name: string }
  | { readonly kind: "openUrl"; readonly url: string }
  | { readonly kind: "openApp"; readonly app: string }
  | { readonly kind: "goHome" }
  | { readonly kind: "press"; readonly label: string }
  | { readonly kind: "fillField"; readonly label: string; readonly text: string }
  | { readonly kind: "unknown"; readonly text: string };

export type GoalOf<Kind extends Goal["kind"]> = Extract<Goal, { kind: Kind }>;
