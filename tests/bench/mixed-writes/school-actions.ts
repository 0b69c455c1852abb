import type { Actor } from '#tests/bench/mixed-writes/actor.server.ts';
import { factOf } from '#tests/bench/mixed-writes/facts.ts';
import {
  type Action,
  digits,
  form,
  someSchool,
  type TrialScene,
} from '#tests/bench/mixed-writes/trial-scene.server.ts';

const POSITIONS = ['COUNSELOR', 'PRINCIPAL', 'REGISTRAR', 'STAFF'] as const;

const isByForm = ({ random }: Actor) => random.isAbove(0.5);
/** Staff and administrators open a school on different pages. */
const pageOf = ({ admins }: TrialScene, { user }: Actor, school: string) =>
  `/${admins.some(({ id }) => id === user.id) ? 'highschools' : 'manage'}/${school}`;

let strangers = 0;

export const editSchool: Action = async (scene, actor) => {
  const found = await someSchool(scene, actor);
  if (found === null) return;
  const { school, ...spec } = found;
  const { random } = actor;
  const phone = `(907) 555-${digits(random)}`;
  const street = `${1 + random.below(99)} New Road`;
  const isOffice = scene.admins.some(({ id }) => id === actor.user.id);
  const status = random.isAbove(0.15) ? 'ACTIVE' : 'INACTIVE';
  const mine = isOffice ? [...spec.needs, [factOf.admin(actor.user.id)]] : spec.needs;
  if (isByForm(actor)) {
    const address = { 'address.address1': street, 'address.city': 'Sitka', 'address.zip5': '99835' };
    const { name = '', bannerCode = '' } = scene.schools.find(({ id }) => id === school.id) ?? {};
    await actor.post({
      ...{
        ...spec,
        what: `school, form${isOffice ? ' of the office' : ''}`,
        path: pageOf(scene, actor, school.id),
      },
      needs: mine,
      body: form({
        ...{ intent: 'save', version: school.version, phone, ...address },
        ...(isOffice ? { name: `${name} ${random.of(['North', 'South'])}`, bannerCode, status } : {}),
      }),
    });
    return;
  }
  const office = isOffice ? { status, notes: `Note ${random.below(9)}` } : {};
  await actor.call({
    ...{ ...spec, what: `school, REST${isOffice ? ' of the office' : ''}`, method: 'PATCH', needs: mine },
    ...{ path: `/api/highschools/${school.id}`, body: { phone, address: { address1: street }, ...office } },
    ...(random.isAbove(0.5) ? { headers: { 'If-Match': `"${school.version}"` } } : {}),
  });
};

export const changePosition: Action = async (scene, actor) => {
  const found = await someSchool(scene, actor);
  if (found === null || found.school.staff.length === 0) return;
  const { school, ...spec } = found;
  const { userId } = actor.random.of(school.staff);
  const position = actor.random.of(POSITIONS);
  const needs = [...spec.needs, [factOf.staff(school.id, userId)]];
  if (isByForm(actor)) {
    const body = form({ intent: 'change-position', userId, position });
    await actor.post({ ...spec, needs, what: 'position, form', path: pageOf(scene, actor, school.id), body });
  } else {
    const path = `/api/highschools/${school.id}/staff/${userId}`;
    await actor.call({ ...spec, needs, what: 'position, REST', method: 'PATCH', path, body: { position } });
  }
};

/** Leaves at least two staff members, because a school without staff can't write. */
export const removeStaff: Action = async (scene, actor) => {
  const found = await someSchool(scene, actor);
  if (found === null || found.school.staff.length < 3) return;
  const { school, ...spec } = found;
  const { userId } = actor.random.of(school.staff);
  const needs = [...spec.needs, [factOf.staff(school.id, userId)]];
  if (isByForm(actor)) {
    const body = form({ intent: 'remove-staff', userId });
    await actor.post({
      ...spec,
      needs,
      what: 'staff removed, form',
      path: pageOf(scene, actor, school.id),
      body,
    });
  } else {
    const path = `/api/highschools/${school.id}/staff/${userId}`;
    await actor.call({ ...spec, needs, what: 'staff removed, REST', method: 'DELETE', path });
  }
};

/** Adds a staff member of another school that the actor can read. */
export const addStaff: Action = async (scene, actor) => {
  const found = await someSchool(scene, actor);
  const other = await someSchool(scene, actor);
  if (found === null || other === null) return;
  const { school, ...spec } = found;
  const staff = new Set(school.staff.map(({ userId }) => userId));
  const missing = other.school.staff.filter(({ userId }) => !staff.has(userId));
  if (missing.length === 0) return;
  const { userId } = actor.random.of(missing);
  const needs = [...spec.needs, ...other.needs, [factOf.staff(other.school.id, userId)]];
  const body = { userId, position: actor.random.of(POSITIONS) };
  const path = `/api/highschools/${school.id}/staff`;
  await actor.call({ ...spec, needs, what: 'staff added, REST', method: 'POST', path, body });
};

export const inviteStaff: Action = async (scene, actor) => {
  const found = await someSchool(scene, actor);
  if (found === null) return;
  const { school, ...spec } = found;
  const { random } = actor;
  const isStranger = random.isAbove(0.6);
  if (isStranger) strangers += 1;
  const email = isStranger ? `stranger${strangers}@x.example.org` : random.of(scene.staff).email;
  const position = random.of(POSITIONS);
  if (isByForm(actor)) {
    const body = form({ intent: 'invite', email, position });
    await actor.post({ ...spec, what: 'invite, form', path: pageOf(scene, actor, school.id), body });
  } else {
    const path = `/api/highschools/${school.id}/staff/invites`;
    await actor.call({ ...spec, what: 'invite, REST', method: 'POST', path, body: { email, position } });
  }
};

export const removeInvite: Action = async (scene, actor) => {
  const found = await someSchool(scene, actor);
  if (found === null || found.school.staffInvites.length === 0) return;
  const { school, ...spec } = found;
  const { id, email } = actor.random.of(school.staffInvites);
  const needs = [...spec.needs, [factOf.invite(school.id, email)]];
  if (isByForm(actor)) {
    const body = form({ intent: 'remove-invite', inviteId: id });
    await actor.post({
      ...spec,
      needs,
      what: 'invite removed, form',
      path: pageOf(scene, actor, school.id),
      body,
    });
  } else {
    const path = `/api/highschools/${school.id}/staff/invites/${id}`;
    await actor.call({ ...spec, needs, what: 'invite removed, REST', method: 'DELETE', path });
  }
};

export const answerInvite: Action = async (_scene, actor) => {
  const begun = Date.now();
  const open = await actor.read<{ id: string; highSchoolId: string }[]>('/api/users/@me/invites', []);
  if (open === null || open.length === 0) return;
  const { id, highSchoolId } = actor.random.of(open);
  const needs = [[factOf.invite(highSchoolId, actor.user.email)]];
  const verb = actor.random.isAbove(0.3) ? 'accept' : 'decline';
  if (isByForm(actor)) {
    const body = form({ intent: `${verb}-invite`, inviteId: id });
    await actor.post({ needs, begun, what: `invite ${verb}, form`, path: '/?index', body });
  } else {
    const path = `/api/users/@me/invites/${id}/${verb}`;
    await actor.call({ needs, begun, what: `invite ${verb}, REST`, method: 'POST', path });
  }
};

export const editOwnAccount: Action = async (_scene, actor) => {
  const begun = Date.now();
  const { id } = actor.user;
  const user = await actor.read<{ version: number; firstName: string; email: string }>(
    `/api/users/${id}`,
    [],
  );
  if (user === null) return;
  const phone = `(907) 555-${digits(actor.random)}`;
  const { version, email } = user;
  if (isByForm(actor)) {
    const fields = {
      version,
      firstName: user.firstName,
      lastName: `Name ${digits(actor.random)}`,
      email,
      phone,
    };
    const body = form({ intent: 'save-user', act: 'save', ...fields });
    await actor.post({ needs: [], begun, what: 'own account, form', path: '/account', body });
  } else {
    await actor.call({
      needs: [],
      begun,
      what: 'own account, REST',
      method: 'PATCH',
      path: `/api/users/${id}`,
      body: { phone },
    });
  }
};
