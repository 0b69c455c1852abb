import { z } from 'zod';
import { TOKEN_SCOPES } from './token-scopes.ts';
import { ResponseInstant, bodyWithReadOnly, requiredLine, Uuid } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { ListQueryShape } from './listing.ts';

export const TOKEN_NAME_MAX = 60;
export const TOKEN_DAYS_MAX = 365;
export const TOKEN_DAYS_DEFAULT = 90;

const DAYS_MESSAGE = `Enter a number of days from 1 to ${TOKEN_DAYS_MAX}.`;

const createShape = {
  name: requiredLine('Name', TOKEN_NAME_MAX),
  scopes: z
    .array(z.enum(TOKEN_SCOPES), { error: 'Choose at least one scope.' })
    .min(1, 'Choose at least one scope.')
    .max(10)
    // The response to a change shows what was changed.
    .transform((chosen) => {
      const scopes = chosen.includes('MANAGE') ? ['READ', ...chosen] : chosen;
      return TOKEN_SCOPES.filter((scope) => scopes.includes(scope));
    }),
  days: z
    .number({ error: DAYS_MESSAGE })
    .int(DAYS_MESSAGE)
    .min(1, DAYS_MESSAGE)
    .max(TOKEN_DAYS_MAX, DAYS_MESSAGE)
    .default(TOKEN_DAYS_DEFAULT),
};

/** A new access token, which expires after so many days. */
export const AccessTokenCreateSchema = bodyWithReadOnly(createShape, [
  'id',
  'user',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
]);
export type AccessTokenCreate = z.output<typeof AccessTokenCreateSchema>;

/** Administrators see everyone's tokens, others their own. */
export const AccessTokenListQuerySchema = z.strictObject({ ...ListQueryShape, userId: Uuid.optional() });
export type AccessTokenListQuery = z.output<typeof AccessTokenListQuerySchema>;

/** An access token without its secret, of which only a hash is stored. */
export const AccessTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  user: z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  createdAt: ResponseInstant,
  expiresAt: ResponseInstant,
  /** Null if it was never used. At most a minute old. */
  lastUsedAt: ResponseInstant.nullable(),
});
export type AccessToken = z.output<typeof AccessTokenSchema>;

/** A token on the page of a person's tokens. */
export const ListedTokenSchema = AccessTokenSchema.extend({ hasExpired: z.boolean() });
export type ListedToken = z.output<typeof ListedTokenSchema>;

/** A new access token with its secret, which is shown only once. */
export const CreatedAccessTokenSchema = AccessTokenSchema.extend({ secret: z.string() });
export type CreatedAccessToken = z.output<typeof CreatedAccessTokenSchema>;

export const NewTokenFormSchema = z.strictObject({ intent: z.literal('create'), ...createShape });
export const RevokeTokenFormSchema = z.strictObject({ intent: z.literal('revoke'), id: Uuid });

export const AccessTokensScreenSchema = z.object({
  person: z.object({ id: z.string(), name: z.string() }),
  tokens: z.array(ListedTokenSchema),
  flash: z.array(FlashSchema),
});
