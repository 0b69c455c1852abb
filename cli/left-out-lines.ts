import { fullName } from '#app/lib/person-name.ts';
import type { LeftOut } from '#app/schemas/email.ts';
import { LEFT_OUT_REASON_LABELS } from '#app/schemas/enums.ts';
import { printable } from './terminal/text-width.ts';

/** Who of an audience gets no mail, and why, a line each: `Left out: Ann Abel <ann@example.org>, Birch High: On the list already, …` */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map((person) => {
    const who = [whoWords(person), person.schools.join(' & ')].filter((words) => words !== '').join(', ');
    return printable(`Left out: ${who}: ${LEFT_OUT_REASON_LABELS[person.why]}`);
  });
}

/** A school that has nobody is nobody's name. */
function whoWords(person: LeftOut): string {
  const address = person.email === '' ? '' : `<${person.email}>`;
  return [fullName(person), address].filter((words) => words !== '').join(' ');
}
