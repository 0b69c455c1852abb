import { data, redirect } from '@remix-run/node';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { audienceYear } from '#app/domain/emails/read-audience.server.ts';
import { listAddressesReached } from '#app/domain/emails/delivery-queries.server.ts';
import { scheduledTime, sendEmail } from '#app/domain/emails/send-email.server.ts';
import { sendTest } from '#app/domain/emails/preview-email.server.ts';
import { Conflict, Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { AUDIENCE_MESSAGE } from '#app/schemas/audience-targets.ts';
import { type SendForm, type SendReply, SendReplySchema } from '#app/schemas/email-send-screens.ts';
import { readSchedule } from '#app/schemas/schedule-window.ts';
import { audienceOfUrl } from './audience-url.server.ts';
import { loadSendScreen } from './load-send-screen.server.ts';
import { refusalMessage } from '#app/server/web-route.server.ts';

type SendOutcome = Pick<SendReply, 'message' | 'asks' | 'scheduleError'>;

const NOTHING: SendOutcome = { message: null, asks: null, scheduleError: null };

/** Handles the form that sends a template. Redirects to the delivery, or shows the form again with its input. */
export async function postSend(ctx: Ctx, templateId: string, form: SendForm) {
  const ticked = new Set(form.included);
  const except = [...new Set([...form.except, ...form.shown.filter((email) => !ticked.has(email))])];
  const search = new URLSearchParams(form.search);
  if (form.intent === 'leaveOutSent') except.push(...(await reachedBefore(ctx, { form, search })));
  const outcome = await act(ctx, templateId, { form, except, search });
  if ('sentTo' in outcome) return redirect(outcome.sentTo);
  const { status, ...reply } = outcome;
  const screen = await loadSendScreen(ctx, {
    ...{ templateId, search, page: pageOf(form), key: form.key },
    except: [...new Set(except)],
  });
  const response = SendReplySchema.parse({ screen, scheduledAt: form.scheduledAt, ...reply });
  return data<SendReply>(response, { status });
}

async function reachedBefore(ctx: Ctx, { form, search }: Omit<Press, 'except'>): Promise<string[]> {
  const choice = audienceOfUrl(search);
  if (choice === null || form.earlier === '') return [];
  const year = await audienceYear(ctx, choice);
  return listAddressesReached(ctx, { choice, year, deliveryId: form.earlier });
}

function pageOf({ intent, page }: SendForm): number {
  return intent.startsWith('page ') ? Number(intent.slice('page '.length)) : page;
}

interface Press {
  readonly form: SendForm;
  readonly except: readonly string[];
  readonly search: URLSearchParams;
}

async function act(
  ctx: Ctx,
  templateId: string,
  press: Press,
): Promise<(SendOutcome & { status: number }) | { sentTo: string }> {
  const { intent } = press.form;
  try {
    if (intent === 'test') {
      return { ...NOTHING, message: { tone: 'info', text: await test(ctx, templateId, press) }, status: 200 };
    }
    if (intent === 'ask') {
      scheduledTime(ctx, scheduledInstant(press.form.scheduledAt, ctx.settings.timeZone));
      return { ...NOTHING, asks: 'send', status: 200 };
    }
    if (intent === 'send') return { sentTo: await send(ctx, templateId, press) };
    return { ...NOTHING, status: 200 };
  } catch (error) {
    return refused(error);
  }
}

/** Sends a test the way the previewed recipient would see it. */
async function test(ctx: Ctx, templateId: string, { form: { like }, search }: Press): Promise<string> {
  const choice = audienceOfUrl(search);
  if (choice === null || like === undefined) {
    const { email } = await sendTest(ctx, { templateId });
    return `Test email sent to ${email}. It uses sample values.`;
  }
  try {
    const { email } = await sendTest(ctx, { templateId, like: { choice, email: like } });
    return `Test email sent to ${email}. It shows what ${like} would see.`;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new Conflict(
      `${like} is no longer a recipient of this email. Show another recipient's message, then try again.`,
    );
  }
}

async function send(ctx: Ctx, templateId: string, { form, except, search }: Press): Promise<string> {
  const choice = audienceOfUrl(search);
  if (choice === null) throw new Invalid([{ path: ['target'], message: AUDIENCE_MESSAGE }]);
  const { deliveryId } = await sendEmail(ctx, {
    ...{ templateId, choice, except, key: form.key },
    scheduledAt: scheduledInstant(form.scheduledAt, ctx.settings.timeZone),
    again: { afterDeliveryId: form.earlier === '' ? null : form.earlier },
    expected: form.total - except.length,
  });
  return `/emails/deliveries/${deliveryId}`;
}

/** @throws {Invalid} for a text that isn't exactly one time */
function scheduledInstant(typed: string, timeZone: string): string | undefined {
  if (typed === '') return undefined;
  const { instant, error } = readSchedule(typed, timeZone);
  if (error !== undefined) throw new Invalid([{ path: ['scheduledAt'], message: error }]);
  return instant;
}

/** Returns the response to a failed send, with the messages of the specification, section 8. */
function refused(error: unknown): SendOutcome & { status: number } {
  const { message, status } = refusalMessage(error);
  const issues = error instanceof Invalid ? error.issues : [];
  const scheduleError = issues.find(({ path }) => path[0] === 'scheduledAt')?.message ?? null;
  if (scheduleError !== null) return { ...NOTHING, scheduleError, status };
  const why = issues.length === 0 ? message : issues.map((issue) => issue.message).join(' ');
  const isRepeat = error instanceof Conflict && 'delivery' in error.details;
  const text = isRepeat ? `${why} Nothing has been sent yet.` : `Unable to send emails: ${why}`;
  return { ...NOTHING, message: { tone: 'danger', text }, status };
}
