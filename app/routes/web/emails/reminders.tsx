import { data } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { useState } from 'react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { EmailSections } from '#app/components/emails/email-sections.tsx';
import { ReminderForm } from '#app/components/emails/reminder-form.tsx';
import { ReminderTable } from '#app/components/emails/reminder-table.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { useOccurrence } from '#app/components/ui/use-occurrence.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { listEmailTemplates } from '#app/domain/emails/email-templates.server.ts';
import { getNotice } from '#app/domain/notices/notices.server.ts';
import {
  addReminderRule,
  changeReminderRule,
  listReminderRules,
  removeReminderRule,
} from '#app/domain/reminders/reminder-rules.server.ts';
import { HISTORY_ID } from '#app/lib/urls/history-url.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  ReminderPageQuerySchema,
  type ReminderFields,
  ReminderFormSchema,
  type ReminderRule,
  ReminderScreenSchema,
  RemoveReminderFormSchema,
} from '#app/schemas/reminder-screens.ts';
import { redirectWithFlash, readFlash } from '#app/server/flash.server.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Reminders');

const PATH = '/emails/reminders';
const SAVE_REFUSED = 'Unable to save reminder: ';
const REMOVE_REFUSED = 'Unable to remove reminder: ';

export const loader = screen(async ({ ctx, url, request }) => {
  authorize(ctx.actor, 'email.manage');
  const { rule = null } = parseQuery(ReminderPageQuerySchema, url.searchParams);
  const { year, rules } = await listReminderRules(ctx);
  const { items } = await listEmailTemplates(ctx, {});
  const { isOn } = await getNotice(ctx, 'DUE_SOON');
  const { messages, headers } = await readFlash(request, ctx.settings);
  const response = {
    year,
    rules: [...rules],
    templates: items.map(({ id, name }) => ({ id, name })),
    isNoticeOn: isOn,
    editing: rules.some(({ id }) => id === rule) ? rule : null,
    flash: messages,
  };
  return data(response, { headers });
}, ReminderScreenSchema);

export const action = formAction(async ({ ctx, url }, form) => {
  authorize(ctx.actor, 'email.manage');
  const redirectWith = (text: string, to = PATH) =>
    redirectWithFlash(to, [{ tone: 'success', text }], ctx.settings, { isSamePage: true });
  if (intentOf(form, ['remove']) !== null) {
    const remove = async ({ id, version }: { id: string; version: number }) => {
      await removeReminderRule(ctx, { id, version });
      // Keeps the query, so that the form next to the list stays open.
      return redirectWith(EMAIL_MESSAGES.reminderRemoved, `${PATH}${url.search}`);
    };
    return submitForm(form, RemoveReminderFormSchema, remove, REMOVE_REFUSED);
  }
  return submitForm(
    form,
    ReminderFormSchema,
    async (fields) => redirectWith(await save(ctx, fields)),
    SAVE_REFUSED,
  );
});

async function save(ctx: Ctx, { intent, id, version, ...input }: ReminderFields): Promise<string> {
  if (intent === 'add') {
    await addReminderRule(ctx, input);
    return EMAIL_MESSAGES.reminderAdded;
  }
  if (id === undefined || version === undefined) throw new NotFound();
  await changeReminderRule(ctx, { id, version, ...input });
  return EMAIL_MESSAGES.reminderSaved;
}

export const clientAction = formClientAction((intent) =>
  intent === 'remove' ? REMOVE_REFUSED : SAVE_REFUSED,
);

export default function Reminders() {
  const { year, rules, templates, isNoticeOn, editing, flash } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  const refusalKey = useOccurrence(reply);
  const isRemoval = reply?.initialValue?.['intent'] === 'remove';
  const failure = isRemoval ? reply.error?.['']?.join(' ') : undefined;
  const rule = rules.find(({ id }) => id === editing) ?? null;
  const formReply = isRemoval ? undefined : reply;
  const added = useLastDefined(flash.find(({ text }) => text === EMAIL_MESSAGES.reminderAdded)?.id);
  return (
    <>
      <PageHeader
        title="Reminders"
        subtitle={year === null ? 'No academic year is active' : `${year.year} academic year`}
        actions={<EmailSections />}
      />
      <FlashRegion messages={flash} />
      <Stack>
        {failure === undefined ? null : (
          <Banner key={refusalKey} tone="danger">
            {failure}
          </Banner>
        )}
        {isNoticeOn || rules.every(({ template }) => template !== null) ? null : (
          <Banner tone="warning" live={false}>
            The <Link to="/emails/notices/DUE_SOON">automatic email about due dates</Link> is turned off, so
            reminders without their own email template aren&apos;t sent.
          </Banner>
        )}
        {year === null ? (
          <Panel>
            <p className="mb-0">
              Reminders belong to the active academic year, but no year is active. Make a year active under{' '}
              <Link to="/years">Academic Years</Link> first.
            </p>
          </Panel>
        ) : (
          <>
            <Panel flush footer={<Link to={`/years/${year.id}#${HISTORY_ID}`}>Reminder history</Link>}>
              <ReminderTable rules={rules} />
            </Panel>
            <ReminderForm
              key={rule === null ? `new ${added}` : formKey(rule, formReply)}
              rule={rule}
              templates={templates}
              reply={formReply}
            />
          </>
        )}
      </Stack>
    </>
  );
}

/** Returns the form's key. A new key resets the form to the stored rule; a rejected form keeps its input. */
function formKey({ id, version }: ReminderRule, reply: FormReply | undefined): string {
  return reply === undefined ? `${id} ${version}` : id;
}

function useLastDefined(value: string | undefined): string | undefined {
  const [latest, setLatest] = useState(value);
  if (value !== undefined && value !== latest) setLatest(value);
  return latest;
}
