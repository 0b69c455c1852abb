import { getActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { SchoolProgress } from '#app/schemas/home-screens.ts';
import { listSchoolProgress } from '#app/domain/home/admin-home.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import type { AcademicYearResponse } from '#app/schemas/academic-year.ts';
import { SCHOOL_STATE_LABELS, SCHOOL_STATES } from '#app/schemas/enums.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { findYear } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

const COLUMNS: readonly Column<SchoolProgress>[] = [
  { title: 'School', cell: ({ name }) => name },
  { title: 'Banner code', cell: ({ bannerCode }) => bannerCode },
  { title: 'State', cell: ({ state }) => SCHOOL_STATE_LABELS[state] },
  { title: 'Class size', isNumber: true, cell: ({ classSize }) => classSize },
  { title: 'Students', isNumber: true, cell: ({ students }) => students },
  { title: 'Staff', isNumber: true, cell: ({ staff }) => staff },
  { title: 'Phone', cell: ({ phone }) => phone },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
  { title: 'Last sign-in', cell: ({ lastSignedInAt }) => instant(lastSignedInAt) },
];

/** `laurel report [--year Y]`: lists the active schools' progress in a year. The totals go to standard error. */
export async function report(
  context: CommandContext,
  { year: number }: { year?: string },
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const year = number === undefined ? await activeYear(ctx) : await findYear(ctx, number);
    const schools = await listSchoolProgress(ctx, year.id);
    await printList(context, {
      columns: COLUMNS,
      pages: onePage(schools),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no active schools.',
    });
    context.say(sums(year.year, schools));
  });
  return EXIT.done;
}

async function activeYear(ctx: Ctx): Promise<AcademicYearResponse> {
  try {
    return await getActiveYear(ctx);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new CommandFailure(
      `${error.message}. Choose a year with --year, or run \`laurel years activate YEAR\`.`,
    );
  }
}

/** Formats totals: `2026: 3 active schools, 1 Not started, 2 Approved; 14 students.` */
function sums(year: number, schools: readonly SchoolProgress[]): string {
  const states = SCHOOL_STATES.flatMap((state) => {
    const count = schools.filter((school) => school.state === state).length;
    return count === 0 ? [] : [`${count} ${SCHOOL_STATE_LABELS[state]}`];
  });
  const students = schools.reduce((sum, school) => sum + school.students, 0);
  const active = counted(schools.length, 'active school');
  return `${year}: ${[active, ...states].join(', ')}; ${counted(students, 'student')}.`;
}
