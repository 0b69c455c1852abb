import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { formClientAction } from '#app/components/site/form-client-action.ts';
import { titled } from '#app/components/site/titled.ts';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { MergeChoice } from '#app/components/users/merge-choice.tsx';
import { MergeSearch } from '#app/components/users/merge-search.tsx';
import { mergeUsers } from '#app/domain/users/merge-users.server.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { compareAccounts, findOtherAccounts } from '#app/domain/users/read-merge.server.ts';
import { MERGE_REFUSED, replacedPositions } from '#app/messages/user-merge-labels.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { fullName, nameWithAddress } from '#app/lib/text/person-name.ts';
import { authorize } from '#app/policy/authorize.ts';
import { MergePageQuerySchema, MergeFormSchema, MergeScreenSchema } from '#app/schemas/user-merge.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { formAction, refusalMessage, screen, screenId } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Merge with another user');

export const loader = screen(async ({ ctx, params, request, url }) => {
  authorize(ctx.actor, 'user.merge');
  const user = await getUser(ctx, screenId(params));
  const { find, other } = parseQuery(MergePageQuerySchema, url.searchParams);
  const flash = await readFlash(request, ctx.settings);
  const text = find === undefined || find === '' ? user.lastName || user.firstName : find;
  const response = {
    user,
    found: other === undefined ? await findOtherAccounts(ctx, user, text) : null,
    choice: other === undefined ? null : await compareAccounts(ctx, { id: user.id, otherId: other }),
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}, MergeScreenSchema);

export const action = formAction(async ({ ctx, params }, form) => {
  authorize(ctx.actor, 'user.merge');
  const id = screenId(params);
  const submission = parseForm(form, { schema: MergeFormSchema });
  if (submission.status !== 'success') throw malformedForm();
  const { keep, otherId, version, otherVersion } = submission.value;
  const isUserKept = keep === id;
  if (!isUserKept && keep !== otherId) throw malformedForm();
  try {
    const { highSchools } = await mergeUsers(ctx, {
      ...{ fromId: isUserKept ? otherId : id, ifMatch: isUserKept ? otherVersion : version },
      ...{ intoId: keep, intoIfMatch: isUserKept ? version : otherVersion },
    });
    const text = [USER_MESSAGES.merge.done, ...replacedPositions(highSchools)];
    return await redirectWithFlash(
      `/users/${keep}`,
      [{ tone: 'success', text: text.join(' ') }],
      ctx.settings,
    );
  } catch (error) {
    const { message } = refusalMessage(error);
    const refusal = { tone: 'danger', text: `${MERGE_REFUSED}${message}` } as const;
    const back = `/users/${id}/merge?other=${otherId}`;
    return redirectWithFlash(back, [refusal], ctx.settings, { isSamePage: true });
  }
});

export const clientAction = formClientAction(MERGE_REFUSED);

/** For administrators: merges the user with another account of the same person, found by a search. */
export default function MergeUsers() {
  const { user, found, choice, flash } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Merge with another user"
        subtitle={`For a person with two accounts, for example because their email address changed. One of the two accounts is ${nameWithAddress(user)}.`}
        back={{ to: `/users/${user.id}`, label: fullName(user) }}
      />
      <FlashRegion messages={flash} />
      <Stack>
        {found === null ? null : <MergeSearch key={found.text} user={user} found={found} />}
        {choice === null ? null : (
          <MergeChoice
            key={choice.accounts.map(({ user: { version } }) => version).join(' ')}
            accounts={choice.accounts}
            proposed={choice.proposed}
          />
        )}
      </Stack>
    </>
  );
}
