import { Form, Link } from '@remix-run/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { type ListQuery, sortedQuery } from '#app/components/listing/list-query.ts';
import type { ListViews } from '#app/schemas/saved-view.ts';
import { VIEW_NAME_MAX, type ViewList } from '#app/schemas/view-lists.ts';

interface ListViewsProps {
  query: ListQuery<string>;
  search: URLSearchParams;
  list: ViewList;
  views: NonNullable<ListViews>;
}

/** The user's saved views of a list, and a form that saves the current one. Works without JavaScript. */
export function ListViewsMenu({ query, search, list, views }: ListViewsProps) {
  const [, here = ''] = query.hrefOf(query.listOf(search)).split('?');
  const nameRef = useRef<HTMLInputElement>(null);
  const count = useRef(views.length);
  useEffect(() => {
    if (count.current !== views.length && nameRef.current !== null) nameRef.current.value = '';
    count.current = views.length;
  }, [views.length]);
  const queryOf = (view: URLSearchParams) => sortedQuery(query, query.listOf(view));
  const current = views.find((view) => queryOf(new URLSearchParams(view.query)) === queryOf(search));
  return (
    <details className="list-menu">
      <summary className="btn btn-sm btn-outline">
        {current === undefined ? 'Views' : `View: ${current.name}`}
      </summary>
      <div className="list-menu-body">
        {views.length === 0 ? null : (
          <ul aria-label="Saved views" onClick={closeMenu}>
            {views.map((view) => (
              <li key={view.id}>
                <Link
                  to={query.hrefOf(new URLSearchParams(view.query))}
                  aria-current={view === current ? 'true' : undefined}
                >
                  {view.name}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <p className="m-0" role="status">
          {current === undefined
            ? 'Name this filter and sort order to save them as a view.'
            : `You're viewing “${current.name}”.`}
        </p>
        <Form method="post" action="/views" className="list-search">
          <input type="hidden" name="list" value={list} />
          <input type="hidden" name="query" value={here} />
          <input
            ref={nameRef}
            className="form-control form-control-sm"
            name="name"
            aria-label="View name"
            placeholder="View name"
            required
            maxLength={VIEW_NAME_MAX}
            autoComplete="off"
          />
          <Button type="submit" size="sm">
            Save view
          </Button>
        </Form>
        <Link to="/views">Manage views</Link>
      </div>
    </details>
  );
}

/** Keeps the focus on the menu's button, because the clicked link is hidden. */
function closeMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  const menu = currentTarget.closest('details');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
}
