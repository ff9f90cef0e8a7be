import { type AppContext, defineScreen, type IntentFilter, type ScreenFactory } from "../../system/app.ts";
import { settingsPage } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";

export interface SettingsScreenOptions {
  /** Class name after the package: `Settings$WifiSettingsActivity`. */
  readonly name: string;
  readonly title: string;
  /** Intent actions that open the page. */
  readonly actions?: readonly string[];
  readonly header?: (app: AppContext) => Widget;
  readonly rows: (app: AppContext) => readonly (Widget | null)[];
}

/** A page of Settings whose whole state is in the settings provider. */
export function settingsScreen(options: SettingsScreenOptions): ScreenFactory {
  const filters: IntentFilter[] = (options.actions ?? []).map((action) => ({ action }));
  return defineScreen({
    component: settingsComponent(options.name),
    filters,
    initialState: () => ({}),
    render: ({ app }) => ({
      root: settingsPage({
        title: options.title,
        onBack: () => app.finish(),
        rows: options.rows(app),
        ...(options.header === undefined ? {} : { header: options.header(app) }),
      }),
    }),
  });
}

/** Android opens most pages inside one `SubSettings` activity; here each has its own name, which `am start -n` takes too. */
export function settingsComponent(name: string): string {
  return `com.android.settings/.${name}`;
}

export function openPage(app: AppContext, name: string): () => void {
  return () => app.start({ component: settingsComponent(name) });
}
