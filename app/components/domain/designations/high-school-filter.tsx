import { useFetcher } from '@remix-run/react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { TYPED_SCHOOL } from '#app/components/domain/designations/list-address.ts';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { SchoolChoice } from '#app/schemas/designation-screens.ts';

interface HighSchoolFilterProps {
  chosen: { readonly id: string; readonly name: string } | null;
  search: URLSearchParams;
}

/** Milliseconds without a key before the schools with that name are fetched. */
const LOOK_UP_MS = 250;
const SUGGESTIONS = 'high-school-suggestions';

/**
 * A school by its name. What is typed brings the schools that have it in their names, a few at a time; choosing one sends its
 * id. Without scripts, or where nothing was chosen, the name is sent, and the page asks which one is meant.
 */
export function HighSchoolFilter({ chosen, search }: HighSchoolFilterProps) {
  const { load, data } = useFetcher<{ schools: SchoolChoice[] }>();
  const [typing, setTyping] = useState<{ text: string; under: string } | null>(null);
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const suggestions = labelled(data?.schools ?? []);
  const address = chosen?.name ?? search.get(TYPED_SCHOOL) ?? '';
  const place = `${chosen?.id ?? ''} ${address}`;

  // What the address has come to say stands in the field, also where it was typed in: the focus must stay.
  useEffect(() => {
    const field = document.getElementById(TYPED_SCHOOL);
    if (field instanceof HTMLInputElement) field.value = address;
  }, [address, place]);

  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { value } = target;
    setTyping({ text: value, under: place });
    window.clearTimeout(timer.current);
    if (value.trim() === '') return;
    timer.current = window.setTimeout(() => {
      load(`/designations/schools?${new URLSearchParams({ name: value.trim() }).toString()}`);
    }, LOOK_UP_MS);
  };

  const isTyped = typing !== null && typing.under === place;
  const id = isTyped
    ? (suggestions.find(({ label }) => label === typing.text)?.id ?? '')
    : (chosen?.id ?? '');
  return (
    <>
      <TextField
        name={TYPED_SCHOOL}
        label="High school, or part of its name"
        span={3}
        list={SUGGESTIONS}
        autoComplete="off"
        maxLength={200}
        defaultValue={address}
        onChange={type}
      />
      <input type="hidden" name="highSchoolId" value={id} />
      <datalist id={SUGGESTIONS}>
        {suggestions.map(({ id: key, label }) => (
          <option key={key} value={label} />
        ))}
      </datalist>
    </>
  );
}

/** A school by its name; of several with one name each says its town too. */
function labelled(schools: readonly SchoolChoice[]) {
  return schools.map(({ id, name, city }) => {
    const isShared = schools.some((other) => other.id !== id && other.name === name);
    return { id, label: isShared ? `${name}, ${city}` : name };
  });
}
