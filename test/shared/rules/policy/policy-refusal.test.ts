import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PolicyChoice } from "#shared/contracts/job/policy.ts";
import { type PolicedAction, type PolicyFacts, policyRefusal } from "#shared/rules/policy/policy-refusal.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";

const tap: PolicedAction = { action: "tap", kind: "touch" };
const openApp = (name: string): PolicedAction => ({ action: "open_app", kind: "apps", package: name });
const openUrl = (url: string): PolicedAction => ({ action: "open_url", kind: "browser", url });
const type = (text: string): PolicedAction => ({ action: "type", kind: "text", text });
const inApp = (name: string, address?: string): PolicyFacts => ({ package: name, address });
const contacts = inApp("com.android.contacts");
const chrome = inApp("com.android.chrome");

const why = (
  action: PolicedAction,
  choice: PolicyChoice = {},
  facts: PolicyFacts = contacts,
): string | null => policyRefusal(action, resolvePolicy(choice), facts);

describe("packages", () => {
  it("may all be used and opened when the policy names none", () => {
    expect(why(tap)).toBeNull();
    expect(why(openApp("com.example.shop"))).toBeNull();
  });

  it("that are denied can neither be opened nor be used when they are in front", () => {
    const choice = { packages: { deny: ["com.bank.*"] } };
    expect(why(openApp("com.bank.app"), choice)).toContain("packages.deny names com.bank.app");
    expect(why(tap, choice, inApp("com.bank.app"))).toContain("packages.deny names com.bank.app");
    expect(why(tap, choice, inApp("com.bankers"))).toBeNull();
  });

  it("outside of those that are allowed can be left, and nothing else", () => {
    const choice = { packages: { allow: ["com.android.contacts"] } };
    const elsewhere = inApp("com.android.gallery3d");
    expect(why(tap, choice, elsewhere)).toContain("packages.allow does not name com.android.gallery3d");
    for (const action of ["back", "home", "recent"]) {
      expect(why({ action, kind: "navigation" }, choice, elsewhere)).toBeNull();
    }
    expect(why({ action: "FINISH", kind: "none" }, choice, elsewhere)).toBeNull();
    expect(why(openApp("com.android.contacts"), choice, elsewhere)).toBeNull();
    expect(why(openApp("com.android.gallery3d"), choice, contacts)).toContain("packages.allow does not name");
    expect(why(tap, choice, inApp("com.android.launcher3"))).toBeNull();
    expect(why(tap, choice, inApp(""))).toContain("an app that is not known");
  });
});

describe("kinds", () => {
  it("that cost money, reach people or stay are denied until a job allows them", () => {
    expect(why(openApp("com.android.vending"))).toContain("actions.deny has 'install'");
    expect(why(tap, {}, inApp("com.google.android.dialer"))).toContain("actions.deny has 'call'");
    expect(why(tap, {}, inApp("com.android.mms"))).toContain("actions.deny has 'sms'");
    expect(why(tap, { actions: { deny: [] } }, inApp("com.android.mms"))).toBeNull();
  });

  it("can be confined to a few, whatever app is in front", () => {
    const choice: PolicyChoice = { actions: { allow: ["touch", "navigation"] } };
    expect(why(tap, choice)).toBeNull();
    expect(why(type("x"), choice)).toContain("actions.allow has no 'text'");
    expect(why(tap, choice, inApp("com.android.settings"))).toContain("actions.allow has no 'settings'");
  });
});

describe("permission dialogs", () => {
  const dialog = inApp("com.android.permissioncontroller");
  it("[fault C5] are not the model's to answer unless the policy says so", () => {
    expect(why(tap, {}, dialog)).toContain("permissions is 'deny'");
    expect(why(tap, { permissions: "allow" }, dialog)).toContain("permissions is 'allow'");
    expect(why(tap, { permissions: "ask-model" }, dialog)).toBeNull();
    expect(why({ action: "back", kind: "navigation" }, {}, dialog)).toBeNull();
  });
});

describe("addresses", () => {
  it.each([
    "https://example.com/",
    "HTTPS://EXAMPLE.COM./path",
    "http://8.8.8.8/",
    "http://[2606:4700:4700::1111]/",
  ])("of public hosts are opened: %s", (url) => {
    expect(why(openUrl(url))).toBeNull();
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://metadata.google.internal/",
    "http://127.0.0.1:8080/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://app.localhost/",
    "http://10.0.2.2/",
    "http://172.31.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://0.0.0.0/",
    "http://255.255.255.255/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://0xa9fea9fe/",
    "http://[::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[2002:7f00:1::]/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://router/",
    "http://printer.local/",
    "https://xn--pypal-4ve.com/",
    "https://pаypal.com/",
    "http://①②⑦.⓪.⓪.①/",
    "https://bank.example@evil.example/",
    "https://user:secret@example.com/",
    "http://",
    "tel:*%2306%23",
    "sms:+491234",
    "intent://x#Intent;end",
    "file:///sdcard/",
    "content://contacts/people",
    "javascript:alert(1)",
    "data:text/html,x",
    "not an address",
  ])("of anything else are refused unless the policy names them: %s", (url) => {
    expect(why(openUrl(url))).toMatch(/^The policy of this job does not allow opening '/);
  });

  it("can be confined to hosts and their subdomains, and denied in the same way", () => {
    const choice = { urls: { hosts: { allow: ["example.com", "München.de"], deny: ["admin.example.com"] } } };
    expect(why(openUrl("https://www.example.com/"), choice)).toBeNull();
    expect(why(openUrl("https://münchen.de/"), choice)).toBeNull();
    for (const host of ["notexample.com", "example.com.evil.org", "example.org", "x.ADMIN.example.com."]) {
      expect(why(openUrl(`https://${host}/`), choice), host).not.toBeNull();
    }
  });

  it("of private hosts are opened when the policy names them, one by one or as a range", () => {
    const choice = { urls: { hosts: { also: ["10.0.2.0/24", "dev.local", "::1"] } } };
    for (const host of ["10.0.2.2", "api.dev.local", "[::1]", "[::ffff:10.0.2.9]", "example.com"]) {
      expect(why(openUrl(`http://${host}/`), choice), host).toBeNull();
    }
    expect(why(openUrl("http://10.0.3.2/"), choice)).not.toBeNull();
  });

  it("with another scheme want both the scheme and what it does to be allowed", () => {
    const schemes = ["http", "https", "tel"];
    expect(why(openUrl("tel:110"), { urls: { schemes } })).toContain("actions.deny has 'call'");
    expect(why(openUrl("tel:110"), { urls: { schemes }, actions: { deny: [] } })).toBeNull();
  });

  it("are refused in a browser's address bar as well, and words to search for are not", () => {
    for (const text of [
      "169.254.169.254",
      "http://localhost",
      "localhost:8080/x",
      "router/",
      "javascript:alert(1)",
    ]) {
      expect(why(type(text), {}, chrome), text).not.toBeNull();
      expect(why(type(text), {}, contacts), text).toBeNull();
    }
    for (const text of [
      "how tall is mount everest",
      "example.com",
      "e.g. this: one",
      "2 tickets",
      "router",
    ]) {
      expect(why(type(text), {}, chrome), text).toBeNull();
    }
  });

  it.each([
    "127.0.0.1/a b",
    "127。0。0。1",
    "１２７．０．０．１ x",
    "local\u00adhost/",
    "%6c%6f%63%61%6c%68%6f%73%74",
    "localhost\\admin",
    "//169.254.169.254/latest",
    "user@localhost x",
    "http://127.0.0.1/a b",
  ])("are read from a bar as a browser reads them, up to the first space: %s", (text) => {
    expect(why(type(text), {}, chrome)).toMatch(/ does not allow opening '/);
  });

  // Chrome searches for a number and words after a space, whatever the number. A bar that opens what stands before the space
  // would open this machine's own address, so that is refused; numbers that are no address of any network stay words.
  it.each([
    "2130706433 x",
    "0x7f000001 x",
    "0X7F000001 x",
    "017700000001 x",
    "０ｘ７ｆ000001 x",
    "3232235777 router",
    "2852039166 latest meta-data",
    "0x0 x",
  ])("are refused before a space when they are a number, in whatever form: %s", (text) => {
    expect(why(type(text), {}, chrome)).toMatch(/ does not allow opening '/);
  });

  it.each(["3 apples", "007 films", "1000000 in words", "20261127 public holiday", "99999999999 x"])(
    "are none where a number says how many, or is a public address: %s",
    (text) => {
      expect(why(type(text), {}, chrome)).toBeNull();
    },
  );

  it("are found in a bar however they are disguised", () => {
    const forbidden = fc.constantFrom("127.0.0.1", "10.0.2.2", "localhost", "router/", "a.local", "[::1]");
    const wide = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
    const letters = fc.constantFrom<(letter: string) => string>(
      (letter) => letter,
      (letter) => letter.toUpperCase(),
      (letter) => (/[a-z0-9.]/.test(letter) ? wide(letter) : letter),
      (letter) => (letter === "." ? "\u3002" : letter),
      (letter) => `${letter}\u00ad`,
      (letter) => `\u200b${letter}`,
    );
    const after = fc.constantFrom("", "/", "/a b", " x", "\u3000x", "?q=a b", "#top", "\\a");
    fc.assert(
      fc.property(
        forbidden,
        letters,
        fc.constantFrom("", " ", "//", "u@", "http://"),
        after,
        (host, written, before, more) => {
          const text = `${before}${[...host].map(written).join("")}${more}`;
          expect(why(type(text), {}, chrome), text).not.toBeNull();
        },
      ),
    );
  });

  it("that somebody is writing in a bar are opened by no touch", () => {
    const writing = { ...chrome, written: "10.0.0.138" };
    expect(why(tap, {}, writing)).toContain("opening 'http://10.0.0.138'");
    expect(why({ action: "key", kind: "keys" }, {}, writing)).toBeNull();
    expect(why({ action: "back", kind: "navigation" }, {}, writing)).toBeNull();
    expect(why(type("weather"), {}, writing)).toBeNull();
    expect(why(tap, {}, { ...chrome, written: "weather" })).toBeNull();
    // The one that searches for nothing opens every word.
    expect(why(tap, {}, { package: "org.chromium.webview_shell", written: "router" })).not.toBeNull();
  });

  it("that a link led to end what may be done on the page", () => {
    const choice = { urls: { hosts: { allow: ["example.com"] } } };
    expect(why(tap, choice, inApp("com.android.chrome", "evil.example/login"))).toContain("page in front");
    expect(why(tap, choice, inApp("com.android.chrome", "www.example.com/login"))).toBeNull();
    expect(why(tap, choice, inApp("com.android.chrome", "Search or type web address"))).toBeNull();
    expect(why(tap, {}, inApp("com.android.chrome", "router"))).toContain("private network");
  });
});

describe("where a policy comes from", () => {
  it("is the job, then its tenant, then the farm, list by list", () => {
    const tenant: PolicyChoice = { packages: { deny: ["com.x.y"] }, permissions: "allow" };
    const policy = resolvePolicy({ actions: { deny: [] }, permissions: "ask-model" }, tenant);
    expect(policy).toMatchObject({
      packages: { deny: ["com.x.y"] },
      actions: { deny: [] },
      permissions: "ask-model",
      urls: { schemes: ["http", "https"], hosts: { deny: [], also: [] } },
    });
  });
});
