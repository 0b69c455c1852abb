import type { OpenForm } from '#app/components/designate/draft/draft-types.ts';
import { confirmedClassSize, type Draft } from '#app/components/designate/draft/draft.ts';
import { emptyStudent, isSameValue } from '#app/lib/students/draft-students.ts';
import { studentIndexOf } from '#app/lib/students/student-errors.ts';
import { designationSize } from '#app/schemas/designation-size.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type Values = ReadonlyMap<string, string>;

const UNTICKED = '';

const TICKED = 'on';

/** What the students' form keeps without showing it. */
const IS_KEPT = /\.address\.(zip4|firmName|urbanization)$/;

/**
 * Shows a draft in a form that is open, field by field, so that focus and caret stay where they are. Nothing counts as typed: what
 * listens for `input` and `change` hears of it only while they are captured, for they do not bubble. False, and nothing happens, where the form has to start anew for it: with
 * another number of slots, or with values that have no field to stand in.
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
  return new Map([
    ['classSize', classSize === null ? '' : String(classSize)],
    ['criteria', criteria ?? ''],
    ['criteriaComment', criteriaComment],
  ]);
}

/** Of the students whose forms are open. Without a student a form is blank, but keeps its state, which is filled in beforehand. */
function studentValues(draft: Draft, controls: readonly Control[]): Values {
  const values = new Map<string, string>();
  const open = new Set(controls.map(({ name }) => studentIndexOf(name)));
  for (const index of open) {
    if (index === null) continue;
    const student = draft.students[index];
    const { id: _id, address, twin, ...texts } = student ?? emptyStudent('');
    const { state, ...lines } = address;
    const set = (name: string, value: string) => values.set(`students[${index}].${name}`, value);
    set('twin', twin ? TICKED : UNTICKED);
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

/** Whether the control had another value. */
function write(control: Control, value: string): boolean {
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    const checked = control.type === 'radio' ? control.value === value : value === TICKED;
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
