import { allOf, containsPhone, containsText, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { snakeCase } from '#app/lib/text/snake-case.ts';
import { type Actor, isAdmin } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import type { HighSchoolFilter } from '#app/schemas/high-school.ts';
import {
  HIGH_SCHOOL_FIELD_LIST,
  HIGH_SCHOOL_REMARKS,
  type HighSchoolFilterName,
} from '#app/schemas/high-school-fields.ts';

/**
 * Which high schools (`hs`) the actor may see and the filter asks for (specification, section 7). Texts are found
 * anywhere, without regard to case, phones also by their digits. Fields combine with AND, repeated statuses with OR.
 * @throws {Forbidden} naming a field that only administrators may find by
 */
export function highSchoolsWhere(actor: Actor, filter: HighSchoolFilter): SqlFragment {
  authorizeFields(actor, filter);
  const conditions: SqlFragment[] = [];
  if (!isAdmin(actor)) conditions.push(ownSchools(actor));
  for (const [name, { filter: kind }] of HIGH_SCHOOL_FIELD_LIST) {
    const wanted = filter[name as HighSchoolFilterName];
    if (kind === undefined || wanted === undefined) continue;
    conditions.push(CONDITIONS[kind](`hs.${snakeCase(name)}`, wanted));
  }
  return allOf(conditions);
}

const CONDITIONS = {
  text: (column: string, wanted: Wanted) => containsText(column, String(wanted)),
  phone: (column: string, wanted: Wanted) => containsPhone(column, String(wanted)),
  status: (column: string, wanted: Wanted) => isAnyOf(column, [wanted].flat()),
};
type Wanted = string | readonly string[];

/** What is not told is not found either: asking for it again and again would read it. */
function authorizeFields(actor: Actor, filter: HighSchoolFilter): void {
  if (can(actor, 'highSchool.readRemarks')) return;
  const hidden = Object.keys(presentFields(filter)).filter((field) => isRemark(field));
  if (hidden.length > 0) throw new Forbidden(`Only administrators may find schools by ${hidden.join(', ')}.`);
}

function isRemark(field: string): boolean {
  const remarks: readonly string[] = HIGH_SCHOOL_REMARKS;
  return remarks.includes(field);
}

/** The schools (`hs`) where the actor is staff. */
export function ownSchools(actor: Actor): SqlFragment {
  return isAnyOf('hs.id', actor.kind === 'user' ? actor.highSchoolIds : []);
}
