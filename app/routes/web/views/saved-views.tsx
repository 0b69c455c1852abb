import { data, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { titled } from '#app/components/site/titled.ts';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { RefusedViewForm, SavedViewItem } from '#app/components/views/saved-view-forms.tsx';
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
} from '#app/domain/saved-views/saved-views.server.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { SAVED_VIEW_MESSAGES } from '#app/messages/saved-view-messages.ts';
import { counted } from '#app/lib/text/counted.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  DeleteViewFormSchema,
  NewViewFormSchema,
  RenameViewFormSchema,
  SavedViewsScreenSchema,
} from '#app/schemas/saved-view.ts';
import { VIEW_LIST_LABELS, VIEW_LISTS } from '#app/schemas/view-lists.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Saved views');

const PATH = '/views';
const DELETION_REFUSED = 'Unable to delete view: ';

export const loader = screen(async ({ ctx, request }) => {
  const { items } = await listSavedViews(ctx);
  const { messages, headers } = await readFlash(request, ctx.settings);
  return data({ views: [...items], flash: messages }, { headers });
}, SavedViewsScreenSchema);

export const action = formAction(async ({ ctx }, form) => {
  authorize(ctx.actor, 'savedView.manage');
  const done = (text: string) =>
    redirectWithFlash(PATH, [{ tone: 'success', text }], ctx.settings, { isSamePage: true });
  const intent = intentOf(form, ['rename', 'delete']);
  if (intent === 'rename') {
    return submitForm(
      form,
      RenameViewFormSchema,
      async ({ id, version, name }) => {
        await changeSavedView(ctx, { id, patch: { name }, ifMatch: version });
        return done(SAVED_VIEW_MESSAGES.renamed(name));
      },
      SAVE_REFUSED,
    );
  }
  if (intent === 'delete') {
    return submitForm(
      form,
      DeleteViewFormSchema,
      async ({ id, version }) => {
        await deleteSavedView(ctx, { id, ifMatch: version });
        return done(SAVED_VIEW_MESSAGES.deleted);
      },
      DELETION_REFUSED,
    );
  }
  return submitForm(
    form,
    NewViewFormSchema,
    async (input) => {
      const { list, query } = await createSavedView(ctx, input);
      return redirect(`/${list}${query === '' ? '' : `?${query}`}`);
    },
    SAVE_REFUSED,
  );
});

export const clientAction = formClientAction((intent) =>
  intent === 'delete' ? DELETION_REFUSED : SAVE_REFUSED,
);

/** An administrator's own views of lists. */
export default function SavedViews() {
  const { views, flash } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  return (
    <>
      <PageHeader title="Saved views" subtitle={<span role="status">{counted(views.length, 'view')}</span>} />
      <FlashRegion messages={flash} />
      <Stack>
        <p className="m-0">
          To save a view, filter and sort a list, then select Views. Only you can see your views. To share
          one, send its link to another administrator.
        </p>
        {reply?.initialValue?.['list'] !== undefined ? <RefusedViewForm reply={reply} /> : null}
        {VIEW_LISTS.map((list) => {
          const ofList = views.filter((view) => view.list === list);
          return ofList.length === 0 ? null : (
            <Panel key={list} title={VIEW_LIST_LABELS[list]}>
              <ul className="saved-views">
                {ofList.map((view) => (
                  <SavedViewItem key={`${view.id} ${view.version}`} view={view} reply={reply} />
                ))}
              </ul>
            </Panel>
          );
        })}
        {views.length === 0 ? (
          <Panel flush>
            <EmptyState title="No saved views yet">They appear here and above the lists.</EmptyState>
          </Panel>
        ) : null}
      </Stack>
    </>
  );
}
