import { FLAG_NEW_TASK } from "../../system/activity-stack.ts";
import { defineScreen } from "../../system/app.ts";
import { column, row } from "../../toolkit/basic-widgets.ts";
import { button } from "../../toolkit/control-widgets.ts";
import { preference, settingsPage } from "../../toolkit/screen-widgets.ts";
import { openPage, settingsComponent, settingsScreen } from "./settings-screen.ts";

export const appsScreen = settingsScreen({
  name: "Settings$AppDashboardActivity",
  title: "Apps",
  rows: (app) => [
    preference({
      title: `See all ${app.packages().length} apps`,
      icon: "apps",
      onTap: openPage(app, "Settings$ManageApplicationsActivity"),
    }),
    preference({ title: "Default apps", summary: "Browser, Contacts", onTap: () => {} }),
    preference({ title: "Screen time", onTap: () => {} }),
    preference({ title: "Unused apps", summary: "0 unused apps", onTap: () => {} }),
    preference({ title: "Special app access", summary: "1 app can use unrestricted data", onTap: () => {} }),
  ],
});

export const allAppsScreen = settingsScreen({
  name: "Settings$ManageApplicationsActivity",
  title: "All apps",
  actions: ["android.settings.APPLICATION_SETTINGS", "android.settings.MANAGE_ALL_APPLICATIONS_SETTINGS"],
  rows: (app) =>
    [...app.packages()]
      .sort((a, b) => a.label.localeCompare(b.label, "en"))
      .map((one) =>
        preference({
          key: `app-${one.packageName}`,
          title: one.label,
          summary: `${(one.versionCode % 97) + 20}.${one.label.length % 10} MB`,
          icon: app.iconOf(one.packageName).name,
          onTap: () =>
            app.start({
              component: settingsComponent("applications.InstalledAppDetails"),
              extras: { package: one.packageName },
            }),
        }),
      ),
});

export const appInfoScreen = defineScreen({
  component: settingsComponent("applications.InstalledAppDetails"),
  filters: [{ action: "android.settings.APPLICATION_DETAILS_SETTINGS" }],
  initialState: () => ({}),
  render: ({ app, intent }) => {
    const packageName = String(intent.extras.package ?? intent.data?.replace(/^package:/, "") ?? "");
    const one = app.packages().find((other) => other.packageName === packageName);
    const open = () => {
      if (one?.launcherActivity)
        app.start({
          component: one.launcherActivity,
          action: "android.intent.action.MAIN",
          flags: FLAG_NEW_TASK,
        });
    };
    const rows = [
      preference({
        key: "name",
        title: one?.label ?? "App not found",
        summary: packageName,
        icon: app.iconOf(packageName).name,
      }),
      row({ box: { width: "fill", padding: [8, 24], gap: 12 } }, [
        button("Open", open, { id: "button1", style: "tonal", enabled: one?.launcherActivity != null }),
        button("Force stop", () => app.stop(packageName), { id: "button3", style: "tonal" }),
      ]),
      preference({ title: "Notifications", summary: "On", onTap: () => {} }),
      preference({ title: "Permissions", summary: "No permissions requested", onTap: () => {} }),
      preference({ title: "Storage & cache", summary: "1.2 MB used in internal storage", onTap: () => {} }),
      column({ box: { padding: [0, 0, 16, 0] } }, [
        preference({ key: "version", title: `version ${one?.versionName ?? ""}` }),
      ]),
    ];
    return { root: settingsPage({ title: "App info", onBack: () => app.finish(), rows }) };
  },
});
