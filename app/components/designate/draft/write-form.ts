import type { OpenForm } from '#app/components/designate/draft/draft-types.ts';
import { confirmedClassSize, type Draft } from '#app/components/designate/draft/draft.ts';
import { emptyStudent, isSameValue } from '#app/lib/students/draft-students.ts';
import { studentIndexOf } from '#app/lib/students/student-errors.ts';
import type { MethodField } from '#app/schemas/designation-fields.ts';
import { designationSize } from '#app/schemas/designation-size.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type Values = ReadonlyMap<string, string>;

const UNCHECKED = '';

const CHECKED = 'on';

const IS_KEPT = /\.address\.(zip4|firmName|urbanization)$/;

/**
 * Writes a draft into an open form by field, preserving focus and caret. The events don't bubble, so that they don't
 * count as input. Returns false and does nothing if the form must restart instead.
 */
export function writeForm({ element, slots: indexes }: OpenForm, draft: Draft): boolean {
  const controls = Array.from(element.elements).filter(isControl);
  const values = indexes === null ? methodValues(draft) : studentValues(draft, controls);
  if (indexes !== null && indexes !== designationSize(confirmedClassSize(draft) ?? 0)) return false;
  if (indexes !== null && !isEverythingKept(new FormData(element), values)) return false;
  if (indexes === null && draft.criteria === null && controls.some(isChosen)) return false;
  for (const control of controls) {
    const value = values.get(control.name);
    if (value !== undefined && !IS_KEPT.test(control.name) && write(control, value)) {
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type));
    }
  }
  return true;
}

function methodValues({ classSize, criteria, criteriaComment }: Draft): Values {
  const values: Record<MethodField, string> = {
    classSize: classSize === null ? '' : String(classSize),
    criteria: criteria ?? '',
    criteriaComment,
  };
  return new Map(Object.entries(values));
}

/** Returns the values of students whose forms are open. A form without a student is blank, except for its state. */
function studentValues(draft: Draft, controls: readonly Control[]): Values {
  const values = new Map<string, string>();
  const open = new Set(controls.map(({ name }) => studentIndexOf(name)));
  for (const index of open) {
    if (index === null) continue;
    const student = draft.students[index];
    const { id: _id, address, twin, ...texts } = student ?? emptyStudent('');
    const { state, ...lines } = address;
    const set = (name: string, value: string) => values.set(`students[${index}].${name}`, value);
    set('twin', twin ? CHECKED : UNCHECKED);
    for (const [name, value] of Object.entries(texts)) set(name, value);
    for (const [name, value] of Object.entries(lines)) set(`address.${name}`, value);
    if (student !== undefined) set('address.state', state);
  }
  return values;
}

function isEverythingKept(form: FormData, values: Values): boolean {
  return Array.from(values).every(
    ([name, value]) => !IS_KEPT.test(name) || isSameValue(form.get(name) ?? '', value),
  );
}

function write(control: Control, value: string): boolean {
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    const checked = control.type === 'radio' ? control.value === value : value === CHECKED;
    if (control.checked === checked) return false;
    control.checked = checked;
    return true;
  }
  if (isSameValue(control.value, value)) return false;
  control.value = value;
  return true;
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function isChosen(control: Control): boolean {
  return control instanceof HTMLInputElement && control.name === 'criteria' && control.checked;
}
