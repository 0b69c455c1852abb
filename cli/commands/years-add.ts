import { createAcademicYear } from '#app/domain/academic-years/create-academic-year.server.ts';
import { AcademicYearCreateSchema } from '#app/schemas/academic-year.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';

/** `laurel years add YEAR`: a year, inactive until it is activated. */
export async function yearsAdd(call: Call, number: string): Promise<ExitCode> {
  const fields = parseFields(AcademicYearCreateSchema, { year: Number(number) }, { year: 'YEAR' });
  const { year } = await withCommandContext(call, (ctx) => createAcademicYear(ctx, fields));
  call.say(`Added the academic year ${year}; \`laurel years activate ${year}\` opens it to schools.`);
  return EXIT.done;
}
