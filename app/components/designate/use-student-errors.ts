import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useRef, useState } from 'react';
import { type StudentErrors, studentIndexOf } from '#app/students/student-errors.ts';

const NONE: StudentErrors = {};

export interface FoundErrors {
  readonly found: StudentErrors;
  /** Errors of students who haven't been changed since. */
  readonly current: StudentErrors;
  report(errors: StudentErrors): void;
  /** Marks a student as changed, which hides the student's errors in the list. */
  changed(index: number): void;
  /** Removes a changed student's errors, except for these fields. */
  remaining(index: number, names: ReadonlySet<string>): void;
}

/**
 * @param reply the server's response to the last submit
 * @param onReply called with the server's errors once the page shows them
 */
export function useStudentErrors(
  reply: SubmissionResult<string[]> | undefined,
  onReply: (errors: StudentErrors) => void,
): FoundErrors {
  const [found, setFound] = useState(() => errorsOf(reply));
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  const [previous, setPrevious] = useState(reply);
  const latest = useRef(onReply);
  const report = (errors: StudentErrors) => {
    setFound(errors);
    setChanged(new Set());
  };
  if (previous !== reply) {
    setPrevious(reply);
    report(errorsOf(reply));
  }
  useEffect(() => {
    latest.current = onReply;
  });
  useEffect(() => {
    if (reply !== undefined) latest.current(errorsOf(reply));
  }, [reply]);

  const isCurrent = (name: string) => !changed.has(studentIndexOf(name) ?? -1);
  return {
    found,
    current: Object.fromEntries(Object.entries(found).filter(([name]) => isCurrent(name))),
    report,
    remaining: (index, names) =>
      setFound((before) => {
        const left = Object.entries(before).filter(
          ([name]) => studentIndexOf(name) !== index || names.has(name),
        );
        return left.length === Object.keys(before).length ? before : Object.fromEntries(left);
      }),
    changed: (index) => setChanged((before) => (before.has(index) ? before : new Set([...before, index]))),
  };
}

function errorsOf(reply: SubmissionResult<string[]> | undefined): StudentErrors {
  const errors = Object.entries(reply?.error ?? NONE);
  return Object.fromEntries(errors.map(([name, messages]) => [name, messages ?? []]));
}
