import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { getHighSchool } from '#app/domain/high-schools/get-high-school.server.ts';
import { presentFields } from '#app/lib/records.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { HighSchoolPatchSchema } from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_TEXTS, type HighSchoolText } from '#app/schemas/high-school-fields.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { withOptionErrors, parseFields } from '#cli/parse-options.server.ts';
import { findSchool } from '#cli/references.server.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { withServices } from '#cli/with-services.server.ts';
import { ADDRESS_OPTIONS } from './schools-change.ts';
import { SCHOOL_FIELDS } from './schools.ts';

export interface SchoolEditOptions extends ChangeOptions, Partial<Record<HighSchoolText, string>> {
  readonly name?: string;
  readonly phone?: string;
  readonly fax?: string;
  readonly address1?: string;
  readonly address2?: string;
  readonly city?: string;
  readonly zip5?: string;
  readonly zip4?: string;
}

/** `laurel schools edit SCHOOL --phone …`: changes the given fields; an empty text clears an optional one. */
export async function schoolsEdit(
  context: CommandContext,
  reference: string,
  options: SchoolEditOptions,
): Promise<ExitCode> {
  const { name, phone, fax, address1, address2, city, zip5, zip4 } = options;
  const address = presentFields({ address1, address2, city, zip5, zip4 });
  const sent = presentFields({
    name,
    ...ofEachField(HIGH_SCHOOL_TEXTS, (_, text) => options[text]),
    phone: phone === undefined ? undefined : formatPhone(phone),
    fax: fax === undefined ? undefined : formatPhone(fax),
    address: Object.keys(address).length === 0 ? undefined : address,
  });
  if (Object.keys(sent).length === 0) {
    throw new CommandFailure('Choose what to change, for example --name or --phone.', EXIT.usage);
  }
  const patch = parseFields(HighSchoolPatchSchema, sent, ADDRESS_OPTIONS);
  return withServices(context, async (ctx) => {
    const { id } = await findSchool(ctx, reference);
    const before = await getHighSchool(ctx, id);
    const { outcome, isDone } = await withOptionErrors(ADDRESS_OPTIONS, () =>
      applyChange(context, options, ctx, {
        make: (tx) => changeHighSchool(tx, { id, patch, ifMatch: before.version }),
        question: ({ version }) => (version === before.version ? null : `Change ${before.name}?`),
      }),
    );
    await printRecord(context, { record: outcome, fields: SCHOOL_FIELDS, timeZone: ctx.settings.timeZone });
    if (outcome.version === before.version) {
      context.say(`${before.name} already has these values. Nothing was changed.`);
      return EXIT.nothingToDo;
    }
    context.say(isDone ? `Changed ${outcome.name}.` : 'Nothing has changed yet.');
    return EXIT.done;
  });
}
