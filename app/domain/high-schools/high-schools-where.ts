import { allOf, containsPhone, containsText, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { type Actor, isAdmin } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import { HIGH_SCHOOL_REMARKS, type HighSchoolFilter } from '#app/schemas/high-school.ts';

/**
 * Which high schools (`hs`) the actor may see and the filter asks for (specification, section 7): administrators all, staff
 * their own. Texts are found anywhere and without regard to case; a phone or fax also by its digits alone, however they are
 * written. Fields combine with AND, repeated statuses with OR. Throws Forbidden naming a field that only administrators may find by.
 */
export function highSchoolsWhere(actor: Actor, filter: HighSchoolFilter): SqlFragment {
  authorizeFields(actor, filter);
  const conditions: SqlFragment[] = [];
  if (!isAdmin(actor)) conditions.push(ownSchools(actor));
  if (filter.name !== undefined) conditions.push(containsText('hs.name', filter.name));
  if (filter.notes !== undefined) conditions.push(containsText('hs.notes', filter.notes));
  if (filter.bannerCode !== undefined) conditions.push(containsText('hs.banner_code', filter.bannerCode));
  if (filter.phone !== undefined) conditions.push(containsPhone('hs.phone', filter.phone));
  if (filter.fax !== undefined) conditions.push(containsPhone('hs.fax', filter.fax));
  if (filter.status !== undefined) conditions.push(isAnyOf('hs.status', filter.status));
  return allOf(conditions);
}

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
