import { createHighSchool } from '#app/domain/high-schools/create-high-school.server.ts';
import { formatPhone } from '#app/lib/phone.ts';
import { HighSchoolCreateSchema } from '#app/schemas/high-school.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';
import { printThing } from '#cli/terminal/print-thing.ts';
import { SCHOOL_FIELDS } from './schools-show.ts';

export interface SchoolCreateOptions {
  readonly phone: string;
  readonly fax?: string;
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly zip5: string;
  readonly zip4?: string;
  readonly bannerCode?: string;
  readonly salesforceId?: string;
  readonly notes?: string;
}

/** The fields as the caller wrote them. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  name: 'NAME',
  'address.address1': '--address1',
  'address.address2': '--address2',
  'address.city': '--city',
  'address.zip5': '--zip5',
  'address.zip4': '--zip4',
};

/** `laurel schools create NAME …`: a high school, inactive, printed as it is stored. */
export async function schoolsCreate(
  call: Call,
  name: string,
  { phone, fax, address1, address2, city, zip5, zip4, ...codes }: SchoolCreateOptions,
): Promise<ExitCode> {
  const { bannerCode, salesforceId, notes } = codes;
  const fields = parseFields(
    HighSchoolCreateSchema,
    {
      ...{ name, bannerCode, salesforceId, notes },
      phone: formatPhone(phone),
      fax: fax === undefined ? undefined : formatPhone(fax),
      address: { address1, address2, city, zip5, zip4 },
    },
    ARGUMENTS,
  );
  await withCommandContext(call, async (ctx) => {
    const school = await createHighSchool(ctx, fields);
    await printThing(call, { thing: school, fields: SCHOOL_FIELDS, timeZone: ctx.settings.timeZone });
    call.say(
      `Added ${school.name}, which is inactive; \`laurel schools activate ${school.id}\` activates it.`,
    );
  });
  return EXIT.done;
}
