import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { buttonReleased } from '#app/components/designate/button-released.ts';
import { typedFields } from '#app/components/forms/use-check-on-blur.ts';
import type { ConformField } from '#app/components/forms/field-parts.ts';
import { PHONE_DEBOUNCE_MS } from '#app/config/constants.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { invalidValues } from '#app/students/student-gaps.ts';
import type { StudentErrors } from '#app/students/student-errors.ts';

const NONE: StudentErrors = {};

/**
 * Validates a field on blur: a phone number always, others if changed or invalid (specification, section 5).
 * Reads and renders only that student's form.
 * @param formId the ID of the form
 * @param prefix the prefix of the student's field names: `students[3].`
 * @param submitted the errors of the last submit, by field name
 * @param today the latest birth date, YYYY-MM-DD
 * @param student the student as opened; invalid values are marked at once
 */
export function useBlurCheck(
  formId: string,
  prefix: string,
  submitted: StudentErrors,
  today: string,
  student: DraftStudent,
) {
  const [found, setFound] = useState(() => invalidValues(student, today));
  const timer = useRef<number>();
  const left = useRef(new Set<string>());
  const changed = useRef(new Set<string>());
  const submits = useRef(0);

  useEffect(() => {
    const form = document.getElementById(formId);
    const forget = () => {
      submits.current += 1;
      changed.current.clear();
      left.current.clear();
      setFound(NONE);
    };
    form?.addEventListener('submit', forget);
    return () => {
      window.clearTimeout(timer.current);
      form?.removeEventListener('submit', forget);
    };
  }, [formId]);

  const checkNow = async (frame: HTMLElement, names: readonly string[]) => {
    const leftAfter = submits.current;
    const errors = await errorsIn(frame, prefix, today);
    await buttonReleased();
    if (leftAfter !== submits.current) return;
    const now = Object.fromEntries(names.map((name) => [name, errors[name] ?? []]));
    setFound((before) => ({ ...before, ...now }));
  };
  const latest = useRef(checkNow);
  useEffect(() => {
    latest.current = checkNow;
  });

  // Validates text typed before hydration.
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const left = typedFields(form).filter(
      (field) => field.name.startsWith(prefix) && field !== document.activeElement,
    );
    if (left.length > 0)
      void latest.current(
        form,
        left.map(({ name }) => name.slice(prefix.length)),
      );
  }, [formId, prefix]);

  const onInputCapture = ({ target }: FormEvent<HTMLElement>) => {
    if (target instanceof HTMLInputElement) changed.current.add(target.name);
  };

  const onBlur = ({ target, currentTarget: frame }: FocusEvent<HTMLElement>) => {
    const input: EventTarget = target;
    if (!(input instanceof HTMLInputElement) || !input.name.startsWith(prefix)) return;
    const name = input.name.slice(prefix.length);
    const isWrong = input.ariaInvalid === 'true';
    // Errors found by the server remain until the field is changed.
    if (isWrong && !changed.current.has(input.name)) return;
    if (input.type !== 'tel' && input.value === '' && !isWrong) return;
    left.current.add(name);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const names = [...left.current];
      left.current.clear();
      void checkNow(frame, names);
    }, PHONE_DEBOUNCE_MS);
  };

  /** Adds the errors of the last blur, or else of the last submit, to a field. */
  const checked = (field: ConformField): ConformField => {
    const errors = found[field.name.slice(prefix.length)] ?? submitted[field.name];
    return errors === undefined ? field : { ...field, errors: [...errors] };
  };

  return { onBlur, onInputCapture, checked };
}

async function errorsIn(frame: HTMLElement, prefix: string, today: string): Promise<StudentErrors> {
  const { studentErrors } = await import('#app/components/designate/designate-validation.ts');
  const form = new FormData();
  for (const input of frame.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    const isLeftOut = input instanceof HTMLInputElement && input.type === 'checkbox' && !input.checked;
    if (input.name.startsWith(prefix) && !isLeftOut) form.set(input.name.slice(prefix.length), input.value);
  }
  return studentErrors(form, today);
}
