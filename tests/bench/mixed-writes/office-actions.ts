import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { StudentResponse } from '#app/schemas/student.ts';
import type { Actor } from '#tests/bench/mixed-writes/actor.server.ts';
import { factOf } from '#tests/bench/mixed-writes/facts.ts';
import {
  type Action,
  asAdmin,
  digits,
  form,
  someDesignation,
  type TrialScene,
} from '#tests/bench/mixed-writes/trial-scene.server.ts';

/** Most designations are returned, so that schools have something to do. */
const STATUSES = [
  'STARTED',
  'STARTED',
  'RETURNED',
  'RETURNED',
  'RETURNED',
  'PENDING',
  'APPROVED',
  'REJECTED',
] as const;
const BULK_STATUSES = ['APPROVED', 'RETURNED'] as const;
const NOTE = 'As we said on the phone.';
const LATER = ['2097-05-01', '2097-06-01'] as const;

const decisionOf = ({ random }: Actor) => ({ status: random.of(STATUSES), reasons: ['OTHER'], note: NOTE });
const designationOf = (scene: TrialScene, actor: Actor) =>
  someDesignation(scene, actor, () => asAdmin(actor));

export const decideByCall: Action = async (scene, actor) => {
  const found = await designationOf(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  await actor.call({
    ...{ ...spec, what: 'decision, REST', method: 'PATCH', path: `/api/designations/${designation.id}` },
    ...{ body: decisionOf(actor), headers: { 'If-Match': `"${designation.version}"` } },
  });
};

export const decideByForm: Action = async (scene, actor) => {
  const found = await designationOf(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  const { status } = decisionOf(actor);
  const decision = { intent: 'decide', act: 'save', status, reasons: 'OTHER', note: NOTE };
  await actor.post({
    ...{ ...spec, what: 'decision, form', path: `/designations/${designation.id}` },
    body: form({ ...decision, version: designation.version }),
  });
};

export const decideMany: Action = async (_scene, actor) => {
  const begun = Date.now();
  const needs = [asAdmin(actor)];
  const path = '/api/designations?status=PENDING&limit=50';
  const waiting = (await actor.read<{ id: string }[]>(path, needs)) ?? [];
  if (waiting.length === 0) return;
  const body = form({
    action: 'decide',
    status: actor.random.of(BULK_STATUSES),
    reasons: 'OTHER',
    note: NOTE,
  });
  for (const { id } of waiting) {
    const found = await actor.read<DesignationResponse>(`/api/designations/${id}`, needs);
    if (found !== null) body.append('designations', `${id}.${found.version}`);
  }
  await actor.post({ what: 'bulk decision, form', path: '/designations/bulk', needs, begun, body });
};

export const correctByForm: Action = async (scene, actor) => {
  const found = await designationOf(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  const band = Math.floor((designation.classSize ?? 20) / 10) * 10;
  const method = {
    criteria: 'CUMULATIVE_GPA',
    criteriaComment: 'As ever.',
    classSize: band + actor.random.below(10),
  };
  await actor.post({
    ...{ ...spec, what: 'correction, form', path: `/designations/${designation.id}` },
    body: form({ intent: 'correct', version: designation.version, ...method }),
  });
};

export const editStudentsByForm: Action = async (scene, actor) => {
  const found = await designationOf(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  const list = designation.students.map((student) => ({
    ...student,
    first: `O${digits(actor.random).replaceAll(/\d/g, 'l')}`,
  }));
  const body = form({ version: designation.version, list: JSON.stringify(list.map(draftOf)) });
  await actor.post({
    ...spec,
    what: 'students, form of the office',
    path: `/designations/${designation.id}/edit/students`,
    body,
  });
};

/** A student as the page's collapsed forms send it. */
function draftOf({
  id,
  first,
  middle,
  last,
  preferred,
  dateOfBirth,
  twin,
  phone,
  email,
  ...more
}: StudentResponse) {
  const { address1, address2, city, state, zip5, zip4, firmName, urbanization } = more.address;
  const { parentEmail } = more;
  const own = { id, first, middle, last, preferred, dateOfBirth, twin, phone, email, parentEmail };
  return { ...own, address: { address1, address2, city, state, zip5, zip4, firmName, urbanization } };
}

export const extend: Action = async (scene, actor) => {
  const { random } = actor;
  const { id } = random.of(scene.schools);
  const needs = [asAdmin(actor)];
  const isRevoked = random.isAbove(0.6);
  const mine = isRevoked ? [...needs, [factOf.extension(id)]] : needs;
  if (random.isAbove(0.5)) {
    const dueAt = `${random.of(LATER)}T09:00`;
    const fields: Record<string, string> = isRevoked
      ? { intent: 'revoke' }
      : { intent: 'grant', dueAt, reason: 'Snow' };
    const what = `extension ${isRevoked ? 'revoked' : 'granted'}, form`;
    await actor.post({
      what,
      path: `/years/${scene.yearId}`,
      needs: mine,
      body: form({ ...fields, highSchoolId: id }),
    });
    return;
  }
  const path = `/api/academicYears/${scene.yearId}/extensions`;
  if (isRevoked) {
    await actor.call({
      what: 'extension revoked, REST',
      method: 'DELETE',
      path: `${path}/${id}`,
      needs: mine,
    });
  } else {
    const body = { highSchoolId: id, dueAt: `${random.of(LATER)}T08:00:00Z`, reason: 'Storm' };
    await actor.call({ what: 'extension granted, REST', method: 'POST', path, needs: mine, body });
  }
};

interface ReadUser {
  readonly id: string;
  readonly version: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly flags: readonly string[];
}

/** Changes names or flags, deletes and restores users, and makes removed administrators administrators again. */
export const editUser: Action = async (scene, actor) => {
  const begun = Date.now();
  const { random } = actor;
  const needs = [asAdmin(actor)];
  const { id } = random.of([...scene.staff, ...scene.admins]);
  const isOffice = scene.admins.some((admin) => admin.id === id);
  const user = await actor.read<ReadUser>(`/api/users/${id}`, needs);
  if (user === null) return;
  const { version, firstName, email } = user;
  const flags = newFlags(actor, user.flags, isOffice);
  const lastName = `Name ${digits(random)}`;
  if (random.isAbove(0.5)) {
    const body = form({
      intent: 'save-user',
      act: 'save',
      version,
      firstName,
      lastName,
      email,
      phone: '(907) 555-0177',
      hasFlags: 'on',
    });
    for (const flag of flags) body.append('flags', flag);
    await actor.post({ what: 'user, form of the office', path: `/users/${id}`, needs, begun, body });
    return;
  }
  const body = { lastName, flags };
  const headers = { 'If-Match': `"${version}"` };
  await actor.call({
    what: 'user, REST of the office',
    method: 'PATCH',
    path: `/api/users/${id}`,
    needs,
    begun,
    body,
    headers,
  });
};

function newFlags({ random }: Actor, flags: readonly string[], isOffice: boolean): string[] {
  const usual = isOffice ? ['ADMIN'] : [];
  if (flags.join() !== usual.join()) return usual;
  if (random.isAbove(0.2)) return usual;
  return random.isAbove(0.5) ? [...usual, 'DELETED'] : isOffice ? [] : ['ADMIN'];
}

export const deleteUser: Action = async (scene, actor) => {
  if (actor.random.isAbove(0.2)) return;
  const needs = [asAdmin(actor)];
  const { id } = actor.random.of(scene.staff);
  const path = `/api/users/${id}`;
  await actor.call({ what: 'user deleted, REST', method: 'DELETE', path, needs });
};

/** A school list for import, in which some schools have a new phone number and sometimes one is new. */
export function schoolList(scene: TrialScene, actor: Actor): string {
  const { random } = actor;
  const rows = scene.schools
    .filter(() => random.isAbove(0.5))
    .map(
      ({ name, bannerCode }) => `${bannerCode},${name},(907) 555-${digits(random)},3 List Road,Nome,99762`,
    );
  const isNew = random.isAbove(0.8);
  const number = digits(random);
  const added = isNew
    ? [`N${number},Import ${number} High,(907) 555-${number},${number} Far Road,Nome,99762`]
    : [];
  return ['Banner Code,Name,Phone,Address1,City,Zip5', ...rows, ...added].join('\n');
}

export const importSchools: Action = async (scene, actor) => {
  const text = schoolList(scene, actor);
  const needs = [asAdmin(actor)];
  const path = '/highschools/import';
  const preview = form({ intent: 'preview', pasted: text });
  const shown = await actor.post({ what: 'school import, shown', path, needs, body: preview });
  const plan = /name="plan" value="([^"]+)"/.exec(shown.body)?.[1];
  if (plan === undefined) return;
  await actor.post({
    what: 'school import, confirmed',
    path,
    needs,
    body: form({ intent: 'confirm', plan, text }),
  });
};
