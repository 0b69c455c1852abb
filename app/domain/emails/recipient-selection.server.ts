import type { Ctx } from '#app/domain/ctx.server.ts';
import { findSchoolsByName } from '#app/domain/high-schools/find-schools-by-name.server.ts';
import { listUsers } from '#app/domain/users/read-users.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { authorize } from '#app/policy/authorize.ts';
import { SELECTED_MAX } from '#app/schemas/audience-targets.ts';
import type { RecipientChoice, RecipientSelection } from '#app/schemas/email-send-screens.ts';
import { type HighSchool, HighSchoolEntity } from '#db/entities/high-school.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';
import { byName } from '#db/name-order.ts';

const MATCHES_MAX = 10;

interface SelectionRequest {
  readonly schoolIds: readonly string[];
  readonly userIds: readonly string[];
  /** Part of a school's name, a person's name, or an email address. */
  readonly find: string;
}

/** Returns the selected schools and people by name, and those that match a text. For administrators. */
export async function readSelection(
  ctx: Ctx,
  { schoolIds, userIds, find }: SelectionRequest,
): Promise<RecipientSelection> {
  authorize(ctx.actor, 'email.manage');
  const text = find.trim();
  const schools = await ctx.em.find(
    HighSchoolEntity,
    { id: { $in: schoolIds.slice(0, SELECTED_MAX) } },
    { orderBy: [{ [byName<HighSchool>('name')]: 'asc' }, { id: 'asc' }] },
  );
  const people = await ctx.em.find(
    UserAccountEntity,
    { id: { $in: userIds.slice(0, SELECTED_MAX) } },
    {
      orderBy: [
        { [byName<UserAccount>('lastName')]: 'asc' },
        { [byName<UserAccount>('firstName')]: 'asc' },
        { id: 'asc' },
      ],
    },
  );
  return {
    find: text,
    schools: schools.map(schoolChoice),
    people: people.map(personChoice),
    foundSchools: text === '' ? [] : await schoolsNamed(ctx, text),
    foundPeople: text === '' ? [] : await peopleNamed(ctx, text),
  };
}

async function schoolsNamed(ctx: Ctx, text: string): Promise<RecipientChoice[]> {
  const found = await findSchoolsByName(ctx, text);
  const active = found.filter(({ status }) => status === 'ACTIVE');
  return active.slice(0, MATCHES_MAX).map(({ id, name, city }) => ({ id, name, detail: city }));
}

async function peopleNamed(ctx: Ctx, text: string): Promise<RecipientChoice[]> {
  const wanted = text.includes('@') ? { email: text } : { name: text };
  const { items } = await listUsers(ctx, { ...wanted, deleted: false, limit: MATCHES_MAX });
  return items.map(personChoice);
}

function schoolChoice(school: {
  id: string;
  name: string;
  status: string;
  address: { city: string };
}): RecipientChoice {
  const { id, name, status, address } = school;
  return { id, name, detail: status === 'ACTIVE' ? address.city : "Inactive: we don't email its staff" };
}

function personChoice(person: {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}): RecipientChoice {
  return { id: person.id, name: fullName(person) || person.email, detail: person.email };
}
