import { z } from 'zod';
import type { FormReply } from '#app/lib/parse-form.ts';
import { LoginCode } from './auth.ts';
import { USER_FLAGS } from './enums.ts';
import { ofEachField } from './field-tables.ts';
import { AccountEmail, Phone, textOf } from './fields.ts';
import type { CodeDelivery } from './screen-responses.ts';
import { USER_TEXTS } from './user-fields.ts';

/** Buttons of the form; Enter clicks the first one. */
export const USER_FORM_ACTIONS = ['save', 'send-code'] as const;

const CodeOrEmpty = z
  .union([z.literal(''), LoginCode])
  .transform((code) => (code === '' ? undefined : code))
  .optional();

/** A user's general information (specification, section 5). `hasFlags` exists because unchecked boxes send nothing. */
export const UserFormSchema = z.strictObject({
  intent: z.literal('save-user'),
  act: z.enum(USER_FORM_ACTIONS).default('save'),
  version: z.number().int(),
  ...ofEachField(USER_TEXTS, (field) => textOf(field).default('')),
  email: AccountEmail,
  emailCode: CodeOrEmpty,
  /** The new address that a code was last sent to. The code is valid only for it. */
  codeSentTo: AccountEmail.optional(),
  phone: Phone,
  hasFlags: z.boolean().default(false),
  flags: z.array(z.enum(USER_FLAGS)).max(USER_FLAGS.length).default([]),
});
export type UserForm = z.output<typeof UserFormSchema>;

export const DeleteUserFormSchema = z.strictObject({
  intent: z.literal('delete'),
  version: z.number().int().nonnegative(),
});

/** Ends all of a user's sessions, or one. */
export const SignOutFormSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('sign-out') }),
  z.strictObject({ intent: z.literal('sign-out-browser'), sessionId: z.uuid() }),
]);
export type SignOutForm = z.output<typeof SignOutFormSchema>;

/** Response to a form that wasn't saved: everything typed, and the code that was requested. */
export type UserReply = FormReply & { readonly codeDelivery?: CodeDelivery };
