import { parseForm } from '#app/lib/parse-form.ts';
import type { Check } from '#app/components/forms/use-lazy-checks.ts';
import {
  type AccessRequestForm,
  AccessRequestFormSchema,
  type AssignRequestForm,
  AssignRequestFormSchema,
} from '#app/schemas/access-request.ts';
import { type InviteUserForm, InviteUserFormSchema } from '#app/schemas/invite.ts';

/** Client-side validation of invites and access requests. Imports the schemas, so load this module on demand. */
export const checkUserInvite: Check<InviteUserForm> = (form) =>
  parseForm(form, { schema: InviteUserFormSchema });

export const checkAccessRequest: Check<AccessRequestForm> = (form) =>
  parseForm(form, { schema: AccessRequestFormSchema });

export const checkAssignment: Check<AssignRequestForm> = (form) =>
  parseForm(form, { schema: AssignRequestFormSchema });
