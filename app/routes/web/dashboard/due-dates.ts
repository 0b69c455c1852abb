import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { Settings } from '#app/config/env.server.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { type DueDate, listDueDates } from '#app/domain/home/due-dates.server.ts';
import { linkedFileRoute } from '#app/server/screen-call.server.ts';

/** The due dates of the user's designations, as a calendar file. */
const file = linkedFileRoute(
  async ({ ctx }) => {
    const calendar = dueDateCalendar(await listDueDates(ctx), { ...ctx.settings, now: ctx.now() });
    return new Response(calendar, {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="due-dates.ics"',
        'Cache-Control': 'no-store',
      },
    });
  },
  { returnTo: () => '/' },
);

export const loader = file.loader;
export const action = file.action;

type CalendarSettings = Pick<Settings, 'appName' | 'appUrl' | 'timeZone'>;

/**
 * Returns an iCalendar file with one event per school and year, in UTC; the description has the program's time. An
 * event keeps its UID, so importing the file again updates it.
 */
function dueDateCalendar(
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
      description: `Submit the ${year} designation for ${highSchoolName} by ${formatInZone(dueAt, timeZone)}.`,
      url: appUrl,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
