import { z } from 'zod';
import { LoginCode } from './auth.ts';
import { ResponseInstant, jsonField, requiredLine, Uuid } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { ListQueryShape } from './listing.ts';
import { safeRedirectPath } from '#app/lib/urls/redirect-paths.ts';

export const PASSKEY_NAME_MAX = 60;
/** Enough for any authenticator; a credential ID is at most 1,023 bytes. */
const ENCODED_MAX = 8192;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const Encoded = z
  .string()
  .min(1)
  .max(ENCODED_MAX)
  .regex(/^[\w-]+$/);
const credentialShape = {
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional().catch(undefined),
};

/** What the browser returns when a passkey signs a challenge. Other members are ignored. */
export const PasskeyAssertionSchema = z
  .object({
    ...credentialShape,
    response: z.object({
      clientDataJSON: Encoded,
      authenticatorData: Encoded,
      signature: Encoded,
      userHandle: Encoded.optional(),
    }),
  })
  .transform((credential) => ({ ...credential, clientExtensionResults: {} }));
export type PasskeyAssertion = z.output<typeof PasskeyAssertionSchema>;

/** What the browser returns for a new passkey. Other members are ignored. */
export const NewPasskeyResponseSchema = z
  .object({
    ...credentialShape,
    response: z.object({
      clientDataJSON: Encoded,
      attestationObject: Encoded,
      transports: z.array(z.enum(TRANSPORTS)).max(TRANSPORTS.length).optional().catch(undefined),
    }),
  })
  .transform((credential) => ({ ...credential, clientExtensionResults: {} }));
export type NewPasskeyResponse = z.output<typeof NewPasskeyResponseSchema>;

const name = requiredLine('Name', PASSKEY_NAME_MAX);

export const SendPasskeyCodeFormSchema = z.strictObject({
  intent: z.literal('send-code'),
  again: z.string().optional(),
});
export const OfferPasskeyFormSchema = z.strictObject({ intent: z.literal('offer'), code: LoginCode, name });
export const AddPasskeyFormSchema = z.strictObject({
  intent: z.literal('add'),
  name,
  response: z
    .string()
    .max(8 * ENCODED_MAX)
    .pipe(jsonField(NewPasskeyResponseSchema, "This isn't JSON.")),
});
export const RemovePasskeyFormSchema = z.strictObject({ intent: z.literal('remove'), id: Uuid });
export const ApprovePasskeyFormSchema = z.strictObject({ intent: z.literal('approve'), id: Uuid });

/** A sign-in with a passkey, and the path to open afterwards. */
export const PasskeySignInSchema = z.strictObject({
  assertion: PasskeyAssertionSchema,
  to: z.string().max(2000).default('/').transform(safeRedirectPath),
});
export const PasskeySignedInSchema = z.object({ to: z.string() });

/** Passed on to the browser, which knows the other members. */
export const PasskeyOptionsSchema = z.looseObject({ challenge: z.string() });

/** Administrators see everyone's passkeys, others their own. */
export const PasskeyListQuerySchema = z.strictObject({ ...ListQueryShape, userId: Uuid.optional() });
export type PasskeyListQuery = z.output<typeof PasskeyListQuerySchema>;

/** A passkey without its key. */
export const PasskeySchema = z.object({
  id: z.string(),
  name: z.string(),
  user: z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  createdAt: ResponseInstant,
  /** Null if it was never used. */
  lastUsedAt: ResponseInstant.nullable(),
  /** When it was approved to grant administrator rights; null if it wasn't. */
  approvedAt: ResponseInstant.nullable(),
});
export type Passkey = z.output<typeof PasskeySchema>;

export const PasskeysScreenSchema = z.object({
  person: z.object({ id: z.string(), name: z.string() }),
  passkeys: z.array(PasskeySchema),
  /** Whether to show which passkeys are approved, and whether the viewer may approve them. */
  approval: z.enum(['HIDDEN', 'SHOWN', 'OFFERED']),
  /** Whether the viewer must use a passkey to have an administrator's rights. */
  isNeeded: z.boolean(),
  flash: z.array(FlashSchema),
});
