import { randomUUID } from 'node:crypto';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { Actor } from '#tests/bench/mixed-writes/actor.server.ts';
import { factOf } from '#tests/bench/mixed-writes/facts.ts';
import {
  type Action,
  form,
  someDesignation,
  type TrialScene,
} from '#tests/bench/mixed-writes/trial-scene.server.ts';
import { benchStudent } from '#tests/bench/support/submission.ts';

const METHOD = { criteria: 'CUMULATIVE_GPA', criteriaComment: 'As ever.' } as const;
const DRAFT = ['STARTED', 'RETURNED'];

/** Students for a class of this size, some of them stored and some new, with random first names. */
function studentsFor({ random }: Actor, classSize: number, { students }: DesignationResponse) {
  return Array.from({ length: Math.max(1, Math.floor(classSize / 10 + 0.5)) }, (_, index) => {
    const stored = students[index];
    const first = `N${random.of(['ora', 'eil', 'ana', 'oel', 'ils'])}`;
    const id = stored !== undefined && random.isAbove(0.3) ? { id: stored.id } : {};
    return { ...benchStudent(random.below(50)), ...id, first };
  });
}

const ifMatch = ({ random }: Actor, version: number) =>
  random.isAbove(0.5) ? { headers: { 'If-Match': `"${version}"` } } : {};
const sizeOf = ({ classSize }: DesignationResponse) => classSize ?? 20;
const newSize = ({ random }: Actor) => 10 + random.below(30);

function studentFields(students: ReturnType<typeof studentsFor>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [index, { address, twin: _twin, ...student }] of students.entries()) {
    for (const [name, value] of Object.entries(student)) fields[`students[${index}].${name}`] = value;
    for (const [name, value] of Object.entries(address))
      fields[`students[${index}].address.${name}`] = String(value);
  }
  return fields;
}

const stepPath = ({ yearId }: TrialScene, step: string, school: string) =>
  `/designate/${step}?school=${school}&year=${yearId}`;

/** A designation of a school where the actor is staff, because only staff can open the steps. */
const ownDesignation = (scene: TrialScene, actor: Actor) =>
  someDesignation(scene, actor, (school) => [factOf.staff(school, actor.user.id)]);

export const saveStudentsByCall: Action = async (scene, actor) => {
  const found = await someDesignation(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  const students = studentsFor(actor, sizeOf(designation), designation);
  await actor.call({
    ...{ ...spec, what: 'students, REST', method: 'PATCH', path: `/api/designations/${designation.id}` },
    ...{ body: { students }, ...ifMatch(actor, designation.version) },
  });
};

export const saveSizeByCall: Action = async (scene, actor) => {
  const found = await someDesignation(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  await actor.call({
    ...{ ...spec, what: 'class size, REST', method: 'PATCH', path: `/api/designations/${designation.id}` },
    ...{ body: { classSize: newSize(actor) }, ...ifMatch(actor, designation.version) },
  });
};

export const submitByCall: Action = async (scene, actor) => {
  const found = await someDesignation(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  const classSize = newSize(actor);
  const body = {
    status: 'PENDING',
    classSize,
    ...METHOD,
    students: studentsFor(actor, classSize, designation),
  };
  await actor.call({
    ...{
      ...spec,
      what: 'submission, REST',
      method: 'PATCH',
      path: `/api/designations/${designation.id}`,
      body,
    },
  });
};

export const saveWhileTyping: Action = async (scene, actor) => {
  const found = await ownDesignation(scene, actor);
  if (found === null || !DRAFT.includes(found.designation.status)) return;
  const { designation, ...spec } = found;
  const students = studentsFor(actor, sizeOf(designation), designation);
  await actor.call({
    ...{
      ...spec,
      what: 'save while typing, page',
      method: 'PATCH',
      path: `/designate/editing/${designation.id}`,
    },
    headers: { Origin: scene.app.server.url, 'Sec-Fetch-Site': 'same-origin' },
    body: {
      ...{ tabId: randomUUID(), userId: actor.user.id, version: designation.version },
      ...{ classSize: sizeOf(designation), ...METHOD, students },
    },
  });
};

export const saveMethodByForm: Action = async (scene, actor) => {
  const found = await ownDesignation(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  await actor.post({
    ...{ ...spec, what: 'method, form', path: stepPath(scene, 'method', designation.highSchoolId) },
    body: form({ version: designation.version, classSize: newSize(actor), ...METHOD, dropStudents: 'on' }),
  });
};

export const saveStudentsByForm: Action = async (scene, actor) => {
  const found = await ownDesignation(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  const students = studentsFor(actor, sizeOf(designation), designation);
  const intent = actor.random.of(['review', 'back']);
  await actor.post({
    ...{ ...spec, what: 'students, form', path: stepPath(scene, 'students', designation.highSchoolId) },
    body: form({ intent, version: designation.version, ...studentFields(students) }),
  });
};

export const submitByForm: Action = async (scene, actor) => {
  const found = await ownDesignation(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  await actor.post({
    ...{ ...spec, what: 'submission, form', path: stepPath(scene, 'review', designation.highSchoolId) },
    body: form({ version: designation.version }),
  });
};

const CSV_HEADER = 'First name,Last name,Date of birth (mm/dd/yyyy),Address1,City,State,Zipcode,Phone,Email';

/** The file is read into the form, which stores nothing. The form is then saved. */
export const importStudents: Action = async (scene, actor) => {
  const found = await ownDesignation(scene, actor);
  if (found === null) return;
  const { designation, ...spec } = found;
  const students = studentsFor(actor, sizeOf(designation), { ...designation, students: [] });
  const lines = students.map(({ first, last, phone, email, address }) =>
    [first, last, '05/06/2009', address.address1, address.city, 'AK', address.zip5, phone, email].join(','),
  );
  const path = stepPath(scene, 'students', designation.highSchoolId);
  const boundary = `----trial${randomUUID()}`;
  const part = (name: string, value: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const body = [
    part('intent', 'import'),
    part('version', String(designation.version)),
    part('csv', [CSV_HEADER, ...lines].join('\n'), '; filename="students.csv"'),
    `--${boundary}--\r\n`,
  ].join('');
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  const { status } = await actor.post({ ...spec, what: 'student import, read', path, body, headers });
  if (status !== 200) return;
  await actor.post({
    ...{ ...spec, what: 'student import, saved', path },
    body: form({ intent: 'review', version: designation.version, ...studentFields(students) }),
  });
};

export const startDesignation: Action = async (scene, actor) => {
  const begun = Date.now();
  const { id: highSchoolId } = actor.random.of(scene.schools);
  const needs = [[factOf.staff(highSchoolId, actor.user.id)], [factOf.active(highSchoolId)]];
  const isForm = actor.random.isAbove(0.5);
  if (isForm) {
    const path = stepPath(scene, 'agreement', highSchoolId);
    await actor.post({
      what: 'start',
      path,
      needs,
      begun,
      body: form({ accepted: 'on', confirmed: 'on' }),
    });
  } else {
    const body = { highSchoolId, academicYearId: scene.yearId };
    await actor.call({ what: 'start', method: 'POST', path: '/api/designations', needs, begun, body });
  }
};
