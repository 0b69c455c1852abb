import { useSearchParams } from '@remix-run/react';
import { ButtonLink } from '#app/components/ui/button.tsx';

/** A link that signs administrators in with the OpenID Connect provider. It works without scripts. */
export function OidcLink({ name }: { readonly name: string }) {
  const [search] = useSearchParams();
  const query = new URLSearchParams();
  for (const parameter of ['to', 'again']) {
    const value = search.get(parameter);
    if (value !== null) query.set(parameter, value);
  }
  const suffix = query.size === 0 ? '' : `?${query.toString()}`;
  return (
    <div className="mt-4">
      <p className="mb-2">For administrators:</p>
      <ButtonLink to={`/login/oidc${suffix}`} reloadDocument>
        Sign in with {name}
      </ButtonLink>
    </div>
  );
}
