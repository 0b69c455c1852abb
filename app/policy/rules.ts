import { type Actor, isAdmin, isPerson, isStaffOf, needsPasskey } from './actor.ts';

/** Belongs to a school: a designation, its students, its staff, or the school itself. */
export interface OfSchool {
  readonly highSchoolId: string;
}

export interface OfUser {
  readonly userId: string;
  readonly highSchoolIds: readonly string[];
}

export interface ToAddress {
  readonly email: string;
}

/** The subject that each ability is checked for; `undefined` if there is none. */
export interface AbilitySubjects {
  'academicYear.read': undefined;
  'academicYear.manage': undefined;
  'designation.list': undefined;
  'designation.read': OfSchool;
  'designation.create': OfSchool;
  'designation.edit': OfSchool;
  'designation.editDraft': OfSchool;
  'designation.decide': OfSchool;
  'designation.decideMany': undefined;
  'designation.message': OfSchool;
  'designation.download': undefined;
  'designation.import': undefined;
  'designation.readWarnings': undefined;
  'highSchool.list': undefined;
  'highSchool.read': OfSchool;
  'highSchool.create': undefined;
  'highSchool.activateMany': undefined;
  'highSchool.editContact': OfSchool;
  'highSchool.editAll': OfSchool;
  'highSchool.readRemarks': undefined;
  'highSchool.download': undefined;
  'staff.manage': OfSchool;
  'user.list': undefined;
  'user.read': OfUser;
  'user.readFlags': OfUser;
  'user.edit': OfUser;
  'user.editAddress': OfUser;
  'user.endSessions': OfUser;
  'user.editFlags': undefined;
  'user.delete': undefined;
  'user.merge': undefined;
  'user.download': undefined;
  'user.readWork': OfUser;
  'token.create': OfUser;
  'token.read': OfUser;
  'token.readAll': undefined;
  'token.revoke': OfUser;
  'passkey.add': OfUser;
  'passkey.read': OfUser;
  'passkey.readAll': undefined;
  'passkey.remove': OfUser;
  'passkey.approve': OfUser;
  'identity.link': OfUser;
  'identity.read': OfUser;
  'identity.readAll': undefined;
  'identity.remove': OfUser;
  'invite.manage': undefined;
  'invite.answer': undefined;
  'invite.answerOne': ToAddress;
  'accessRequest.create': undefined;
  'accessRequest.assign': undefined;
  'email.manage': undefined;
  'students.readDisclosures': undefined;
  'students.purge': undefined;
  'database.backup': undefined;
  'home.overview': undefined;
  'audit.read': undefined;
  'statistics.read': undefined;
  'settings.manage': undefined;
  'search.everything': undefined;
  'savedView.manage': undefined;
  'note.manage': undefined;
  'api.readReference': undefined;
}

export type Ability = keyof AbilitySubjects;

export type GeneralAbility = {
  [Name in Ability]: AbilitySubjects[Name] extends undefined ? Name : never;
}[Ability];

export type SchoolAbility = {
  [Name in Ability]: AbilitySubjects[Name] extends OfSchool ? Name : never;
}[Ability];

/** False if a missing record is reported before the missing permission. */
const CHECKED_BEFORE_PARSING: Readonly<Record<GeneralAbility, boolean>> = {
  'academicYear.read': true,
  'academicYear.manage': true,
  'designation.list': true,
  'designation.decideMany': true,
  'designation.download': true,
  'designation.import': true,
  'designation.readWarnings': true,
  'highSchool.list': true,
  'highSchool.create': true,
  'highSchool.activateMany': true,
  'highSchool.readRemarks': true,
  'highSchool.download': true,
  'user.list': true,
  'user.editFlags': true,
  'token.readAll': false,
  'passkey.readAll': false,
  'identity.readAll': false,
  'user.delete': false,
  'user.merge': true,
  'user.download': true,
  'invite.manage': true,
  'invite.answer': true,
  'accessRequest.create': true,
  'accessRequest.assign': true,
  'email.manage': true,
  'students.readDisclosures': true,
  'students.purge': true,
  'database.backup': true,
  'home.overview': true,
  'audit.read': true,
  'statistics.read': true,
  'settings.manage': true,
  'search.everything': true,
  'savedView.manage': true,
  'note.manage': true,
  'api.readReference': true,
};

/** Returns whether an ability is checked before the request is read. */
export function isCheckedBeforeParsing(ability: Ability): ability is GeneralAbility {
  const isChecked: Partial<Record<Ability, boolean>> = CHECKED_BEFORE_PARSING;
  return isChecked[ability] === true;
}

type Rules = { readonly [Name in Ability]: (actor: Actor, subject: AbilitySubjects[Name]) => boolean };

const isSignedIn = (actor: Actor) => actor.kind === 'user' || actor.kind === 'system';
const isAdminOrStaff = (actor: Actor, { highSchoolId }: OfSchool) =>
  isAdmin(actor) || isStaffOf(actor, highSchoolId);
const isAdminOrSelf = (actor: Actor, { userId }: OfUser) =>
  isAdmin(actor) || (actor.kind === 'user' && actor.id === userId);

/** What an access token can't do, whatever its scopes: manage access. */
const isAdminInPerson = (actor: Actor) => isAdmin(actor) && isPerson(actor);
const isAdminOrSelfInPerson = (actor: Actor, subject: OfUser) =>
  isAdminOrSelf(actor, subject) && isPerson(actor);
const isUserInPerson = (actor: Actor) => actor.kind === 'user' && isPerson(actor);

/** The permission table (specification, section 6; decisions, section 3). */
export const rules: Rules = {
  'academicYear.read': isSignedIn,
  'academicYear.manage': isAdmin,
  'designation.list': isSignedIn,
  'designation.read': isAdminOrStaff,
  'designation.create': isAdminOrStaff,
  'designation.edit': isAdminOrStaff,
  'designation.editDraft': (actor, { highSchoolId }) => isStaffOf(actor, highSchoolId),
  'designation.decide': isAdmin,
  'designation.decideMany': isAdmin,
  'designation.message': isAdminOrStaff,
  'designation.download': isAdmin,
  'designation.import': isAdmin,
  'designation.readWarnings': isAdmin,
  'highSchool.list': isSignedIn,
  'highSchool.read': isAdminOrStaff,
  'highSchool.create': isAdmin,
  'highSchool.activateMany': isAdmin,
  'highSchool.editContact': isAdminOrStaff,
  'highSchool.editAll': isAdmin,
  'highSchool.readRemarks': isAdmin,
  'highSchool.download': isAdmin,
  'staff.manage': isAdminOrStaff,
  'user.list': isAdmin,
  'user.read': (actor, subject) =>
    isAdminOrSelf(actor, subject) || subject.highSchoolIds.some((id) => isStaffOf(actor, id)),
  'user.readFlags': isAdminOrSelf,
  'user.edit': isAdminOrSelf,
  'user.editAddress': (actor, subject) => isAdminOrSelfInPerson(actor, subject) && !needsPasskey(actor),
  'user.endSessions': isAdminOrSelfInPerson,
  'user.editFlags': isAdminInPerson,
  'user.delete': isAdminInPerson,
  'user.merge': isAdminInPerson,
  'user.download': isAdmin,
  'user.readWork': isAdminOrSelf,
  'invite.manage': isAdmin,
  'token.create': (actor, { userId }) =>
    actor.kind === 'system' ||
    (actor.kind === 'user' && actor.id === userId && isPerson(actor) && !needsPasskey(actor)),
  'token.read': isAdminOrSelfInPerson,
  'token.readAll': isAdminInPerson,
  'token.revoke': isAdminOrSelfInPerson,
  'passkey.add': (actor, { userId }) => actor.kind === 'user' && actor.id === userId && isPerson(actor),
  'passkey.read': isAdminOrSelfInPerson,
  'passkey.readAll': isAdminInPerson,
  'passkey.remove': (actor, subject) => isAdminOrSelfInPerson(actor, subject) && !needsPasskey(actor),
  'passkey.approve': (actor, { userId }) =>
    isAdminInPerson(actor) && !(actor.kind === 'user' && actor.id === userId),
  'identity.link': (actor, { userId }) =>
    actor.kind === 'user' && actor.id === userId && isAdminInPerson(actor),
  'identity.read': isAdminOrSelfInPerson,
  'identity.readAll': isAdminInPerson,
  'identity.remove': (actor, subject) => isAdminOrSelfInPerson(actor, subject) && !needsPasskey(actor),
  'invite.answer': isUserInPerson,
  'invite.answerOne': (actor, { email }) => actor.kind === 'user' && actor.email === email && isPerson(actor),
  'accessRequest.create': isUserInPerson,
  'accessRequest.assign': isAdmin,
  'email.manage': isAdmin,
  'students.readDisclosures': isAdmin,
  'students.purge': isAdmin,
  'database.backup': isAdmin,
  'home.overview': isAdmin,
  'audit.read': isAdmin,
  'statistics.read': isAdmin,
  'settings.manage': isAdmin,
  'search.everything': isAdmin,
  'savedView.manage': isAdmin,
  'note.manage': isAdmin,
  'api.readReference': isSignedIn,
};
