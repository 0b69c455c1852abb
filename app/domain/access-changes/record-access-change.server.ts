import { randomUUID } from 'node:crypto';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type NewEmail, queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { STAFF_POSITION_LABELS, type StaffPosition } from '#app/schemas/enums.ts';
import { AccessChangeEntity } from '#db/entities/access-change.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import type { UserAccount } from '#db/entities/user-account.ts';

type School = Pick<HighSchool, 'id' | 'name'>;
type Person = Pick<UserAccount, 'id' | 'firstName' | 'lastName' | 'email'>;

/**
 * Reports in the caller's transaction that an administrator added someone to a school: to its staff now, and
 * to all administrators in the next daily email. Neither can be turned off. Does nothing for other actors.
 */
export async function reportAddition(
  tx: Ctx,
  { school, person, position }: { school: School; person: Person; position: StaffPosition },
): Promise<void> {
  await report(tx, {
    what: `added ${fullName(person)} (${person.email}) to the staff of ${school.name} (position: ${STAFF_POSITION_LABELS[position]})`,
    subject: `${school.name}: ${fullName(person)} was added to the staff`,
    schoolIds: [school.id],
    aboutId: person.id,
  });
}

/** Like `reportAddition`, for an invite. */
export async function reportInvite(
  tx: Ctx,
  { school, email, position }: { school: School; email: string; position: StaffPosition },
): Promise<void> {
  await report(tx, {
    what: `invited ${email} to join the staff of ${school.name} (position: ${STAFF_POSITION_LABELS[position]})`,
    subject: `${school.name}: ${email} was invited to join the staff`,
    schoolIds: [school.id],
    aboutId: null,
  });
}

/**
 * Like `reportAddition`, for a user's new address. Also emails the old address unless an automatic email
 * was already sent there. Call it before storing the new address.
 */
export async function reportAddressChange(
  tx: Ctx,
  person: Person,
  { newEmail, isOldAddressNotified }: { newEmail: string; isOldAddressNotified: boolean },
): Promise<void> {
  if (tx.actor.kind === 'user' && tx.actor.id === person.id) return;
  const memberships = await tx.em.find(HighSchoolStaffEntity, { user: person.id });
  await report(tx, {
    what: `changed ${fullName(person)}'s email address from ${person.email} to ${newEmail}`,
    subject: `${fullName(person)}'s email address was changed`,
    schoolIds: memberships.map(({ highSchool }) => highSchool.id),
    aboutId: person.id,
    own: {
      what: `changed your email address from ${person.email} to ${newEmail}`,
      subject: 'Your email address was changed',
      advice: 'From now on, sign in with the new address.',
      oldAddressOf: isOldAddressNotified ? null : person,
      newAddressOf: null,
    },
  });
}

/** Like `reportAddition`, for two accounts that were merged. Also emails both addresses. Call it after moving positions. */
export async function reportMerge(
  tx: Ctx,
  {
    from,
    into,
    schools,
  }: { from: Person; into: Person; schools: readonly { readonly highSchoolId: string }[] },
): Promise<void> {
  await report(tx, {
    what: `merged ${fullName(from)}'s account (${from.email}) into ${fullName(into)}'s account (${into.email})`,
    subject: `${fullName(into)}'s accounts were merged`,
    schoolIds: schools.map(({ highSchoolId }) => highSchoolId),
    aboutId: into.id,
    own: {
      what: `merged your account ${from.email} into your account ${into.email}`,
      subject: 'Your accounts were merged',
      advice: `From now on, sign in with ${into.email}.`,
      oldAddressOf: from,
      newAddressOf: into,
    },
  });
}

interface ChangeText {
  /** Follows the name of whoever did it. */
  readonly what: string;
  readonly subject: string;
  readonly advice?: string;
}

interface Change extends ChangeText {
  readonly schoolIds: readonly string[];
  /** The user that the change is about, who isn't emailed with the staff. */
  readonly aboutId: string | null;
  /** What the user that the change is about is emailed; undefined if they aren't emailed here. */
  readonly own?: OwnChange;
}

interface OwnChange extends ChangeText {
  readonly oldAddressOf: Person | null;
  readonly newAddressOf: Person | null;
}

const STAFF_REASON =
  "Anyone on your school's staff can see your students' data, so we always send this email.";
const OLD_ADDRESS_REASON = 'You used this address to sign in, so we always send this email.';
const NEW_ADDRESS_REASON = 'You use this address to sign in, so we always send this email.';

async function report(tx: Ctx, { what, subject, schoolIds, aboutId, own }: Change): Promise<void> {
  if (!isAdmin(tx.actor)) return;
  tx.em.create(AccessChangeEntity, {
    id: randomUUID(),
    at: tx.now(),
    description: `${actorName(tx)} ${what}`,
  });
  const staff = await staffOf(tx, schoolIds, aboutId);
  const { appName, contactEmail, timeZone } = tx.settings;
  const at = formatInZone(tx.now().toISOString(), timeZone);
  const emailTo = (user: Person, reason: string, change: ChangeText): NewEmail => ({
    kind: 'access.changed',
    to: user.email,
    subject: `${change.subject} (${appName})`,
    text: `Hello ${fullName(user)},

${actorName(tx)} ${change.what} on ${at}.${change.advice === undefined ? '' : ` ${change.advice}`}

If you weren't expecting this, email ${contactEmail} right away. ${reason}
${appName}`,
  });
  await queueEmails(tx, [
    ...staff.map(({ user, highSchoolId }) => ({
      ...emailTo(user, STAFF_REASON, { what, subject }),
      userId: user.id,
      highSchoolId,
    })),
    // No user ID: emails to a user go to their current address, and this one is for the old address.
    ...(own?.oldAddressOf ? [emailTo(own.oldAddressOf, OLD_ADDRESS_REASON, own)] : []),
    ...(own?.newAddressOf
      ? [{ ...emailTo(own.newAddressOf, NEW_ADDRESS_REASON, own), userId: own.newAddressOf.id }]
      : []),
  ]);
}

/** Returns the staff of these schools, each person once, with one of their schools. */
async function staffOf(tx: Ctx, schoolIds: readonly string[], exceptId: string | null) {
  if (schoolIds.length === 0) return [];
  const memberships = await tx.em.find(
    HighSchoolStaffEntity,
    { highSchool: { $in: [...schoolIds] } },
    { populate: ['user'], orderBy: { id: 'asc' } },
  );
  const found = new Map<string, { user: Person; highSchoolId: string }>();
  for (const { user, highSchool } of memberships) {
    if (user.id !== exceptId && !user.flags.includes('DELETED')) {
      found.set(user.id, { user, highSchoolId: highSchool.id });
    }
  }
  return [...found.values()];
}

function actorName({ actor }: Ctx): string {
  return actor.kind === 'user'
    ? `Administrator ${fullName(actor)}`
    : 'A system administrator using the command line';
}
