import { z } from 'zod';
import { safeRedirectPath } from '#app/lib/urls/redirect-paths.ts';
import { OIDC_PROBLEMS } from '#app/messages/identity-messages.ts';

/** True for a parameter in the URL, whatever its value. */
const IsPresent = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** The parameters of links to a way of signing in; without a safe path, `to` is the dashboard. */
export const SignInQuerySchema = z.object({
  to: z.string().optional().transform(safeRedirectPath),
  again: IsPresent,
});

/** The parameters of the sign-in page; other values of `step`, `link`, and `problem` count as absent. */
export const LoginPageQuerySchema = SignInQuerySchema.extend({
  /** The secret of an emailed link. An incomplete one leads to the page that says so. */
  code: z.string().optional(),
  step: z.literal('code').optional().catch(undefined),
  link: z.literal('expired').optional().catch(undefined),
  problem: z.enum(OIDC_PROBLEMS).optional().catch(undefined),
});
