import { ButtonLink } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

/** A panel that leads to the page of a person's access tokens. */
export function AccessTokensLink({ to, isSelf }: { readonly to: string; readonly isSelf: boolean }) {
  return (
    <Panel title="Access tokens">
      <p>
        {isSelf
          ? 'For scripts and other systems that use the REST API on your behalf.'
          : "Scripts and other systems use these to call the REST API on this person's behalf."}
      </p>
      <ButtonLink to={to} size="sm">
        Manage access tokens
      </ButtonLink>
    </Panel>
  );
}
