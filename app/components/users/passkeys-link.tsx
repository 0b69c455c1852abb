import { ButtonLink } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

/** A panel that leads to the page of a person's passkeys. */
export function PasskeysLink({ to, isSelf }: { readonly to: string; readonly isSelf: boolean }) {
  return (
    <Panel title="Passkeys">
      <p>
        {isSelf
          ? 'Sign in with your fingerprint, face, or screen lock instead of a code.'
          : 'See, approve, or remove the passkeys that this person can sign in with instead of a code.'}
      </p>
      <ButtonLink to={to} size="sm">
        Manage passkeys
      </ButtonLink>
    </Panel>
  );
}
