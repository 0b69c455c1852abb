import { type RefObject, useEffect, useRef, useState } from 'react';
import { buttonReleased } from '#app/components/designate/button-released.ts';
import type { LookalikePair, ListedIdentity } from '#app/students/same-student.ts';

const TYPING_PAUSE_MS = 300;
const IDENTITY_FIELD = /\.(?:first|last|dateOfBirth|email|twin)$/;
const NO_PAIRS: readonly LookalikePair[] = [];

/**
 * Finds students who are listed twice (decisions, section 5) when `students` changes and shortly after an
 * identifying field loses focus. Compares birth dates first, and reads nothing while the user is typing.
 */
export function useLookalikes(
  formRef: RefObject<HTMLFormElement>,
  students: readonly ListedIdentity[],
  studentsNow: () => readonly ListedIdentity[],
): readonly LookalikePair[] {
  const [pairs, setPairs] = useState(NO_PAIRS);
  const latest = useRef(studentsNow);
  useEffect(() => {
    latest.current = studentsNow;
  });

  useEffect(() => {
    const form = formRef.current;
    if (form === null) return;
    let round = 0;
    let timer: number | undefined;
    const look = async () => {
      round += 1;
      const own = round;
      const now = latest.current();
      const found = hasSameBirthDates(now) ? await pairsOf(now) : NO_PAIRS;
      await buttonReleased();
      if (own === round)
        setPairs((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    };
    const lookSoon = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || !IDENTITY_FIELD.test(target.name)) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look(), TYPING_PAUSE_MS);
    };
    void look();
    form.addEventListener('change', lookSoon, { capture: true });
    return () => {
      round += 1;
      window.clearTimeout(timer);
      form.removeEventListener('change', lookSoon, { capture: true });
    };
  }, [formRef, students]);
  return pairs;
}

function hasSameBirthDates(students: readonly ListedIdentity[]): boolean {
  const dates = students.map(({ dateOfBirth }) => dateOfBirth).filter((date) => date !== '');
  return new Set(dates).size < dates.length;
}

/** Finds the pairs; returns none if the comparison can't be loaded, because Review compares again. */
async function pairsOf(students: readonly ListedIdentity[]): Promise<readonly LookalikePair[]> {
  try {
    const { lookalikePairs } = await import('#app/students/same-student.ts');
    return lookalikePairs(students);
  } catch {
    return NO_PAIRS;
  }
}
