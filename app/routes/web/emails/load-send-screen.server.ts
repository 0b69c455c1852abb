import { randomUUID } from 'node:crypto';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { listAcademicYears } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { listExtendedSchools } from '#app/domain/emails/delivery-queries.server.ts';
import { audienceFingerprint, findEarlierDelivery } from '#app/domain/emails/repeated-sends.server.ts';
import { sendableTemplate } from '#app/domain/emails/sendable-template.server.ts';
import { countBlankFields, readAudience } from '#app/domain/emails/read-audience.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { type AudienceChoice, isByDesignation } from '#app/schemas/email-audience.ts';
import type { SendScreen, ShownAudience } from '#app/schemas/email-send-screens.ts';
import { RECIPIENT_SKIP_REASONS } from '#app/schemas/enums.ts';
import { audienceOfUrl, issuesByField, selectionOfUrl } from './audience-url.server.ts';

export interface SendScreenRequest {
  readonly templateId: string;
  readonly search: URLSearchParams;
  readonly page: number;
  /** The recipients who are not selected. */
  readonly except: readonly string[];
  /** The form's key, if it was already shown. */
  readonly key?: string;
}

/** Maximum number of excluded people who are listed by name. */
const SKIPPED_SHOWN = 200;

const NO_BLANKS = { firstName: 0, lastName: 0, schools: 0 };

/**
 * Loads the screen that sends a template, with a page of the audience.
 * @throws {Forbidden} for anyone but administrators
 * @throws {NotFound} for an unknown template
 */
export async function loadSendScreen(ctx: Ctx, requested: SendScreenRequest): Promise<SendScreen> {
  const { template, templateErrors } = await sendableTemplate(ctx, requested.templateId);
  const { items } = await listAcademicYears(ctx);
  const { audience, issues } = await audienceOrIssues(ctx, requested);
  return {
    template,
    templateErrors,
    years: items.map(({ year, status }) => ({ year, isActive: status === 'ACTIVE' })),
    selection: await selectionOfUrl(ctx, requested.search),
    audience,
    issues,
    ownAddress: ctx.actor.kind === 'user' ? ctx.actor.email : '',
    key: requested.key ?? randomUUID(),
  };
}

async function audienceOrIssues(
  ctx: Ctx,
  requested: SendScreenRequest,
): Promise<Pick<SendScreen, 'audience' | 'issues'>> {
  try {
    const choice = audienceOfUrl(requested.search);
    return { audience: choice === null ? null : await shownAudience(ctx, choice, requested), issues: {} };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { audience: null, issues: issuesByField(error) };
  }
}

async function shownAudience(
  ctx: Ctx,
  choice: AudienceChoice,
  { templateId, page, except }: SendScreenRequest,
): Promise<ShownAudience> {
  const paging = { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE };
  const { recipients, schoolCount, people, leftOut, year } = await readAudience(ctx, {
    choice,
    page: paging,
  });
  const earlier = await findEarlierDelivery(ctx, audienceFingerprint(templateId, choice, year));
  const notElsewhere = [...except, ...people.map(({ email }) => email)];
  const blanksElsewhere =
    recipients <= people.length ? NO_BLANKS : await countBlankFields(ctx, { choice, except: notElsewhere });
  return {
    ...{
      choice,
      year: year?.year ?? null,
      total: recipients,
      schoolCount,
      page,
      people,
      except,
      blanksElsewhere,
      earlier,
    },
    extended:
      year !== null && isByDesignation(choice) ? await listExtendedSchools(ctx, { choice, year }) : [],
    leftOut: leftOut.slice(0, SKIPPED_SHOWN),
    leftOutCounts: RECIPIENT_SKIP_REASONS.map((why) => ({
      why,
      people: leftOut.filter((one) => one.why === why).length,
    })).filter(({ people: count }) => count > 0),
  };
}
