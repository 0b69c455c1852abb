import { z } from 'zod';
import { LogoResponseSchema } from './logo-response.ts';
import { OfficeCountsSchema } from './home-screens.ts';

/** Settings that every screen may need (decisions, section 1); no others leave the server. */
export const SiteResponseSchema = z.object({
  site: z.object({
    appName: z.string(),
    contactEmail: z.string(),
    timeZone: z.string(),
    state: z.string(),
    handbookUrl: z.string(),
    surveyUrl: z.string(),
    logo: LogoResponseSchema.nullable(),
    /** Path of the style sheet with the accent color; null for the standard color. */
    styles: z.string().nullable(),
  }),
});
export type Site = z.output<typeof SiteResponseSchema>['site'];

/** Frame of a signed-in screen: the user and the menu (specification, section 2). */
export const ShellResponseSchema = z.object({
  user: z.object({ id: z.string(), name: z.string() }),
  isAdmin: z.boolean(),
  /** For the menu and the dashboard; null for school staff. */
  counts: OfficeCountsSchema.nullable(),
  programLinks: z.array(z.object({ label: z.string(), url: z.string() })).readonly(),
  pastDesignations: z
    .array(
      z.object({
        id: z.string(),
        year: z.number(),
        /** The first few, A to Z. */
        designations: z.array(z.object({ id: z.string(), highSchoolName: z.string() })).readonly(),
        total: z.number(),
      }),
    )
    .readonly(),
});

export type ShellResponse = z.output<typeof ShellResponseSchema>;

/** A requested code: when its email is sent, and how long until that one and the next. */
export const CodeDeliverySchema = z.object({
  email: z.string(),
  /** ISO 8601. */
  sendsAt: z.string(),
  requestedAt: z.string(),
  /** Whether the code replaces an earlier one. */
  isAgain: z.boolean(),
  secondsUntilSent: z.number(),
  secondsUntilNext: z.number(),
});
export type CodeDelivery = z.output<typeof CodeDeliverySchema>;

export const LoginResponseSchema = z.object({
  /** Null until an address is entered. */
  code: CodeDeliverySchema.extend({ link: z.string().optional() }).nullable(),
  isLinkExpired: z.boolean(),
  /** What people call the OpenID Connect provider, and why signing in there failed; null without a provider. */
  oidc: z.object({ name: z.string(), problem: z.string().nullable() }).nullable(),
  hasLoggedOut: z.boolean(),
});

export const NewcomerResponseSchema = z.object({ email: z.string() });

export const NothingSchema = z.object({});
