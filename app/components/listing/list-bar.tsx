import { Form } from '@remix-run/react';
import { closeOnEscape, closeOnLeave } from '#app/components/listing/close-on-escape.ts';
import { type ListQuery, without } from '#app/components/listing/list-query.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ListViewsMenu } from '#app/components/listing/list-views.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { formatNumber } from '#app/lib/text/counted.ts';
import type { ListViews } from '#app/schemas/saved-view.ts';
import type { ViewList } from '#app/schemas/view-lists.ts';

/** Longer than the server accepts, so that it can say so; short enough for a URL. */
const FIND_MAX = 1000;

interface ListTabs {
  /** The filter that the tabs set. */
  readonly name: string;
  /** Names the tabs for screen readers: 'Status'. */
  readonly label: string;
  /** Its values with their labels. */
  readonly options: Readonly<Record<string, string>>;
  /** Number of rows of the other filters by value; values without any are missing. */
  readonly counts: Readonly<Record<string, number>>;
}

interface ListSearch {
  /** The filter that the field sets. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Filters that a new text replaces. */
  readonly replaces?: readonly string[];
}

interface ListBarProps {
  query: ListQuery<string>;
  search: URLSearchParams;
  tabs: ListTabs | null;
  find: ListSearch;
  /** The list that `views` are of. */
  list: ViewList;
  views: ListViews;
}

/** Tabs, a search field, and saved views above a list's panels. Tabs and field keep the other filters and the order. */
export function ListBar({ query, search, tabs, find, list, views }: ListBarProps) {
  const others = without(query.listOf(search), [find.name, ...(find.replaces ?? [])]);
  return (
    <div className="list-bar" onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      {tabs === null ? null : <StatusTabs query={query} search={search} {...tabs} />}
      <div className="list-tools">
        <Form method="get" action={query.hrefOf(new URLSearchParams())} role="search" className="list-search">
          {[...others].map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <input
            key={find.value}
            type="search"
            className="form-control form-control-sm"
            name={find.name}
            aria-label={find.label}
            placeholder={find.label}
            defaultValue={find.value}
            maxLength={FIND_MAX}
            autoComplete="off"
          />
          <Button type="submit" size="sm">
            Find
          </Button>
        </Form>
        {views === null ? null : <ListViewsMenu query={query} search={search} list={list} views={views} />}
      </div>
    </div>
  );
}

const ALL = 'all';

function StatusTabs({
  query,
  search,
  name,
  label,
  options,
  counts,
}: Pick<ListBarProps, 'query' | 'search'> & ListTabs) {
  const others = without(query.listOf(search), [name]);
  const chosen = [...new Set(search.getAll(name).filter((value) => value !== ''))];
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = Object.entries(options).map(([value, text]) => ({
    key: value,
    label: <TabLabel text={text} count={counts[value] ?? 0} />,
    href: query.hrefOf(new URLSearchParams([...others, [name, value]])),
  }));
  return (
    <TabLinks
      label={label}
      tabs={[{ key: ALL, label: <TabLabel text="All" count={total} />, href: query.hrefOf(others) }, ...tabs]}
      current={chosen.length === 0 ? ALL : chosen.length === 1 ? (chosen[0] ?? '') : ''}
    />
  );
}

function TabLabel({ text, count }: { text: string; count: number }) {
  return (
    <>
      {text} <span className="tab-count">{formatNumber(count)}</span>
    </>
  );
}
