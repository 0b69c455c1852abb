import { randomUUID } from 'node:crypto';
import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { type AuthorizedCtx, lockAuthorized, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { cancelDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { templateErrors, getSendableTemplate } from '#app/domain/emails/sendable-template.server.ts';
import { lockRow, lockRows, acquireLock } from '#app/domain/lock-queries.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { Invalid, NotFound } from '#app/lib/domain-errors.ts';
import type { VersionedId } from '#app/lib/versions.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ReminderRuleInput } from '#app/schemas/email.ts';
import { NOTICE_LABELS, type ReminderState, type StaffPosition } from '#app/schemas/enums.ts';
import type { ReminderRule as ListedRule } from '#app/schemas/reminder-screens.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { type ReminderRule, ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { readReminderRules, type StoredRule } from './reminder-queries.server.ts';

/** Returns the active year and its reminders, earliest first; none without an active year. For administrators. */
export async function listReminderRules(ctx: Ctx): Promise<{
  readonly year: { readonly id: string; readonly year: number; readonly dueAt: string | null } | null;
  readonly rules: readonly ListedRule[];
}> {
  authorize(ctx.actor, 'email.manage');
  const year = await findActiveYear(ctx);
  if (year === null) return { year: null, rules: [] };
  const { timeZone } = ctx.settings;
  const rules = await readReminderRules(ctx, { yearId: year.id, timeZone });
  return {
    year: { id: year.id, year: year.year, dueAt: year.dueAt },
    rules: await Promise.all(rules.map(withTemplateErrors)),
  };
}

async function withTemplateErrors({ template, ...rule }: StoredRule): Promise<ListedRule> {
  if (template === null) return { ...rule, template };
  const { id, name } = template;
  return { ...rule, template: { id, name, errors: await templateErrors(template) } };
}

interface RuleSummary {
  readonly daysBefore: number;
  readonly positions: readonly StaffPosition[];
  readonly states: readonly ReminderState[];
  readonly isAutomatic: boolean;
  readonly template: string;
}

/**
 * Adds a reminder to the active year and records an event. For administrators.
 *
 * @throws {NotFound} when no year is active
 * @throws {Invalid} when its email doesn't exist or can't be sent
 */
export async function addReminderRule(ctx: Ctx, input: ReminderRuleInput): Promise<void> {
  authorize(ctx.actor, 'email.manage');
  await inTransaction(ctx, async (opened) => {
    await acquireLock(opened, 'academicYears');
    const year = await lockRow(opened, AcademicYearEntity, { status: 'ACTIVE' }, 'share');
    const tx = await reloadActor(opened, 'email.manage');
    if (year === null) throw new NotFound(YEAR_MESSAGES.noneActive);
    const { columns, summary } = await chosenOf(tx, input);
    const now = tx.now();
    tx.em.create(ReminderRuleEntity, {
      ...{ id: randomUUID(), academicYear: year.id, createdAt: now, updatedAt: now },
      ...columns,
    });
    recordEvent(tx, 'academicYear.reminderAdded', ['ACADEMIC_YEAR', year.id], { ...summary });
  });
}

/**
 * Changes a reminder and records an event. It won't remind the same schools again, and won't be sent for times that
 * have already passed. For administrators.
 *
 * @throws {NotFound} when the reminder doesn't exist
 * @throws {VersionConflict} when it has been changed in the meantime
 * @throws {Invalid} when its email doesn't exist or can't be sent
 */
export async function changeReminderRule(
  ctx: Ctx,
  { id, version, ...input }: VersionedId & ReminderRuleInput,
): Promise<void> {
  authorize(ctx.actor, 'email.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, rule, summary: before } = await lockRule(opened, { id, version });
    const { columns, summary } = await chosenOf(tx, input);
    const changes = changesBetween<RuleSummary>(before, summary);
    if (Object.keys(changes).length === 0) return;
    tx.em.assign(rule, { ...columns, updatedAt: tx.now() });
    recordEvent(tx, 'academicYear.reminderChanged', ['ACADEMIC_YEAR', rule.academicYear.id], changes);
  });
}

/**
 * Removes a reminder, cancels its unsent emails, and records an event. For administrators.
 *
 * @throws {NotFound} when the reminder doesn't exist
 * @throws {VersionConflict} when it has been changed in the meantime
 */
export async function removeReminderRule(ctx: Ctx, expected: VersionedId): Promise<void> {
  authorize(ctx.actor, 'email.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, rule, summary } = await lockRule(opened, expected);
    const open = { $in: ['AWAITING_APPROVAL', 'SENDING', 'PAUSED'] } as const;
    const deliveries = await lockRows(tx, EmailDeliveryEntity, { rule: rule.id, status: open }, 'update');
    for (const { id } of deliveries) await cancelDelivery(tx, id);
    tx.em.remove(rule);
    recordEvent(tx, 'academicYear.reminderRemoved', ['ACADEMIC_YEAR', rule.academicYear.id], { ...summary });
  });
}

interface LockedRule {
  readonly tx: AuthorizedCtx;
  readonly rule: ReminderRule;
  readonly summary: RuleSummary;
}

async function lockRule(opened: Ctx, { id, version }: VersionedId): Promise<LockedRule> {
  const { tx, row: rule } = await lockAuthorized(opened, ReminderRuleEntity, id, 'email.manage', version);
  const template = rule.template
    ? await tx.em.findOneOrFail(EmailTemplateEntity, rule.template.id, { refresh: true })
    : null;
  return {
    tx,
    rule,
    summary: summaryOf(rule, template?.name ?? NOTICE_LABELS.DUE_SOON),
  };
}

async function chosenOf(tx: Ctx, { templateId, ...input }: ReminderRuleInput) {
  const chosen = { ...input, positions: [...new Set(input.positions)], states: [...new Set(input.states)] };
  const summary = summaryOf(chosen, await nameOfSendable(tx, templateId));
  return { columns: { ...summary, template: templateId }, summary };
}

function summaryOf(rule: Omit<RuleSummary, 'template'>, template: string) {
  const { daysBefore, positions, states, isAutomatic } = rule;
  return { daysBefore, positions: [...positions], states: [...states], isAutomatic, template };
}

async function nameOfSendable(tx: Ctx, templateId: string | null): Promise<string> {
  if (templateId === null) return NOTICE_LABELS.DUE_SOON;
  const refused = (message: string) => new Invalid([{ path: ['templateId'], message }]);
  try {
    return (await getSendableTemplate(tx, templateId, { isLocked: true })).name;
  } catch (error) {
    if (error instanceof NotFound) throw refused(EMAIL_MESSAGES.templateGone);
    if (error instanceof Invalid) throw refused(error.issues.map(({ message }) => message).join(' '));
    throw error;
  }
}
