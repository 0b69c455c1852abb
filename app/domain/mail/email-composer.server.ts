import type { Settings } from '#app/config/env.server.ts';
import {
  type CompiledTemplate,
  compileTemplate,
  mergeValuesOf,
} from '#app/domain/emails/compile-template.server.ts';
import { requireCurrentSettings } from '#app/domain/settings/current-settings.server.ts';
import { STANDARD_NOTICES } from '#app/domain/notices/standard-notices.server.ts';
import { DELIVERY_MESSAGES } from '#app/messages/delivery-messages.ts';
import { AudienceChoiceSchema, isByDesignation } from '#app/schemas/email-audience.ts';
import type { Orm } from '#db/orm.server.ts';
import { brandedParts } from './branded-email.ts';
import { type DeliveryResult, notSent } from './delivery-result.ts';
import { withOfficeLogo } from './office-logo.ts';
import {
  type DeliveryMessage,
  findDeliveryMessage,
  type EmailAudience,
  type SchoolCondition,
  stillMatchingSchools,
} from './mail-queries.server.ts';
import type { ClaimedEmail } from './outbox-queries.server.ts';
import type { OutgoingEmail } from './mail-transport.server.ts';

interface Message extends Pick<DeliveryMessage, 'year' | 'audience' | 'ruleId'>, CompiledTemplate {
  /** Set if the recipients depend on what schools have submitted. */
  readonly due: SchoolCondition | null;
}

const MESSAGES_MAX = 8;

/** Emails of these kinds that aren't for a school's staff are for administrators. */
const OFFICE_KINDS: readonly string[] = [
  STANDARD_NOTICES.ACCESS_REQUESTED.emailKind,
  STANDARD_NOTICES.MESSAGE_SENT.emailKind,
  STANDARD_NOTICES.OFFICE_DIGEST.emailKind,
];

export class EmailComposer {
  readonly #orm: Orm;
  readonly #settings: Settings;
  /** By delivery, least recently used first. */
  readonly #messages = new Map<string, Promise<Message>>();

  constructor(orm: Orm, settings: Settings) {
    this.#orm = orm;
    this.#settings = settings;
  }

  /** Returns the email to send, or why it isn't sent. Database and template errors are thrown. */
  async compose(email: ClaimedEmail): Promise<OutgoingEmail | DeliveryResult> {
    const { toAddress: to, messageId, deliveryId, recipient } = email;
    if (deliveryId === null || recipient === null) {
      const { subject, textBody } = email;
      const text = textBody ?? '';
      return (
        reasonNotToSend(email, null) ?? {
          ...{ to, messageId, subject: subject ?? '', text },
          ...brandedParts(await this.#settingsNow(), text),
        }
      );
    }
    const template = await this.#message(deliveryId);
    const { render, year, audience } = template;
    const reason = reasonNotToSend(email, audience);
    if (reason !== null) return reason;
    const matching = await this.#stillMatching(email, template);
    if (matching !== null && 'state' in matching) return matching;
    const schools = [...(matching ?? recipient.schools)];
    const settings = await this.#settingsNow();
    const values = mergeValuesOf({ ...recipient, schools, email: to }, { year, settings });
    const message = render(values);
    const { html, inline } = withOfficeLogo(message.html, settings.brand.logo);
    return { ...message, html, inline, to, messageId, fromName: settings.mailFromName };
  }

  #settingsNow(): Promise<Settings> {
    return requireCurrentSettings(this.#orm.em, this.#settings);
  }

  /** Returns the names of the schools that still match, or why it isn't sent. Null if submissions don't matter. */
  async #stillMatching(
    email: ClaimedEmail,
    { ruleId, audience, due }: Message,
  ): Promise<string[] | DeliveryResult | null> {
    if (ruleId === null && audience.target === 'REMINDER') return notSent(DELIVERY_MESSAGES.reminderRemoved);
    if (due === null) return null;
    const schools = await stillMatchingSchools(this.#orm, due, email);
    if (schools.length > 0) return schools;
    return notSent(
      ruleId === null ? DELIVERY_MESSAGES.schoolNotInAudience : DELIVERY_MESSAGES.schoolSubmitted,
    );
  }

  #message(deliveryId: string): Promise<Message> {
    const message = this.#messages.get(deliveryId) ?? this.#load(deliveryId);
    this.#messages.delete(deliveryId);
    this.#messages.set(deliveryId, message);
    message.catch(() => this.#messages.delete(deliveryId));
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > MESSAGES_MAX && oldest !== undefined) this.#messages.delete(oldest);
    return message;
  }

  async #load(deliveryId: string): Promise<Message> {
    const message = await findDeliveryMessage(this.#orm.em.fork(), deliveryId);
    if (message === null) throw new Error('The delivery of this email was deleted.');
    const { render } = await compileTemplate(message);
    const { year, audience, ruleId } = message;
    return { render, year, audience, ruleId, due: schoolConditionOf(message) };
  }
}

function schoolConditionOf({ ruleId, audience, yearId }: DeliveryMessage): SchoolCondition | null {
  if (ruleId !== null) return { ruleId };
  const { data: choice } = AudienceChoiceSchema.safeParse(audience);
  if (choice === undefined || !isByDesignation(choice)) return null;
  return { choice, yearId };
}

/**
 * Returns why an email is no longer sent, or null. It may have waited for weeks, so its recipient may be gone or no
 * longer in the audience.
 *
 * @param audience null for an email without a delivery
 */
export function reasonNotToSend(email: ClaimedEmail, audience: EmailAudience | null): DeliveryResult | null {
  const why = skippedMessage(email, audience);
  if (why !== null) return notSent(why);
  return email.isBounced ? { state: 'BOUNCED', response: DELIVERY_MESSAGES.bouncedBefore, code: null } : null;
}

function skippedMessage(
  { kind, userId, userNow, isInviteGone, isDeletedInvited, highSchoolIds }: ClaimedEmail,
  audience: EmailAudience | null,
): string | null {
  if (isInviteGone) return DELIVERY_MESSAGES.inviteGone;
  if (isDeletedInvited) return DELIVERY_MESSAGES.accountDeleted;
  if (userNow === null) return null;
  const { isDeleted, isAdmin, positions, isAtActiveSchool } = userNow;
  if (isDeleted) return DELIVERY_MESSAGES.accountDeleted;
  if (userId !== null && audience?.userIds?.includes(userId) === true) return null;
  if (audience?.target === 'ADMINS' && !isAdmin) return DELIVERY_MESSAGES.notAdministrator;
  if (highSchoolIds.length === 0) {
    return OFFICE_KINDS.includes(kind) && !isAdmin ? DELIVERY_MESSAGES.notAdministrator : null;
  }
  if (positions.length === 0) return DELIVERY_MESSAGES.notOnStaff;
  if (audience !== null && !isAtActiveSchool) return DELIVERY_MESSAGES.schoolInactive;
  const wanted = audience?.positions ?? [];
  const isWanted = wanted.length === 0 || positions.some((position) => wanted.includes(position));
  return isWanted ? null : DELIVERY_MESSAGES.otherPosition;
}
