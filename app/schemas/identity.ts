import { z } from 'zod';
import { ResponseInstant, Uuid } from './fields.ts';
import { ListQueryShape } from './listing.ts';

/** Administrators see everyone's linked identities, others their own. */
export const IdentityListQuerySchema = z.strictObject({ ...ListQueryShape, userId: Uuid.optional() });
export type IdentityListQuery = z.output<typeof IdentityListQuerySchema>;

/** A linked identity: an account at an OpenID Connect provider with which a person can sign in. */
export const IdentitySchema = z.object({
  id: z.string(),
  /** The provider's URL. */
  issuer: z.string(),
  /** The provider's ID of the person. */
  subject: z.string(),
  user: z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  createdAt: ResponseInstant,
  lastUsedAt: ResponseInstant,
});
export type Identity = z.output<typeof IdentitySchema>;

export const RemoveIdentityFormSchema = z.strictObject({ intent: z.literal('remove-identity'), id: Uuid });

/** Single sign-on on a person's page: their linked identity, and what people call its provider. */
export const SingleSignOnSchema = z.object({
  provider: z.string(),
  /** Null until they sign in there for the first time. */
  identity: IdentitySchema.pick({ id: true, createdAt: true, lastUsedAt: true }).nullable(),
});
export type SingleSignOn = z.output<typeof SingleSignOnSchema>;
