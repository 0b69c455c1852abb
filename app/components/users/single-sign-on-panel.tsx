import { Form } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { SingleSignOn } from '#app/schemas/identity.ts';

interface SingleSignOnPanelProps {
  /** Null if the person can't use single sign-on. */
  readonly singleSignOn: SingleSignOn | null;
  readonly isSelf: boolean;
}

/** Whether a person signs in with the provider, and a button that removes it. */
export function SingleSignOnPanel({ singleSignOn, isSelf }: SingleSignOnPanelProps) {
  if (singleSignOn === null) return null;
  const { provider, identity } = singleSignOn;
  if (identity === null) {
    return (
      <Panel title="Single sign-on">
        <p className="mb-0">
          {isSelf
            ? `You can also sign in with ${provider}. The first time, your account there is linked to this one.`
            : `This person can also sign in with ${provider}, but hasn't yet.`}
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Single sign-on">
      <p>
        Linked to {provider} since <AlaskaTime iso={identity.createdAt} />. Last used:{' '}
        <AlaskaTime iso={identity.lastUsedAt} />.
      </p>
      <Form method="post">
        <input type="hidden" name="id" value={identity.id} />
        <ConfirmSubmitButton
          name="intent"
          value="remove-identity"
          size="sm"
          question={{
            title: 'Remove single sign-on?',
            message: isSelf
              ? `The next time you sign in with ${provider}, the account that you use there will be linked again. A code sent by email still works.`
              : `The next time they sign in with ${provider}, the account that they use there will be linked again. A code sent by email still works.`,
            confirmLabel: 'Remove single sign-on',
          }}
        >
          Remove single sign-on
        </ConfirmSubmitButton>
      </Form>
    </Panel>
  );
}
