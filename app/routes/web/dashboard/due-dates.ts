import { listDueDates } from '#app/domain/designations/due-dates.server.ts';
import { dueDateCalendar } from '#app/server/due-date-calendar.server.ts';
import { linkedFile } from '#app/server/screen-call.server.ts';

/** The due dates of the user's designations, as a calendar file. */
const file = linkedFile(
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
  { comeBackTo: () => '/' },
);

export const loader = file.loader;
export const action = file.action;
