import { counted, grouped } from '#app/lib/text/counted.ts';
import type { Recipient } from '#app/schemas/email.ts';
import type { SendScreen, ShownAudience } from '#app/schemas/email-send-screens.ts';

interface BlankFieldsAsked extends Pick<SendScreen['template'], 'fields'> {
  audience: Pick<ShownAudience, 'people' | 'year' | 'blanksElsewhere'>;
  /** Those of this page who are not ticked. */
  unticked: readonly string[];
  /** How many people are ticked on all pages. */
  chosen: number;
}

/** A sentence for each merge field of the mail that says nothing to some of those who are ticked. */
export function formatBlankField({ fields, audience, unticked, chosen }: BlankFieldsAsked): string[] {
  const ticked = audience.people.filter(({ email }) => !unticked.includes(email));
  const here = (isBlank: (person: Recipient) => boolean) => ticked.filter(isBlank).length;
  const blanks: Partial<Record<string, number>> = {
    firstName: here(({ firstName }) => firstName === '') + audience.blanksElsewhere.firstName,
    lastName: here(({ lastName }) => lastName === '') + audience.blanksElsewhere.lastName,
    schools: here(({ schools }) => schools.length === 0) + audience.blanksElsewhere.schools,
    year: audience.year === null ? chosen : 0,
  };
  return fields.flatMap((field) => {
    const people = blanks[field] ?? 0;
    if (people === 0) return [];
    return [`{{${field}}} is empty for ${grouped(people)} of ${counted(chosen, 'recipient', 'recipients')}.`];
  });
}
