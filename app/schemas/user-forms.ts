import { z } from 'zod';
import type { FormReply } from '#app/lib/parse-form.ts';
import { LoginCode } from './auth.ts';
import { USER_FLAGS } from './enums.ts';
import { ofEachField } from './field-tables.ts';
import { AccountEmail, Phone } from './fields.ts';
import type { CodeDelivery } from './screen-answers.ts';
import { textOf } from './text-shapes.ts';
import { USER_TEXTS } from './user-fields.ts';

/** What a press on one of the form's buttons asks for; the first is what Enter does. */
export const USER_FORM_ACTS = ['save', 'send-code'] as const;

const CodeOrEmpty = z
  .union([z.literal(''), LoginCode])
  .transform((code) => (code === '' ? undefined : code))
  .optional();

/**
 * A user's general information (specification, section 5: email and phone required, names without rules). The version is what was
 * seen. Flags count only where the form had them, which `hasFlags` says: an empty list of ticks sends nothing.
 */
export const UserFormSchema = z.strictObject({
  intent: z.literal('save-user'),
  act: z.enum(USER_FORM_ACTS).default('save'),
  version: z.number().int(),
  ...ofEachField(USER_TEXTS, (field) => textOf(field).default('')),
  email: AccountEmail,
  emailCode: CodeOrEmpty,
  /** The new address that a code was last sent to; the code belongs to it alone. */
  codeSentTo: AccountEmail.optional(),
  phone: Phone,
  hasFlags: z.boolean().default(false),
  flags: z.array(z.enum(USER_FLAGS)).default([]),
});
export type UserForm = z.output<typeof UserFormSchema>;

/** The deletion of a user as they were seen. */
export const DeleteUserFormSchema = z.strictObject({
  intent: z.literal('delete'),
  version: z.number().int().nonnegative(),
});

/** What the form gets back when it was not saved: everything typed, and the code that it asks for. */
export type UserReply = FormReply & { readonly codeDelivery?: CodeDelivery };
