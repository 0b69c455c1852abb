import { randomUUID } from 'node:crypto';
import type { FilterQuery } from '@mikro-orm/postgresql';
import { lockAuthorized, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent, withoutBodies } from '#app/domain/events/record-event.server.ts';
import { type Listing, type Page, findListing, alphabetical } from '#app/domain/listing.ts';
import { escapeLike } from '#app/domain/sql-fragment.ts';
import { Conflict, NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { matchesVersion, type ExpectedRecord, type RecordChange } from '#app/lib/versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailTemplateSummary } from '#app/schemas/email-screens.ts';
import {
  type EmailListQuery,
  type EmailTemplateResponse,
  EmailTemplateResponseSchema,
  type EmailTemplateCreate,
  type EmailTemplatePatch,
} from '#app/schemas/email.ts';
import { isUuid } from '#app/schemas/route-params.ts';
import { type EmailTemplate, EmailTemplateEntity } from '#db/entities/email-template.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { byName } from '#db/name-order.ts';
import { compileTemplate } from './compile-template.server.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { selectTemplateSummaries } from './email-queries.server.ts';

/** Returns the templates, or the one-off emails, with their bodies, by name (specification, section 7). */
export async function listEmailTemplates(
  ctx: Ctx,
  query: Partial<EmailListQuery> = {},
): Promise<Listing<EmailTemplateResponse>> {
  authorize(ctx.actor, 'email.manage');
  const { direction, limit, offset, oneOff: isOneOff = false } = query;
  const order = alphabetical(direction);
  const { items, total } = await findListing(
    ctx,
    EmailTemplateEntity,
    { isOneOff },
    {
      orderBy: [{ [byName<EmailTemplate>('name')]: order }, { id: order }],
      ...{ limit, offset, disableIdentityMap: true },
    },
  );
  return { items: EmailTemplateResponseSchema.array().parse(items), total };
}

/** Returns a page of templates, or of one-off emails, by name, without their bodies. */
export async function listTemplateSummaries(
  ctx: Ctx,
  { isOneOff = false, ...page }: Page & { readonly isOneOff?: boolean },
): Promise<{ items: EmailTemplateSummary[]; total: number }> {
  authorize(ctx.actor, 'email.manage');
  return {
    items: await selectTemplateSummaries(ctx, { ...page, isOneOff }),
    total: await ctx.em.count(EmailTemplateEntity, { isOneOff }),
  };
}

/** Counts the one-off emails. For administrators. */
export async function countOneOffEmails(ctx: Ctx): Promise<number> {
  authorize(ctx.actor, 'email.manage');
  return ctx.em.count(EmailTemplateEntity, { isOneOff: true });
}

/**
 * Returns a template with its body (specification, section 7). Its version is the ETag. For administrators.
 *
 * @throws {NotFound} when the template doesn't exist
 */
export async function getEmailTemplate(ctx: Ctx, id: string): Promise<EmailTemplateResponse> {
  authorize(ctx.actor, 'email.manage');
  const template = await ctx.em.findOne(EmailTemplateEntity, id, { disableIdentityMap: true });
  if (template === null) throw new NotFound();
  return EmailTemplateResponseSchema.parse(template);
}

const CANDIDATES_MAX = 20;

export type ReferencedTemplate = Readonly<Pick<EmailTemplate, 'id' | 'name' | 'subject'>>;

/** Finds the template with this id, otherwise those with this name, ignoring case. For administrators. */
export async function findTemplates(ctx: Ctx, reference: string): Promise<ReferencedTemplate[]> {
  authorize(ctx.actor, 'email.manage');
  const text = reference.trim();
  const find = (where: FilterQuery<EmailTemplate>) =>
    ctx.em.find(EmailTemplateEntity, where, {
      fields: ['id', 'name', 'subject'],
      orderBy: [{ [byName<EmailTemplate>('subject')]: 'asc' }, { id: 'asc' }],
      limit: CANDIDATES_MAX,
      disableIdentityMap: true,
    });
  const ofId = isUuid(text) ? await find({ id: text }) : [];
  return ofId.length > 0 ? ofId : find({ name: { $ilike: escapeLike(text) } });
}

/**
 * Creates a template and records an event (specification, section 7). For administrators.
 *
 * @throws {Invalid} like `compileTemplate`
 */
export async function createEmailTemplate(
  ctx: Ctx,
  input: Omit<EmailTemplateCreate, 'startWith' | 'isOneOff'> & { readonly isOneOff?: boolean },
): Promise<EmailTemplateResponse> {
  authorize(ctx.actor, 'email.manage');
  await compileTemplate(input);
  return inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, 'email.manage');
    const now = tx.now();
    const template = tx.em.create(EmailTemplateEntity, {
      ...{ id: randomUUID(), ...input },
      ...{ createdAt: now, updatedAt: now },
    });
    recordEvent(tx, 'emailTemplate.created', ['EMAIL_TEMPLATE', template.id], {
      name: { from: null, to: template.name },
    });
    await tx.em.flush();
    return EmailTemplateResponseSchema.parse(template);
  });
}

/**
 * Changes a template. Emails already sent or queued aren't affected. Records an event unless nothing changes.
 *
 * @throws {NotFound} when the template doesn't exist
 * @throws {Invalid} like `compileTemplate`
 * @throws {VersionConflict} when `ifMatch` doesn't match its version
 */
export async function changeEmailTemplate(
  ctx: Ctx,
  { id, patch, ifMatch }: RecordChange<EmailTemplatePatch>,
): Promise<EmailTemplateResponse> {
  authorize(ctx.actor, 'email.manage');
  const wanted = presentFields(patch);
  const current = await getEmailTemplate(ctx, id);
  if (!matchesVersion(ifMatch, current.version)) throw new VersionConflict();
  // Before the lock, because compiling can take seconds.
  await assertStillSendable(current, wanted);
  return inTransaction(ctx, async (opened) => {
    const { tx, row: template } = await lockAuthorized(
      opened,
      EmailTemplateEntity,
      id,
      'email.manage',
      ifMatch,
    );
    const before = EmailTemplateResponseSchema.parse(template);
    const changes = changesBetween<EmailTemplatePatch>(before, wanted);
    if (Object.keys(changes).length === 0) return before;
    if (before.version !== current.version) await assertStillSendable(before, wanted);
    tx.em.assign(template, { ...wanted, updatedAt: tx.now() });
    recordEvent(tx, 'emailTemplate.changed', ['EMAIL_TEMPLATE', id], withoutBodies(changes));
    await tx.em.flush();
    return EmailTemplateResponseSchema.parse(template);
  });
}

/** Skips the check if only the name changes. */
async function assertStillSendable(before: EmailTemplateResponse, wanted: EmailTemplatePatch): Promise<void> {
  const { subject, body, richText } = { ...before, ...wanted };
  if (subject === before.subject && body === before.body && richText === before.richText) return;
  await compileTemplate({ subject, body, richText });
}

/**
 * Deletes a template and records an event. Its deliveries store their own text and continue.
 *
 * @throws {NotFound} when the template doesn't exist
 * @throws {VersionConflict} when `ifMatch` doesn't match its version
 * @throws {Conflict} when a reminder uses it
 */
export async function deleteEmailTemplate(ctx: Ctx, { id, ifMatch }: ExpectedRecord): Promise<void> {
  authorize(ctx.actor, 'email.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, row: template } = await lockAuthorized(
      opened,
      EmailTemplateEntity,
      id,
      'email.manage',
      ifMatch,
    );
    if ((await tx.em.findOne(ReminderRuleEntity, { template: id })) !== null) {
      throw new Conflict(EMAIL_MESSAGES.usedByReminder);
    }
    tx.em.remove(template);
    recordEvent(tx, 'emailTemplate.deleted', ['EMAIL_TEMPLATE', id], {
      name: { from: template.name, to: null },
    });
  });
}
