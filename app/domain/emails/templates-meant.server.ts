import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailTemplate } from '#db/entities/email-template.ts';
import { findTemplatesByReference } from './email-queries.server.ts';

/** A template with what a person may call it by. */
export type MeantTemplate = Readonly<Pick<EmailTemplate, 'id' | 'name' | 'subject'>>;

/**
 * The email templates that a reference means: the one of this id, else those of this name, without regard to case. For administrators.
 * Several may share a name; who asked has to choose.
 */
export async function templatesMeant(ctx: Ctx, reference: string): Promise<MeantTemplate[]> {
  authorize(ctx.actor, 'email.manage');
  return findTemplatesByReference(ctx, reference.trim());
}
