import { z } from 'zod';

/** What every screen may need of the installation's settings (decisions, section 1); nothing else of them leaves the server. */
export const SiteAnswerSchema = z.object({
  site: z.object({
    appName: z.string(),
    contactEmail: z.string(),
    timeZone: z.string(),
    /** The state of high schools, and the default of students' addresses. */
    state: z.string(),
    handbookUrl: z.string(),
    surveyUrl: z.string(),
  }),
});
export type Site = z.output<typeof SiteAnswerSchema>['site'];

/** The frame of a signed-in screen: who it is and what the menu shows (specification, section 2). */
export const ShellAnswerSchema = z.object({
  user: z.object({ id: z.string(), name: z.string() }),
  isAdmin: z.boolean(),
  hasNoSchools: z.boolean(),
  programLinks: z.array(z.object({ label: z.string(), url: z.string() })).readonly(),
  pastDesignations: z
    .array(
      z.object({
        id: z.string(),
        year: z.number(),
        /** The first of them, A to Z. */
        designations: z.array(z.object({ id: z.string(), highSchoolName: z.string() })).readonly(),
        /** How many there are. */
        total: z.number(),
      }),
    )
    .readonly(),
});

export type ShellAnswer = z.output<typeof ShellAnswerSchema>;

/** A code that was requested: when its email leaves, and how long that and the next one are away. */
export const CodeDeliverySchema = z.object({
  email: z.string(),
  /** ISO 8601. */
  sendsAt: z.string(),
  requestedAt: z.string(),
  /** The request was for a new code, in place of an earlier one. */
  isAgain: z.boolean(),
  secondsUntilSent: z.number(),
  secondsUntilNext: z.number(),
});
export type CodeDelivery = z.output<typeof CodeDeliverySchema>;

export const LoginAnswerSchema = z.object({
  /** Null while the address is asked for. */
  code: CodeDeliverySchema.extend({ link: z.string().optional() }).nullable(),
  isLinkExpired: z.boolean(),
  /** The visitor comes from a logout. */
  hasLoggedOut: z.boolean(),
});

export const NewcomerAnswerSchema = z.object({ email: z.string() });

/** A screen without data of its own. */
export const NothingSchema = z.object({});
