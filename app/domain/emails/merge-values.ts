import type { Settings } from '#app/config/env.server.ts';
import type { MergeField } from '#app/lib/merge-fields.ts';
import type { Recipient } from '#app/schemas/email.ts';

/** Every merge field for one recipient (decisions, section 6). `year` is null where no academic year is meant. */
export function mergeValuesOf(
  { email, firstName, lastName, schools }: Recipient,
  { year, settings }: { year: number | null; settings: Settings },
): Record<MergeField, string> {
  return {
    firstName,
    lastName,
    email,
    schools: schools.join(' & '),
    year: year === null ? '' : String(year),
    appName: settings.appName,
    appUrl: settings.appUrl,
    contactEmail: settings.contactEmail,
  };
}
