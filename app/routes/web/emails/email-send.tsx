import { parseForm } from '#app/lib/parse-form.ts';
import { type ShouldRevalidateFunction, useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { useState } from 'react';
import { AudienceForm } from '#app/components/emails/audience-form.tsx';
import { SkippedPeoplePanel } from '#app/components/emails/skipped-people-panel.tsx';
import { MessageDialog, MessagePanel } from '#app/components/emails/message-panel.tsx';
import { RecipientsForm } from '#app/components/emails/recipients-form.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { useOccurrence } from '#app/components/ui/use-occurrence.ts';
import { authorize } from '#app/policy/authorize.ts';
import { SendFormSchema, SendScreenSchema } from '#app/schemas/email-send-screens.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import { formAction, screen, screenId } from '#app/server/web-route.server.ts';
import { loadSendScreen } from './load-send-screen.server.ts';
import { postSend } from './post-send.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Send email');

export const loader = screen(({ ctx, params, url }) => {
  authorize(ctx.actor, 'email.manage');
  const requested = { templateId: screenId(params), search: url.searchParams, page: 1, except: [] };
  return loadSendScreen(ctx, requested);
}, SendScreenSchema);

/** The selection is posted with the form and returned with the screen, unless the email was sent. */
export const action = formAction(async ({ ctx, params }, form) => {
  authorize(ctx.actor, 'email.manage');
  const submission = parseForm(form, { schema: SendFormSchema });
  if (submission.status !== 'success') throw malformedForm();
  return postSend(ctx, screenId(params), submission.value);
});

/** The form's response already contains the screen. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== 'POST' && defaultShouldRevalidate;

export const clientAction = formClientAction('Unable to send emails: ');

export default function EmailSend() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const occurrence = useOccurrence(reply);
  const [search] = useSearchParams();
  const shown = reply?.screen ?? loaded;
  const { template, audience, templateErrors, issues } = shown;
  const [looked, setLooked] = useState<{ at: string; email: string }>();
  const [isOpen, setIsOpen] = useState(false);
  const [isReviewed, setIsReviewed] = useState(false);
  const [wanted, setWanted] = useState(0);
  const at = withoutSearchText(search);
  const like = looked?.at === at ? looked.email : (shown.audience?.people[0]?.email ?? '');
  const messageHref = (email: string) => {
    const query = new URLSearchParams(at);
    query.set('email', email);
    return `/emails/${template.id}/send/message?${query.toString()}`;
  };
  return (
    <>
      <PageHeader
        title={`Send “${template.name}”`}
        subtitle={template.subject === '' ? 'No subject' : `Subject: ${template.subject}`}
        back={{ to: `/emails/${template.id}`, label: template.name }}
      />
      <Stack>
        {templateErrors.length === 0 ? null : (
          <Banner tone="danger" title="This email can't be sent yet">
            <ul>
              {templateErrors.map((error) => (
                <li key={error}>{error}</li>
              ))}
            </ul>
          </Banner>
        )}
        <AudienceForm
          screen={loaded}
          search={search}
          onWanted={(isWanted) => setWanted((times) => (isWanted ? times + 1 : 0))}
        />
        {issues[''] === undefined ? null : <Banner tone="danger">{issues['']}</Banner>}
        {audience === null ? null : (
          <>
            <RecipientsForm
              key={`${at} ${occurrence}`}
              screen={shown}
              audience={audience}
              reply={reply}
              search={at}
              messageHref={messageHref}
              like={like}
              wanted={wanted}
              isOpen={isReviewed}
              onToggle={setIsReviewed}
              onShow={(email) => {
                setLooked({ at, email });
                setIsOpen(true);
              }}
            >
              {like === '' || templateErrors.length > 0 ? null : (
                <MessagePanel like={like} href={messageHref(like)} />
              )}
            </RecipientsForm>
            <SkippedPeoplePanel {...audience} />
            <MessageDialog
              email={isOpen ? like : null}
              messageHref={messageHref}
              onClose={() => setIsOpen(false)}
            />
          </>
        )}
      </Stack>
    </>
  );
}

/** The audience in the URL, without the text that the schools and people are searched by. */
function withoutSearchText(search: URLSearchParams): string {
  const audience = new URLSearchParams(search);
  audience.delete('find');
  return audience.toString();
}
