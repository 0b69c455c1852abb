import { CHANGES_SAVED, YEAR_REFUSED } from '#app/messages/save-messages.ts';
import {
  changeAcademicYear,
  deleteAcademicYear,
} from '#app/domain/academic-years/change-academic-year.server.ts';
import { grantExtension, revokeExtension } from '#app/domain/academic-years/extensions.server.ts';
import { resolveSchoolName } from '#app/domain/high-schools/find-schools-by-name.server.ts';
import { getAcademicYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { typedDatesPatch, typedInstant } from '#app/domain/academic-years/year-dates.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { YEAR_DATE_NAMES } from '#app/schemas/year-fields.ts';
import {
  DeleteYearFormSchema,
  type ExtensionForm,
  ExtensionFormSchema,
  RevokeExtensionFormSchema,
  type YearDatesForm,
  YearDatesFormSchema,
} from '#app/schemas/year-forms.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { submitForm } from '#app/server/web-route.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

/** Handles the forms of a year's page, by `intent`. */
export async function postYear({ ctx }: SignedInCall, form: FormData, id: string) {
  const redirectWithSuccess = (text: string) =>
    redirectWithFlash(`/years/${id}`, [{ tone: 'success', text }], ctx.settings, { isSamePage: true });
  switch (intentOf(form, ['dates', 'grant', 'revoke', 'delete'])) {
    case 'dates':
      // Our form sends every field. A missing field must not clear a date.
      if (!YEAR_DATE_NAMES.every((name) => form.has(name))) throw malformedForm();
      return submitForm(
        form,
        YearDatesFormSchema,
        async (typed) => {
          await saveDates(ctx, id, typed);
          return redirectWithSuccess(CHANGES_SAVED);
        },
        YEAR_REFUSED,
      );
    case 'grant':
      return submitForm(
        form,
        ExtensionFormSchema,
        async (typed) => redirectWithSuccess(await grant(ctx, id, typed)),
        YEAR_REFUSED,
      );
    case 'revoke':
      return submitForm(
        form,
        RevokeExtensionFormSchema,
        async ({ highSchoolId }) => {
          await revokeExtension(ctx, { yearId: id, highSchoolId });
          return redirectWithSuccess(YEAR_MESSAGES.extensionRevoked);
        },
        YEAR_REFUSED,
      );
    case 'delete':
      return submitForm(
        form,
        DeleteYearFormSchema,
        async ({ version }) => {
          const { year } = await getAcademicYear(ctx, id);
          await deleteAcademicYear(ctx, { id, ifMatch: version });
          const deleted = { tone: 'success', text: YEAR_MESSAGES.deleted(year) } as const;
          return redirectWithFlash('/years', [deleted], ctx.settings);
        },
        YEAR_REFUSED,
      );
    default:
      throw malformedForm();
  }
}

async function saveDates(ctx: Ctx, id: string, { intent: _intent, version, ...typed }: YearDatesForm) {
  const stored = await getAcademicYear(ctx, id);
  const patch = typedDatesPatch(typed, stored, ctx.settings.timeZone);
  await changeAcademicYear(ctx, { id, patch, ifMatch: version });
}

async function grant(ctx: Ctx, yearId: string, typed: ExtensionForm): Promise<string> {
  const dueAt = typedInstant(typed.dueAt, 'dueAt', ctx.settings.timeZone);
  const highSchoolId =
    typed.highSchoolId ?? (await resolveSchoolName(ctx, typed.highSchoolName, 'highSchoolName'));
  const { extension, created } = await grantExtension(ctx, {
    yearId,
    extension: { highSchoolId, dueAt, reason: typed.reason },
  });
  return created
    ? `${extension.highSchoolName} now has an extension.`
    : `The extension for ${extension.highSchoolName} was replaced.`;
}
