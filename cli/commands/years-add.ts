import { createAcademicYear } from '#app/domain/academic-years/create-academic-year.server.ts';
import { findYearOfNumber } from '#app/domain/academic-years/read-academic-years.server.ts';
import { AcademicYearCreateSchema } from '#app/schemas/academic-year.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyUnasked } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { parseFields } from '#cli/parse-options.server.ts';

/** `laurel years add YEAR`: adds an inactive year. */
export async function yearsAdd(
  context: CommandContext,
  number: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  const fields = parseFields(AcademicYearCreateSchema, { year: Number(number) }, { year: 'YEAR' });
  return withServices(context, async (ctx) => {
    if ((await findYearOfNumber(ctx, fields.year)) !== null) {
      context.say(`The academic year ${fields.year} already exists.`);
      return EXIT.nothingToDo;
    }
    const { outcome, isDone } = await applyUnasked(options, ctx, (tx) => createAcademicYear(tx, fields));
    const { year } = outcome;
    context.say(
      isDone
        ? `Added the academic year ${year}; \`laurel years activate ${year}\` opens it to schools.`
        : `Would add the academic year ${year}.`,
    );
    return EXIT.done;
  });
}
