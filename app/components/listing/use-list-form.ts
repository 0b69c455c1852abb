import { useNavigate } from '@remix-run/react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type ListQuery, sortedQuery } from '#app/components/listing/list-query.ts';
import { FILTER_DEBOUNCE_MS } from '#app/config/constants.ts';

type Query = Pick<ListQuery<string>, 'listOf' | 'hrefOf' | 'isImplied'>;

/** Fields that sync with the URL themselves, and what they add to the query. Define it outside of components. */
export interface OwnFields {
  readonly names: readonly string[];
  tidy(search: URLSearchParams): void;
}

/**
 * Syncs a form with the list's URL: one second after the last change, or immediately on submit. Fields and focus are
 * preserved unless the URL changed otherwise (Back, a link); then `generation` changes to reset the fields.
 */
export function useListForm(query: Query, search: URLSearchParams, own?: OwnFields) {
  const ref = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const [generation, setGeneration] = useState(0);
  const navigate = useNavigate();
  const present = sortedQuery(query, query.listOf(search));
  const urlQuery = sortedQuery(query, query.listOf(search), own?.names);

  const apply = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const form = ref.current;
    if (form === null || !form.checkValidity()) return;
    const next = searchOf(query, form, own);
    if (sortedQuery(query, next) === present) return;
    navigate(query.hrefOf(next), { preventScrollReset: true });
  }, [navigate, own, present, query]);

  useEffect(() => {
    const form = ref.current;
    if (form === null || timer.current !== undefined) return;
    if (sortedQuery(query, searchOf(query, form, own), own?.names) !== urlQuery)
      setGeneration((last) => last + 1);
  }, [urlQuery, own, query]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  return {
    generation,
    formProps: {
      ref,
      onChange: () => {
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(apply, FILTER_DEBOUNCE_MS);
      },
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        apply();
      },
    },
  };
}

/** Converts the form to a query, without empty and default values. */
function searchOf(query: Query, form: HTMLFormElement, own: OwnFields | undefined): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of new FormData(form)) {
    if (typeof value === 'string' && value !== '' && !query.isImplied(key, value)) search.append(key, value);
  }
  own?.tidy(search);
  return search;
}
