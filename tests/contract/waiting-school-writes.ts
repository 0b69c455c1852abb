import { createDesignation } from '#app/domain/designations/create-designation.server.ts';
import { decideDesignations } from '#app/domain/designations/decide-designations.server.ts';
import { announceEditor, announceReviewer } from '#app/domain/designations/designation-editors.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { undoDecision } from '#app/domain/designations/undo-decision.server.ts';
import { undoDecisions } from '#app/domain/designations/undo-decisions.server.ts';
import { saveDraft } from '#app/domain/designations/save-draft.server.ts';
import { addStaff, changeStaff, removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { createHighSchool } from '#app/domain/high-schools/create-high-school.server.ts';
import { importSchools } from '#app/domain/high-schools/import-schools.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import { importDesignations } from '#app/domain/imports/import-designations.server.ts';
import { importUsers } from '#app/domain/imports/import-users.server.ts';
import { readDesignationList } from '#app/domain/imports/read-designation-list.server.ts';
import { readUserList } from '#app/domain/imports/read-user-list.server.ts';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import { rememberImportMapping } from '#app/domain/students/import-mapping.server.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { DraftSaveSchema } from '#app/schemas/designation-editing.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { advisory, row, type WaitingWrite } from './waiting-write.ts';

const designation = row('designation', ({ designationId }) => designationId);
const school = row('high_school', ({ schoolId }) => schoolId);
const year = row('academic_year', ({ yearId }) => yearId);
const SCHOOLS = advisory(0x7363686f);
const LISTS = advisory(0x696d706f);

const TAB = 'a8098c1a-f86e-41da-bd1a-00112444be1e';
const ADDRESS = { address1: '1 New Road', city: 'Sitka', zip5: '99835' };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const LIST = bytesOf('Name,Phone,Address1,City,Zip5\r\nListed High,(907) 555-0123,1 Road,Sitka,99835\r\n');

/** Writes to designations, schools, and their staff. */
export const SCHOOL_WRITES: Readonly<Record<string, WaitingWrite>> = {
  'designations/create-designation createDesignation': {
    as: 'staff',
    holds: year,
    call: (ctx, { secondSchoolId: highSchoolId, yearId: academicYearId }) =>
      createDesignation(ctx, { highSchoolId, academicYearId }),
  },
  'designations/decide-designations decideOne': {
    as: 'admin',
    holds: row('designation', ({ pendingId }) => pendingId),
    call: (ctx, { pendingId: id }) =>
      decideDesignations(ctx, {
        status: 'APPROVED',
        designations: [{ id, version: 1 }],
        reasons: [],
        note: null,
        notify: true,
      }),
  },
  'designations/undo-decision undoDecision': {
    as: 'admin',
    holds: row('designation', ({ decidedId }) => decidedId),
    call: (ctx, { decidedId: id }) => undoDecision(ctx, { id, ifMatch: 2 }),
  },
  'designations/undo-decisions undoOne': {
    as: 'admin',
    holds: row('designation', ({ decidedId }) => decidedId),
    call: (ctx, { decidedId: id }) => undoDecisions(ctx, { designations: [{ id, version: 2 }] }),
  },
  'designations/designation-editors announceEditor': {
    as: 'staff',
    holds: designation,
    call: (ctx, { designationId: id, actors }) =>
      announceEditor(ctx, { id, tabId: TAB, userId: actors.staff.id }),
    writes: 'designation_editor',
  },
  'designations/designation-editors announceReviewer': {
    as: 'admin',
    holds: designation,
    call: (ctx, { designationId: id, actors }) =>
      announceReviewer(ctx, { id, tabId: TAB, userId: actors.admin.id }),
    writes: 'designation_editor',
  },
  'designations/patch-designation patchDesignation': {
    as: 'staff',
    holds: designation,
    call: (ctx, { designationId: id }) =>
      patchDesignation(ctx, { id, patch: DesignationPatchSchema.parse({ classSize: 30 }), ifMatch: null }),
  },
  'designations/patch-designation patchDesignation submitting': {
    as: 'staff',
    holds: designation,
    call: (ctx, { designationId: id }) =>
      patchDesignation(ctx, {
        id,
        patch: DesignationPatchSchema.parse({
          classSize: 0,
          criteria: 'CUMULATIVE_GPA',
          students: [],
          status: 'PENDING',
        }),
        ifMatch: null,
      }),
  },
  'designations/patch-designation patchDesignation deciding': {
    as: 'admin',
    holds: designation,
    call: (ctx, { designationId: id }) =>
      patchDesignation(ctx, { id, patch: { status: 'RETURNED' }, ifMatch: null }),
  },
  'designations/save-draft saveDraft': {
    as: 'staff',
    holds: designation,
    call: (ctx, { designationId: id, actors }) =>
      saveDraft(ctx, {
        id,
        save: DraftSaveSchema.parse({
          tabId: TAB,
          userId: actors.staff.id,
          version: 1,
          classSize: 40,
          criteria: null,
          criteriaComment: null,
          students: [],
        }),
      }),
  },
  'high-schools/change-staff addStaff': {
    as: 'staff',
    holds: school,
    call: (ctx, { schoolId: highSchoolId, neighborId: userId }) =>
      addStaff(ctx, { highSchoolId, userId, position: 'STAFF' }),
  },
  'high-schools/change-high-school changeHighSchool': {
    as: 'staff',
    holds: school,
    call: (ctx, { schoolId: id }) =>
      changeHighSchool(ctx, { id, patch: { fax: '(907) 555-0177' }, ifMatch: null }),
  },
  'high-schools/change-high-school changeHighSchool by the office': {
    as: 'admin',
    holds: school,
    call: (ctx, { schoolId: id }) =>
      changeHighSchool(ctx, { id, patch: { name: 'Other High' }, ifMatch: null }),
  },
  'high-schools/change-staff changeStaff': {
    as: 'staff',
    holds: school,
    call: (ctx, { schoolId: highSchoolId, colleagueId: userId }) =>
      changeStaff(ctx, { highSchoolId, userId, position: 'PRINCIPAL' }),
  },
  'high-schools/change-staff removeStaff': {
    as: 'staff',
    holds: school,
    call: (ctx, { schoolId: highSchoolId, colleagueId: userId }) =>
      removeStaff(ctx, { highSchoolId, userId }),
  },
  'high-schools/create-high-school createHighSchool': {
    as: 'admin',
    call: (ctx) => createHighSchool(ctx, { name: 'New High', phone: '(907) 555-0100', address: ADDRESS }),
  },
  'high-schools/import-schools importSchools': {
    as: 'admin',
    holds: SCHOOLS,
    call: async (ctx) => {
      const { shown } = await planSchoolImport(ctx, LIST);
      return importSchools(ctx, { bytes: LIST, plan: shown.plan });
    },
  },
  'imports/import-designations importDesignations': {
    as: 'admin',
    holds: LISTS,
    call: async (ctx, { secondSchoolId, actors }) => {
      const { name } = await ctx.em.fork().findOneOrFail(HighSchoolEntity, { id: secondSchoolId });
      const text = `School name,First,Last\r\n${name},Ada,Winter\r\n`;
      const options = { year: 2024, status: 'APPROVED', submittedBy: actors.staff.email } as const;
      const list = await readDesignationList(ctx, { bytes: bytesOf(text), source: 'old.csv' }, options);
      return importDesignations(ctx, list);
    },
  },
  'imports/import-users importUsers': {
    as: 'admin',
    holds: LISTS,
    call: async (ctx) => {
      const bytes = bytesOf('First,Last,Email\r\nNew,Person,new.person@school.example.org\r\n');
      return importUsers(ctx, await readUserList(ctx, { bytes, source: 'users.csv' }, {}));
    },
  },
  'messages/post-message postMessage': {
    as: 'staff',
    holds: designation,
    call: (ctx, { designationId }) => postMessage(ctx, { designationId, text: 'Is the class size right?' }),
  },
  'messages/post-message postMessage by the office': {
    as: 'admin',
    holds: designation,
    call: (ctx, { designationId }) => postMessage(ctx, { designationId, text: 'It is.' }),
  },
  'students/import-mapping rememberImportMapping': {
    as: 'staff',
    call: (ctx, { schoolId: highSchoolId }) =>
      rememberImportMapping(ctx, { highSchoolId, mapping: { columns: { given: 'first' } } }),
    writes: 'import_mapping',
  },
  'students/import-mapping rememberImportMapping again': {
    as: 'staff',
    holds: row('import_mapping', ({ secondSchoolId }) => secondSchoolId, 'high_school_id'),
    call: (ctx, { secondSchoolId: highSchoolId }) =>
      rememberImportMapping(ctx, { highSchoolId, mapping: { columns: { given: 'first' } } }),
    writes: 'import_mapping',
  },
};
