import {
  changeAcademicYear,
  chooseActiveYear,
  deleteAcademicYear,
} from '#app/domain/academic-years/change-academic-year.server.ts';
import { createAcademicYear } from '#app/domain/academic-years/create-academic-year.server.ts';
import { grantExtension, revokeExtension } from '#app/domain/academic-years/extensions.server.ts';
import { rollOverYear } from '#app/domain/academic-years/roll-over-year.server.ts';
import { undoRollover } from '#app/domain/academic-years/undo-rollover.server.ts';
import { clearBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { extendDisclosureChain } from '#app/domain/disclosures/disclosure-chain.server.ts';
import { reportUnusualAccess } from '#app/domain/disclosures/report-unusual-access.server.ts';
import { writeAccessDigest } from '#app/domain/access-changes/write-access-digest.server.ts';
import { writeOfficeDigest } from '#app/domain/office-digest/write-office-digest.server.ts';
import { recordBackup } from '#app/domain/disclosures/record-disclosure.server.ts';
import {
  changeEmailTemplate,
  createEmailTemplate,
  deleteEmailTemplate,
} from '#app/domain/emails/email-templates.server.ts';
import { sendEmail } from '#app/domain/emails/send-email.server.ts';
import { sendTest } from '#app/domain/emails/preview-email.server.ts';
import { resumeDelivery, retryDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import {
  changeExportProfile,
  createExportProfile,
  deleteExportProfile,
} from '#app/domain/exports/export-profiles.server.ts';
import { changeSchoolStatuses } from '#app/domain/high-schools/change-high-school.server.ts';
import { addDesignationNote, addSchoolNote, deleteNote } from '#app/domain/notes/internal-notes.server.ts';
import { endSnooze, snoozeSchool } from '#app/domain/high-schools/snooze-school.server.ts';
import { changeNotice, resetNotice } from '#app/domain/notices/notices.server.ts';
import {
  addReminderRule,
  changeReminderRule,
  removeReminderRule,
} from '#app/domain/reminders/reminder-rules.server.ts';
import { runReminders } from '#app/domain/reminders/run-reminders.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
} from '#app/domain/saved-views/saved-views.server.ts';
import { changeOfficeSettings } from '#app/domain/settings/office-settings.server.ts';
import { mergeUsers } from '#app/domain/users/merge-users.server.ts';
import { advisory, advisoryText, row, type WaitingWrite } from './waiting-write.ts';

const year = row('academic_year', ({ yearId }) => yearId);
const emptyYear = row('academic_year', ({ emptyYearId }) => emptyYearId);
const template = row('email_template', ({ templateId }) => templateId);
const delivery = row('email_delivery', ({ deliveryId }) => deliveryId);
const savedView = row('saved_view', ({ savedViewId }) => savedViewId);
const exportProfile = row('export_profile', ({ exportProfileId }) => exportProfileId);
const school = row('high_school', ({ schoolId }) => schoolId);
const rule = row('reminder_rule', ({ ruleId }) => ruleId);
const YEARS = advisory(0x79656172);

/** Writes of administrators: years, schools' statuses, emails, backups, retention, and merged users. */
export const OFFICE_WRITES: Readonly<Record<string, WaitingWrite>> = {
  'high-schools/change-high-school changeSchoolStatuses': {
    as: 'admin',
    holds: school,
    call: (ctx, { schoolId }) => changeSchoolStatuses(ctx, { ids: [schoolId], status: 'INACTIVE' }),
  },
  'academic-years/change-academic-year changeAcademicYear': {
    as: 'admin',
    holds: year,
    call: (ctx, { yearId: id }) =>
      changeAcademicYear(ctx, { id, patch: { dueAt: '2027-01-01T09:00:00Z' }, ifMatch: null }),
  },
  'academic-years/change-academic-year chooseActiveYear': {
    as: 'admin',
    holds: YEARS,
    call: (ctx, { yearId, emptyYearId }) =>
      chooseActiveYear(ctx, { chosen: { id: emptyYearId, version: 1 }, instead: yearId }),
  },
  'academic-years/create-academic-year createAcademicYear': {
    as: 'admin',
    holds: YEARS,
    call: (ctx) => createAcademicYear(ctx, { year: 2500 }),
  },
  'academic-years/change-academic-year deleteAcademicYear': {
    as: 'admin',
    holds: emptyYear,
    call: (ctx, { emptyYearId: id }) => deleteAcademicYear(ctx, { id, ifMatch: null }),
  },
  'notes/internal-notes addSchoolNote': {
    as: 'admin',
    holds: row('high_school', ({ schoolId }) => schoolId),
    call: (ctx, { schoolId: highSchoolId }) => addSchoolNote(ctx, { highSchoolId, text: 'Ask again.' }),
  },
  'notes/internal-notes addDesignationNote': {
    as: 'admin',
    holds: row('designation', ({ designationId }) => designationId),
    call: (ctx, { designationId }) => addDesignationNote(ctx, { designationId, text: 'Ask again.' }),
  },
  'notes/internal-notes deleteNote': {
    as: 'admin',
    holds: row('internal_note', ({ noteId }) => noteId),
    call: (ctx, { noteId }) => deleteNote(ctx, noteId),
  },
  'high-schools/snooze-school snoozeSchool': {
    as: 'admin',
    holds: row('high_school', ({ schoolId }) => schoolId),
    call: (ctx, { schoolId: highSchoolId }) => snoozeSchool(ctx, { highSchoolId, until: '2999-01-20' }),
  },
  'high-schools/snooze-school endSnooze': {
    as: 'admin',
    holds: row('high_school', ({ schoolId }) => schoolId),
    call: (ctx, { schoolId }) => endSnooze(ctx, schoolId),
  },
  'academic-years/extensions grantExtension': {
    as: 'admin',
    holds: year,
    call: (ctx, { yearId, schoolId: highSchoolId }) =>
      grantExtension(ctx, {
        yearId,
        extension: { highSchoolId, dueAt: '2027-02-01T09:00:00Z', reason: 'Snow.' },
      }),
  },
  'academic-years/extensions revokeExtension': {
    as: 'admin',
    holds: year,
    call: (ctx, { yearId, otherSchoolId: highSchoolId }) => revokeExtension(ctx, { yearId, highSchoolId }),
  },
  'academic-years/roll-over-year rollOverYear': {
    as: 'admin',
    holds: YEARS,
    call: (ctx) => rollOverYear(ctx, { year: 2500 }),
  },
  'academic-years/undo-rollover undoRollover': {
    as: 'admin',
    holds: YEARS,
    call: (ctx) => undoRollover(ctx),
  },
  'bounces/bounced-addresses clearBounce': {
    as: 'admin',
    holds: row('bounced_address', ({ bounced }) => bounced, 'address'),
    call: (ctx, { bounced }) => clearBounce(ctx, bounced),
  },
  'emails/email-templates changeEmailTemplate': {
    as: 'admin',
    holds: template,
    call: (ctx, { templateId: id }) =>
      changeEmailTemplate(ctx, { id, patch: { name: 'Other' }, ifMatch: null }),
  },
  'emails/email-templates createEmailTemplate': {
    as: 'admin',
    call: (ctx) => createEmailTemplate(ctx, { name: 'New', subject: '', body: '', richText: false }),
  },
  'emails/email-templates deleteEmailTemplate': {
    as: 'admin',
    holds: template,
    call: (ctx, { templateId: id }) => deleteEmailTemplate(ctx, { id, ifMatch: null }),
  },
  'exports/export-profiles changeExportProfile': {
    as: 'admin',
    holds: exportProfile,
    call: (ctx, { exportProfileId: id }) =>
      changeExportProfile(ctx, { id, patch: { name: 'Other' }, ifMatch: null }),
  },
  'exports/export-profiles createExportProfile': {
    as: 'admin',
    call: (ctx) => createExportProfile(ctx, { name: 'New', columns: ['last'] }),
  },
  'exports/export-profiles deleteExportProfile': {
    as: 'admin',
    holds: exportProfile,
    call: (ctx, { exportProfileId: id }) => deleteExportProfile(ctx, { id, ifMatch: null }),
  },
  'saved-views/saved-views changeSavedView': {
    as: 'admin',
    holds: savedView,
    call: (ctx, { savedViewId: id }) => changeSavedView(ctx, { id, patch: { name: 'Other' }, ifMatch: null }),
  },
  'saved-views/saved-views createSavedView': {
    as: 'admin',
    holds: advisoryText(({ actors }) => `saved views ${actors.admin.id}`),
    call: (ctx) => createSavedView(ctx, { name: 'New', list: 'users', query: '' }),
  },
  'saved-views/saved-views deleteSavedView': {
    as: 'admin',
    holds: savedView,
    call: (ctx, { savedViewId: id }) => deleteSavedView(ctx, { id, ifMatch: null }),
  },
  'emails/send-email sendEmail': {
    as: 'admin',
    holds: template,
    call: (ctx, { templateId }) =>
      sendEmail(ctx, {
        templateId,
        choice: { target: 'ALL_HIGH_SCHOOLS', positions: [] },
        except: [],
        again: false,
        key: null,
      }),
  },
  'emails/preview-email sendTest': {
    as: 'admin',
    call: (ctx, { templateId }) => sendTest(ctx, { templateId }),
    writes: null,
  },
  'emails/transition-delivery retryDelivery': {
    as: 'admin',
    holds: delivery,
    call: (ctx, { deliveryId }) => retryDelivery(ctx, deliveryId),
  },
  'emails/transition-delivery transition': {
    as: 'admin',
    holds: delivery,
    call: (ctx, { deliveryId }) => resumeDelivery(ctx, deliveryId),
  },
  'notices/notices changeNotice': {
    as: 'admin',
    call: (ctx) =>
      changeNotice(ctx, { kind: 'DUE_SOON', version: 0, subject: 'Soon', body: 'Soon.', isOn: true }),
  },
  'notices/notices resetNotice': {
    as: 'admin',
    holds: row('notice', ({ noticeId }) => noticeId),
    call: (ctx) => resetNotice(ctx, { kind: 'EMAIL_CHANGED', version: 1 }),
  },
  'reminders/reminder-rules addReminderRule': {
    as: 'admin',
    holds: row('academic_year', ({ yearId }) => yearId),
    call: (ctx) =>
      addReminderRule(ctx, {
        daysBefore: 3,
        positions: [],
        states: ['STARTED'],
        templateId: null,
        isAutomatic: false,
      }),
  },
  'reminders/reminder-rules changeReminderRule': {
    as: 'admin',
    holds: rule,
    call: (ctx, { ruleId: id }) =>
      changeReminderRule(ctx, {
        ...{ id, version: 1, daysBefore: 3, positions: [], states: ['STARTED'] },
        ...{ templateId: null, isAutomatic: false },
      }),
  },
  'reminders/reminder-rules removeReminderRule': {
    as: 'admin',
    holds: rule,
    call: (ctx, { ruleId: id }) => removeReminderRule(ctx, { id, version: 1 }),
  },
  'reminders/run-reminders runReminders': {
    as: 'admin',
    call: (ctx) => runReminders(ctx),
  },
  'access-changes/write-access-digest writeAccessDigest': {
    as: 'admin',
    call: (ctx) => writeAccessDigest(ctx),
    writes: null,
  },
  'office-digest/write-office-digest writeOfficeDigest': {
    as: 'admin',
    call: (ctx) => writeOfficeDigest(ctx),
    writes: 'office_digest',
  },
  'disclosures/disclosure-chain extendDisclosureChain': {
    as: 'admin',
    call: (ctx) => extendDisclosureChain(ctx),
    writes: null,
  },
  'disclosures/report-unusual-access reportUnusualAccess': {
    as: 'admin',
    call: (ctx) => reportUnusualAccess(ctx),
    writes: null,
  },
  'disclosures/record-disclosure recordBackup': {
    as: 'admin',
    call: (ctx) => recordBackup(ctx, 'Regular backup'),
    writes: 'disclosure',
  },
  'settings/office-settings changeOfficeSettings': {
    as: 'admin',
    call: (ctx) => changeOfficeSettings(ctx, { patch: { appName: 'Renamed' }, ifMatch: null }),
  },
  'users/merge-users mergeUsers': {
    as: 'admin',
    holds: row('user_account', ({ colleagueId }) => colleagueId),
    call: (ctx, { colleagueId, neighborId }) =>
      mergeUsers(ctx, { fromId: colleagueId, intoId: neighborId, ifMatch: null, intoIfMatch: null }),
  },
  'retention/purge-students purgeStudentsOfYear': {
    as: 'admin',
    holds: emptyYear,
    call: (ctx, { emptyYearId }) => purgeStudentsOfYear(ctx, emptyYearId),
  },
};
