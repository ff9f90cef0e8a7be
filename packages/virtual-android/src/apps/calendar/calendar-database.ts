import type { AppDatabase } from "../../system/app.ts";

export const CALENDAR_PROVIDER = "com.android.providers.calendar";

/** calendar.db with the tables and columns that tools read, and the one local calendar that needs no account. */
const SCHEMA = `
  CREATE TABLE Calendars (
    _id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT, _sync_id TEXT, dirty INTEGER, mutators TEXT, name TEXT,
    calendar_displayName TEXT, calendar_color INTEGER, calendar_color_index TEXT, calendar_access_level INTEGER,
    visible INTEGER NOT NULL DEFAULT 1, sync_events INTEGER NOT NULL DEFAULT 0, calendar_location TEXT,
    calendar_timezone TEXT, ownerAccount TEXT, isPrimary INTEGER, canOrganizerRespond INTEGER NOT NULL DEFAULT 1,
    canModifyTimeZone INTEGER DEFAULT 1, canPartiallyUpdate INTEGER DEFAULT 0, maxReminders INTEGER DEFAULT 5,
    allowedReminders TEXT DEFAULT '0,1', allowedAvailability TEXT DEFAULT '0,1', allowedAttendeeTypes TEXT DEFAULT '0,1,2',
    deleted INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE Events (
    _id INTEGER PRIMARY KEY AUTOINCREMENT, _sync_id TEXT, dirty INTEGER, mutators TEXT, lastSynced INTEGER DEFAULT 0,
    calendar_id INTEGER NOT NULL, title TEXT, eventLocation TEXT, description TEXT, eventColor INTEGER,
    eventColor_index TEXT, eventStatus INTEGER, selfAttendeeStatus INTEGER NOT NULL DEFAULT 0, dtstart INTEGER,
    dtend INTEGER, eventTimezone TEXT, duration TEXT, allDay INTEGER NOT NULL DEFAULT 0,
    accessLevel INTEGER NOT NULL DEFAULT 0, availability INTEGER NOT NULL DEFAULT 0, hasAlarm INTEGER NOT NULL DEFAULT 0,
    hasExtendedProperties INTEGER NOT NULL DEFAULT 0, rrule TEXT, rdate TEXT, exrule TEXT, exdate TEXT, original_id INTEGER,
    original_sync_id TEXT, originalInstanceTime INTEGER, originalAllDay INTEGER, lastDate INTEGER,
    hasAttendeeData INTEGER NOT NULL DEFAULT 0, guestsCanModify INTEGER NOT NULL DEFAULT 0,
    guestsCanInviteOthers INTEGER NOT NULL DEFAULT 1, guestsCanSeeGuests INTEGER NOT NULL DEFAULT 1, organizer TEXT,
    isOrganizer INTEGER, deleted INTEGER NOT NULL DEFAULT 0, eventEndTimezone TEXT, customAppPackage TEXT,
    customAppUri TEXT, uid2445 TEXT);
  CREATE TABLE Reminders (
    _id INTEGER PRIMARY KEY, event_id INTEGER, minutes INTEGER, method INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX eventsCalendarIdIndex ON Events (calendar_id);
  CREATE TRIGGER calendar_cleanup AFTER DELETE ON Calendars BEGIN DELETE FROM Events WHERE calendar_id = old._id; END;
  CREATE TRIGGER events_cleanup_delete AFTER DELETE ON Events BEGIN DELETE FROM Reminders WHERE event_id = old._id; END;
  CREATE TRIGGER event_alarm_set AFTER INSERT ON Reminders BEGIN
    UPDATE Events SET hasAlarm = 1 WHERE _id = new.event_id; END;
  CREATE TRIGGER event_alarm_gone AFTER DELETE ON Reminders BEGIN
    UPDATE Events SET hasAlarm = EXISTS (SELECT 1 FROM Reminders WHERE event_id = old.event_id) WHERE _id = old.event_id; END;
  INSERT INTO Calendars (account_name, account_type, name, calendar_displayName, calendar_color, calendar_access_level,
    calendar_timezone, ownerAccount, isPrimary)
  VALUES ('Phone', 'LOCAL', 'My calendar', 'My calendar', -12285185, 700, 'UTC', 'Phone', 1);
`;

export const calendarDatabase: AppDatabase = {
  packageName: CALENDAR_PROVIDER,
  path: "data/data/com.android.providers.calendar/databases/calendar.db",
  create: (database) => {
    database.exec(SCHEMA);
  },
};
