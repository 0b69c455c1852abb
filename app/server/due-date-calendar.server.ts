import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { Settings } from '#app/config/env.server.ts';
import type { DueDate } from '#app/domain/designations/due-dates.server.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';

type CalendarSettings = Pick<Settings, 'appName' | 'appUrl' | 'timeZone'>;

/**
 * Returns an iCalendar file with one event per school and year, at the instant it is due. Instants are in UTC, so
 * every calendar shows its own time; the description has the program's. An event keeps its UID, so importing the
 * file again updates it.
 */
export function dueDateCalendar(
  dueDates: readonly DueDate[],
  { appName, appUrl, timeZone, now }: CalendarSettings & { readonly now: Date },
): string {
  const calendar = ical({
    name: `${appName} due dates`,
    prodId: { company: appName, product: 'Due dates', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { yearId, year, highSchoolId, highSchoolName, dueAt } of dueDates) {
    calendar.createEvent({
      id: `due-${yearId}-${highSchoolId}@${new URL(appUrl).hostname}`,
      stamp: now,
      start: new Date(dueAt),
      summary: `${year} ${appName} designation due: ${highSchoolName}`,
      description: `Submit the ${year} designation of ${highSchoolName} by ${formatInZone(dueAt, timeZone)}.`,
      url: appUrl,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
