import type { Settings } from '#app/config/env.server.ts';
import { compileTemplate, mergeValuesOf } from '#app/domain/emails/compile-template.server.ts';
import {
  AudienceChoiceSchema,
  type AnsweredAudience,
  isChosenByAnswer,
} from '#app/schemas/email-audience.ts';
import type { Orm } from '#db/orm.server.ts';
import { type DeliveryResult, notSent } from './delivery-result.ts';
import { type DeliveryMessage, findDeliveryMessage } from './mail-queries.server.ts';
import type { ClaimedMail } from './outbox-queries.server.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { type MailAudience, reasonNotToSend } from './reason-not-to-send.ts';
import { stillChosenSchools, stillRemindedSchools } from './recipient-queries.server.ts';

type Compiled = Awaited<ReturnType<typeof compileTemplate>>;

/** A delivery's message, ready to be filled for one recipient after the other. */
interface Message {
  readonly render: Compiled['render'];
  readonly year: number | null;
  readonly audience: MailAudience;
  readonly ruleId: string | null;
  /** Where what schools have submitted decides who gets it; null where it does not. */
  readonly answered: { readonly choice: AnsweredAudience; readonly yearId: string | null } | null;
}

/** How many deliveries' messages are held at the same time. */
const MESSAGES_MAX = 8;

/** Makes the mails that leave from the rows of the outbox. */
export class MailComposer {
  readonly #orm: Orm;
  readonly #settings: Settings;
  /** By delivery, the one used last at the end. */
  readonly #messages = new Map<string, Promise<Message>>();

  constructor(orm: Orm, settings: Settings) {
    this.#orm = orm;
    this.#settings = settings;
  }

  /** The mail as it leaves now, or why it does not leave any more. Throws what the database or the template throws. */
  async compose(mail: ClaimedMail): Promise<OutgoingMail | DeliveryResult> {
    const { toAddress: to, messageId, deliveryId, recipient } = mail;
    if (deliveryId === null || recipient === null) {
      const { subject, textBody } = mail;
      return reasonNotToSend(mail, null) ?? { to, messageId, subject: subject ?? '', text: textBody ?? '' };
    }
    const message = await this.#message(deliveryId);
    const { render, year, audience } = message;
    const reason = reasonNotToSend(mail, audience);
    if (reason !== null) return reason;
    const still = await this.#stillMatching(mail, message);
    if (still !== null && 'state' in still) return still;
    const schools = [...(still ?? recipient.schools)];
    const values = mergeValuesOf({ ...recipient, schools, email: to }, { year, settings: this.#settings });
    return { ...render(values), to, messageId };
  }

  /** The schools that it is still for, by name, or why it does not leave; null where what schools submit does not matter. */
  async #stillMatching(
    mail: ClaimedMail,
    { ruleId, audience, answered }: Message,
  ): Promise<string[] | DeliveryResult | null> {
    if (ruleId === null && audience.target === 'REMINDER') return notSent('The reminder was removed.');
    if (ruleId !== null) {
      const schools = await stillRemindedSchools(this.#orm, ruleId, mail);
      return schools.length === 0 ? notSent('The school has submitted.') : schools;
    }
    if (answered === null) return null;
    const schools = await stillChosenSchools(this.#orm, answered, mail);
    return schools.length === 0 ? notSent('The school no longer matches the chosen audience.') : schools;
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
    if (message === null) throw new Error('The delivery of a mail is gone.');
    const { render } = await compileTemplate(message);
    const { year, audience, ruleId } = message;
    return { render, year, audience, ruleId, answered: answeredAudience(message) };
  }
}

function answeredAudience({ audience, yearId }: DeliveryMessage): Message['answered'] {
  const { data: choice } = AudienceChoiceSchema.safeParse(audience);
  if (choice === undefined || !isChosenByAnswer(choice)) return null;
  return { choice, yearId };
}
