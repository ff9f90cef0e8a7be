import { describe, expect, it } from "vitest";
import { dumpMediaSessions } from "../../src/shell/commands/dump/dump-media.ts";
import { pickUpPhone } from "../phone-user.ts";

describe("Music on the virtual phone", () => {
  it("is never idle while it plays, and plays on through its queue", async () => {
    await using user = await pickUpPhone();
    await user.tap("Music");
    await user.tap("Search");
    await user.phone.input.text("harbour");
    await user.tap("Low Tide");
    expect(await user.phone.dumpHierarchy()).toEqual({ ok: false, error: "could not get idle state" });
    user.setTime("2026-03-02T09:44:31Z"); // 211 s later: ten into the song after one of 201
    const session = dumpMediaSessions(user.phone);
    expect(session).toContain("state=PLAYING(3), position=10000");
    expect(session).toContain("Morning Ferry, Nora Vale, Harbour Songs");
    user.setTime("2026-03-02T12:00:00Z");
    expect(dumpMediaSessions(user.phone)).toContain("state=PAUSED(2)");
    expect((await user.phone.dumpHierarchy()).ok).toBe(true);
  });

  it("makes a playlist, fills it, and takes a song out and back", async () => {
    await using user = await pickUpPhone();
    await user.tap("Music");
    await user.tap("Playlists");
    await user.tap("New playlist");
    await user.phone.input.text("Road trip");
    await user.tap("Create");
    await user.tap("Songs");
    await user.tap("Add Campfire to playlist");
    await user.tap("Road trip");
    await user.tap("Add Gravel to playlist");
    await user.tap("Road trip");
    await user.tap("Playlists");
    expect(await user.find("2 songs")).toBeDefined();
    await user.tap("Road trip");
    await user.tap("Move Gravel up");
    await user.tap("Remove Campfire");
    expect(await user.find("Campfire")).toBeUndefined();
    await user.tap("Undo");
    expect(await user.find("Campfire")).toBeDefined();
  });
});
