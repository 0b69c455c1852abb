import { data } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { NoticeForm } from '#app/components/emails/notice-form.tsx';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { tabTitle } from '#app/components/site/titled.ts';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { DescriptionList } from '#app/components/ui/description-list.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { noticeSamples } from '#app/domain/notices/notice-samples.ts';
import { changeNotice, getNotice, resetNotice } from '#app/domain/notices/notices.server.ts';
import { SETTINGS_FIELDS, STANDARD_NOTICES } from '#app/domain/notices/standard-notices.server.ts';
import { emailEnding, emailGreeting } from '#app/messages/decision-email.ts';
import { SAMPLE_RECIPIENT } from '#app/messages/email-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NOTICE_LABELS } from '#app/schemas/enums.ts';
import {
  NoticeFormSchema,
  NoticeKindSchema,
  NoticeResetFormSchema,
  NoticeScreenSchema,
} from '#app/schemas/notice.ts';
import { redirectWithFlash, readFlash } from '#app/server/flash.server.ts';
import { historyBefore } from '#app/server/parse-input.server.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta: MetaFunction<typeof loader> = ({ data: response, matches }) =>
  tabTitle(response ? NOTICE_LABELS[response.notice.kind] : 'Automatic email', matches);

const REFUSED = 'Unable to save email: ';

export const loader = screen(async ({ ctx, params, request, url }) => {
  authorize(ctx.actor, 'email.manage');
  const notice = await getNotice(ctx, kindOf(params));
  const { when, whenOff, fields, subject, body, isFramed } = STANDARD_NOTICES[notice.kind];
  const { appName, appUrl, contactEmail } = ctx.settings;
  const samples = noticeSamples(ctx.settings, ctx.now());
  const timeline =
    notice.id === null
      ? { entries: [], olderThan: null }
      : await readTimeline(ctx, { type: 'NOTICE', id: notice.id }, historyBefore(url));
  const { messages, headers } = await readFlash(request, ctx.settings);
  const response = {
    notice,
    ...{ when, whenOff },
    fields: Object.entries({ ...fields, ...SETTINGS_FIELDS }).map(([name, meaning]) => ({
      ...{ name, meaning },
      sample: samples[name] ?? '',
    })),
    standard: { subject, body },
    frame: isFramed
      ? {
          before: emailGreeting(fullName(SAMPLE_RECIPIENT)),
          after: emailEnding({
            link: `${appUrl}/designations`,
            corrections: notice.kind === 'DESIGNATION_RETURNED' ? `${appUrl}/designate/students` : null,
            contactEmail,
            appName,
          }),
        }
      : null,
    timeline,
    flash: messages,
  };
  return data(response, { headers });
}, NoticeScreenSchema);

export const action = formAction(async ({ ctx, params }, form) => {
  authorize(ctx.actor, 'email.manage');
  const kind = kindOf(params);
  const redirectWith = (text: string) =>
    redirectWithFlash(`/emails/notices/${kind}`, [{ tone: 'success', text }], ctx.settings, {
      isSamePage: true,
    });
  if (intentOf(form, ['reset']) !== null) {
    // A reset discards the other fields, so they aren't validated.
    for (const field of ['subject', 'body', 'isOn']) form.delete(field);
    return submitForm(
      form,
      NoticeResetFormSchema,
      async ({ version }) => {
        await resetNotice(ctx, { kind, version });
        return redirectWith('The email was reset to its standard text.');
      },
      REFUSED,
    );
  }
  return submitForm(
    form,
    NoticeFormSchema,
    async ({ intent: _intent, ...input }) => {
      const { isOn } = await changeNotice(ctx, { kind, ...input });
      return redirectWith(isOn ? 'The email has been saved.' : "The email has been saved. It's turned off.");
    },
    REFUSED,
  );
});

/** @throws {NotFound} for an unknown kind */
function kindOf({ kind }: SignedInCall['params']) {
  const parsed = NoticeKindSchema.safeParse(kind?.toUpperCase());
  if (!parsed.success) throw new NotFound();
  return parsed.data;
}

export const clientAction = formClientAction(REFUSED);

export default function NoticeDetails() {
  const { notice, when, whenOff, fields, standard, frame, timeline, flash } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  return (
    <>
      <PageHeader
        back={{ to: '/emails/notices', label: 'Automatic emails' }}
        title={NOTICE_LABELS[notice.kind]}
        subtitle={when}
      />
      <FlashRegion messages={flash} />
      <Stack>
        <NoticeForm
          // A new key resets the form to the stored text. A rejected form keeps what was typed.
          key={reply === undefined ? `${notice.kind} ${notice.version}` : notice.kind}
          notice={notice}
          whenOff={whenOff}
          mergeFields={fields}
          frame={frame}
          reply={reply}
        />
        <Panel title="Merge fields">
          <p>
            Type {'{{field}}'} to insert a value. Text inside {'[[ ]]'} is removed if a field in it is empty.
          </p>
          <DescriptionList
            items={fields.map(({ name, meaning }) => ({ term: `{{${name}}}`, detail: meaning }))}
          />
        </Panel>
        <CollapsiblePanel title="Standard text">
          <p className="text-break">{standard.subject}</p>
          <p className="text-pre-line text-break mb-0">{standard.body}</p>
        </CollapsiblePanel>
        <HistoryPanel timeline={timeline} />
      </Stack>
    </>
  );
}
