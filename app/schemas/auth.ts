import { z } from 'zod';
import { LOGIN_CODE_DIGITS } from '#app/config/constants.ts';
import { LOGIN_ACTIONS } from './enums.ts';
import { AccountEmail, Phone, requiredLine } from './fields.ts';

export const CODE_MESSAGE = `Enter the ${LOGIN_CODE_DIGITS}-digit code.`;

export const LoginCode = z
  .string({ error: CODE_MESSAGE })
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${LOGIN_CODE_DIGITS}}$`), CODE_MESSAGE));

export const LoginSchema = z.strictObject({ email: AccountEmail });
export type LoginInput = z.output<typeof LoginSchema>;

/** The sign-in page's form; its second button requests another code. */
export const LoginFormSchema = LoginSchema.extend({ again: z.literal('yes').optional() });
export type LoginForm = z.output<typeof LoginFormSchema>;

/** `?code=` in an email's link: 128 random bits in base64url. */
export const LoginLink = z
  .string()
  .regex(/^[\w-]{22}$/, 'This link is incomplete. Open the link in your email again.');

export const LoginCodeSchema = z.strictObject({
  email: AccountEmail,
  code: LoginCode,
  link: LoginLink.optional(),
});
export type LoginCodeInput = z.output<typeof LoginCodeSchema>;

export const LoginCodeResponseSchema = z.object({ action: z.enum(LOGIN_ACTIONS) });
export type LoginCodeResponse = z.output<typeof LoginCodeResponseSchema>;

export const CreateAccountSchema = z.strictObject({
  firstName: requiredLine('First name'),
  lastName: requiredLine('Last name'),
  email: AccountEmail,
  phone: Phone,
});
export type CreateAccountInput = z.output<typeof CreateAccountSchema>;
