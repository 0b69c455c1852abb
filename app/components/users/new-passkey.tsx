import { Form, useSubmit } from '@remix-run/react';
import { useState } from 'react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { CodeStatus, ResendButton } from '#app/components/login/code-delivery.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FocusHere } from '#app/components/ui/focus-here.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import type { CodeDelivery } from '#app/schemas/screen-responses.ts';

export interface PasskeyOffer {
  readonly name: string;
  readonly options: { readonly challenge: string };
}

export type PasskeyReply = NonNullable<ServerReply> & {
  readonly code?: CodeDelivery;
  readonly offer?: PasskeyOffer;
};

interface NewPasskeyProps {
  readonly reply: PasskeyReply | undefined;
  /** The code that was requested last on this page. */
  readonly code: CodeDelivery | undefined;
}

/** Adds a passkey in three steps: a code by email, a name, and the browser's own dialog. */
export function NewPasskey({ reply, code }: NewPasskeyProps) {
  if (reply?.offer !== undefined)
    return <CreateStep key={reply.offer.options.challenge} offer={reply.offer} />;
  if (code === undefined) return <RequestStep reply={reply} />;
  return <CodeStep key={code.requestedAt} reply={reply} code={code} />;
}

function RequestStep({ reply }: { readonly reply: PasskeyReply | undefined }) {
  const messages = reply?.error?.[''] ?? [];
  return (
    <Panel title="New passkey" isScreenOnly>
      <ErrorSummary items={messages.map((message) => ({ message }))} refusal={reply} />
      <p>To make sure that it&apos;s you, we&apos;ll email you a code first.</p>
      <Form method="post">
        <SubmitButton name="intent" value="send-code" pendingLabel="Sending…">
          Email me a code
        </SubmitButton>
      </Form>
      <noscript>
        <p className="mt-3 mb-0">Turn on JavaScript to add a passkey.</p>
      </noscript>
    </Panel>
  );
}

const FORM_ID = 'new-passkey';
const fetchCheck = async () => (await import('./passkey-validation.ts')).checkNewPasskey;

function CodeStep({
  reply,
  code,
}: {
  readonly reply: PasskeyReply | undefined;
  readonly code: CodeDelivery;
}) {
  const { formProps, fieldOf, summary, loaded } = useLazyForm({ id: FORM_ID, reply, fetchCheck });
  return (
    <Panel title="New passkey" isScreenOnly>
      <CodeStatus delivery={code} />
      <Form method="post" {...formProps}>
        {loaded}
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <TextField
            {...fieldOf('code')}
            label="Code"
            width="sm"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
          />
          <TextField
            {...fieldOf('name')}
            label="Name"
            hint="Where you'll use it, such as Office laptop."
            autoComplete="off"
            maxLength={60}
          />
          <FormActions>
            <SubmitButton name="intent" value="offer" pendingLabel="Checking…">
              Continue
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
      <Form method="post" className="mt-3">
        <input type="hidden" name="again" value="yes" />
        <ResendButton delivery={code} name="intent" value="send-code" />
      </Form>
    </Panel>
  );
}

function CreateStep({ offer }: { readonly offer: PasskeyOffer }) {
  const submit = useSubmit();
  const [isPending, setIsPending] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const create = async () => {
    setIsPending(true);
    setMessage(null);
    const { createPasskey } = await import('./create-passkey.ts');
    const result = await createPasskey(offer.options);
    setIsPending(false);
    if ('message' in result) setMessage(result.message);
    else submit({ intent: 'add', name: offer.name, response: result.response }, { method: 'post' });
  };
  return (
    <FocusHere>
      <Panel title="New passkey" isScreenOnly>
        <div role="alert">{message === null ? null : <Banner tone="danger">{message}</Banner>}</div>
        <p>Your browser will ask where to save the passkey “{offer.name}”.</p>
        <Button
          variant="primary"
          pending={isPending}
          pendingLabel="Waiting for your browser…"
          onClick={() => void create()}
        >
          Create passkey
        </Button>
      </Panel>
    </FocusHere>
  );
}
