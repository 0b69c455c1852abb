import { useNavigate } from '@remix-run/react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  DEFAULT_ORDER,
  hrefOf,
  listOf,
  TYPED_SCHOOL,
} from '#app/components/domain/designations/list-address.ts';
import { FILTER_DEBOUNCE_MS } from '#app/config/constants.ts';

/**
 * A form that is the list's address: a change is in the address a second after the last one, a press of its button at once.
 * The fields stay as they are, and the focus with them, unless the address went elsewhere (Back, a link): `generation`
 * then changes, for the fields to be made anew from it.
 */
export function useListForm(search: URLSearchParams) {
  const ref = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const [generation, setGeneration] = useState(0);
  const navigate = useNavigate();
  const address = canonical(listOf(search));
  const present = sorted(listOf(search));

  const apply = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const form = ref.current;
    if (form === null || !form.checkValidity()) return;
    const next = searchOf(form);
    if (sorted(next) === present) return;
    navigate(hrefOf(next), { preventScrollReset: true });
  }, [navigate, present]);

  useEffect(() => {
    const form = ref.current;
    if (form === null || timer.current !== undefined) return;
    if (canonical(searchOf(form)) !== address) setGeneration((last) => last + 1);
  }, [address]);
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

/** What the form asks for, as the address says it: without what is empty or goes without saying. */
function searchOf(form: HTMLFormElement): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of new FormData(form)) {
    const isSaid = typeof value === 'string' && value !== '' && DEFAULT_ORDER.get(key) !== value;
    if (isSaid) search.append(key, value);
  }
  // The name is for those without scripts, and for what was typed and not found; a school that is known has its id.
  if (search.has('highSchoolId')) search.delete(TYPED_SCHOOL);
  return search;
}

/** The school's field follows the address by itself. */
const SCHOOL = [TYPED_SCHOOL, 'highSchoolId'];

/** Two addresses that ask the other fields for the same are the same text. */
function canonical(search: URLSearchParams): string {
  return sorted(new URLSearchParams([...search].filter(([key]) => !SCHOOL.includes(key))));
}

/** Two addresses that ask for the same are the same text, in whatever order they say it. */
function sorted(search: URLSearchParams): string {
  const said = [...search].filter(([key, value]) => DEFAULT_ORDER.get(key) !== value);
  said.sort();
  return new URLSearchParams(said).toString();
}
