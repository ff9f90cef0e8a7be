import { describe, expect, it } from "vitest";
import { nameFromPackage } from "#device-host/apps/app-name.ts";
import { findApp } from "#shared/screen/find-app.ts";

const app = (label: string, name: string) => ({ label, package: name, versionCode: "1" });
const apps = [
  app("Settings", "com.android.settings"),
  app("Clock", "com.android.deskclock"),
  app("Google Play Store", "com.android.vending"),
  app("Fotos & Videos", "com.example.gallery"),
  app("Übersetzer", "com.example.translate"),
  app("com.example.trap", "com.evil.app"),
];
const near = (text: string): readonly string[] => {
  const found = findApp(text, apps);
  return found.package === null ? found.near.map(({ label }) => label) : [];
};

describe("finding an app", () => {
  it.each([
    ["settings", "com.android.settings"],
    [" Clock ", "com.android.deskclock"],
    ["ubersetzer", "com.example.translate"],
    ["fotos videos", "com.example.gallery"],
    ["com.android.deskclock", "com.android.deskclock"],
    ["com.not.listed", "com.not.listed"],
  ])("knows %s", (text, name) => {
    expect(findApp(text, apps)).toEqual({ package: name });
  });

  it("suggests what is misspelt, shares a word or is in the package", () => {
    expect(near("Setings")).toEqual(["Settings"]);
    expect(near("Play Store")).toEqual(["Google Play Store"]);
    expect(near("gallery")).toEqual(["Fotos & Videos"]);
    expect(near("Bank")).toEqual([]);
    expect(near("!")).toEqual([]);
  });
});

describe("a name for a package", () => {
  it.each([
    ["com.google.android.gm", "Gmail"],
    ["com.example.shopping_list", "Shopping list"],
    ["com.acme.android", "Acme"],
    ["com.spotify.lite.app", "Spotify"],
  ])("calls %s %s", (name, label) => {
    expect(nameFromPackage(name)).toBe(label);
  });
});
