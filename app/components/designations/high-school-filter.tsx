import { useNavigation } from '@remix-run/react';
import { type ChangeEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { TYPED_SCHOOL } from '#app/components/designations/list-url.ts';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { SchoolChoice } from '#app/schemas/school-choices.ts';

interface HighSchoolFilterProps {
  name?: 'highSchoolId' | 'highSchools';
  chosen: { readonly id: string; readonly name: string } | null;
  search: URLSearchParams;
  /** ID of the name field, if its name isn't unique on the page. */
  fieldId?: string;
  errors?: readonly string[];
}

/** The text typed last, and the URL's value at that time. */
interface Typing {
  readonly text: string;
  readonly under: string;
}

/** Delay after the last keystroke before matching schools are fetched, in milliseconds. */
const LOOK_UP_MS = 250;
const SUGGESTIONS = 'high-school-suggestions';

/**
 * Filters by school. Choosing a suggested school sends its ID; without a choice, the name filters the list.
 */
export function HighSchoolFilter({
  name = 'highSchoolId',
  chosen,
  search,
  fieldId = TYPED_SCHOOL,
  errors = [],
}: HighSchoolFilterProps) {
  const [schools, setSchools] = useState<readonly SchoolChoice[]>([]);
  const [typing, setTyping] = useState<Typing | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isHeld = useRef(false);
  const isLoading = useNavigation().state !== 'idle';
  /** Whether the text changed while a list was loading, so that the URL's value will be outdated. */
  const isAhead = useRef(false);
  const timer = useRef<number>();
  const request = useRef<AbortController>();
  /** Cancels the lookup for outdated text. */
  const forget = useCallback(() => {
    window.clearTimeout(timer.current);
    request.current?.abort();
  }, []);
  useEffect(() => forget, [forget]);
  const suggestions = labeled(schools);
  const urlText = chosen?.name ?? search.get(TYPED_SCHOOL) ?? '';
  const key = `${chosen?.id ?? ''} ${urlText}`;

  const isTyped = typing !== null && typing.under === key;
  const isEmpty = (isTyped ? typing.text : urlText).trim() === '';

  // Shows the URL's value in the field, without overwriting text that is still being typed.
  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLInputElement)) return;
    const isBeingTyped = isHeld.current && document.activeElement === field;
    const wasAhead = isAhead.current;
    isAhead.current = false;
    if (isBeingTyped && wasAhead) {
      setTyping({ text: field.value, under: key });
      return;
    }
    if (isBeingTyped && isPart(field.value, urlText)) return;
    field.value = urlText;
    if (urlText === '') forget();
  }, [urlText, fieldId, forget, key]);

  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { value } = target;
    setTyping({ text: value, under: key });
    isHeld.current = true;
    isAhead.current = isLoading;
    forget();
    if (isEmpty || value.trim() === '') setFailure(null);
    if (value.trim() === '') return;
    timer.current = window.setTimeout(() => {
      const { signal } = (request.current = new AbortController());
      const show = (found: readonly SchoolChoice[], problem: string | null) => {
        if (signal.aborted) return;
        setSchools(found);
        setFailure(problem);
      };
      void fetchSchools(value.trim(), signal).then(
        (found) => show(found, null),
        (error: unknown) => show([], error instanceof Error ? error.message : String(error)),
      );
    }, LOOK_UP_MS);
  };

  const suggested = isTyped ? suggestions.find(({ label }) => label === typing.text)?.id : undefined;
  const id = suggested ?? (isTyped ? '' : (chosen?.id ?? ''));
  const release = (field: HTMLInputElement) => {
    isHeld.current = false;
    if (!isTyped) field.value = urlText;
  };
  return (
    <>
      <TextField
        name={TYPED_SCHOOL}
        id={fieldId}
        errors={failure === null || isEmpty ? errors : [...errors, failure]}
        label="High school name"
        span={3}
        list={SUGGESTIONS}
        autoComplete="off"
        maxLength={200}
        defaultValue={urlText}
        onChange={type}
        onBlur={({ currentTarget }) => release(currentTarget)}
        onKeyDown={({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
          if (key === 'Enter') release(currentTarget);
        }}
      />
      <input type="hidden" name={name} value={id} />
      <datalist id={SUGGESTIONS}>
        {suggestions.map(({ id: key, label }) => (
          <option key={key} value={label} />
        ))}
      </datalist>
    </>
  );
}

function isPart(typed: string, name: string): boolean {
  return typed.trim() !== '' && name.toLowerCase().includes(typed.trim().toLowerCase());
}

/** Adds the city to schools that share a name. */
function labeled(schools: readonly SchoolChoice[]) {
  return schools.map(({ id, name, city }) => {
    const isShared = schools.some((other) => other.id !== id && other.name === name);
    return { id, label: isShared ? `${name}, ${city}` : name };
  });
}

async function fetchSchools(name: string, signal: AbortSignal) {
  const loaded = await import('#app/components/designations/fetch-school-choices.ts').catch(() => null);
  return loaded === null ? [] : loaded.fetchSchoolChoices(name, signal);
}
