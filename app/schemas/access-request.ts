import { z } from 'zod';
import { STAFF_POSITIONS } from './enums.ts';
import { EMAIL_MAX } from '#app/lib/text/value-rules.ts';
import { ResponseInstant, line, requiredLine, Uuid } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { NAME_MAX } from './high-school.ts';

/** A user's own request, as they typed it. It never says whether the school exists. */
export const OwnAccessRequestSchema = z.object({
  id: z.string(),
  schoolName: z.string(),
  position: z.enum(STAFF_POSITIONS).nullable(),
  createdAt: ResponseInstant,
  expiresAt: ResponseInstant,
});
export type OwnAccessRequest = z.output<typeof OwnAccessRequestSchema>;

/** An open request, for those who may answer it. */
export const AccessRequestResponseSchema = OwnAccessRequestSchema.extend({
  name: z.string(),
  /** The account's verified address. */
  email: z.string(),
  /** Null unless exactly one active school has the typed name. */
  highSchool: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type AccessRequestResponse = z.output<typeof AccessRequestResponseSchema>;

/** Open requests that the dashboard mentions. */
export const AccessRequestCountsSchema = z.object({
  schools: z.array(z.object({ id: z.string(), name: z.string(), people: z.number() })),
  /** For administrators: requests that match no single school. */
  unmatched: z.number(),
});
export type AccessRequestCounts = z.output<typeof AccessRequestCountsSchema>;

export const RequestAccessScreenSchema = z.object({
  email: z.string(),
  hasNoSchools: z.boolean(),
  requests: z.array(OwnAccessRequestSchema),
  flash: z.array(FlashSchema),
});

export const AccessRequestFormSchema = z.strictObject({
  intent: z.literal('request-access'),
  schoolName: requiredLine("School's full name", NAME_MAX),
  position: z.enum(STAFF_POSITIONS).optional(),
});
export type AccessRequestForm = z.output<typeof AccessRequestFormSchema>;

export const WithdrawRequestFormSchema = z.strictObject({
  intent: z.literal('withdraw-request'),
  requestId: Uuid,
});

/** The address that was shown with a request. Required to accept it. */
export const RequestEmail = z.string().max(EMAIL_MAX).default('');

/** The office's answer to a request that matches no single school. */
export const AssignRequestFormSchema = z.strictObject({
  intent: z.enum(['accept-request', 'decline-request']),
  requestId: Uuid,
  email: RequestEmail,
  highSchoolName: line(NAME_MAX).default(''),
});
export type AssignRequestForm = z.output<typeof AssignRequestFormSchema>;
