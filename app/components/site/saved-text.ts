import { redirect } from '@remix-run/react';
import { typeInto } from '#app/components/forms/phone-field.tsx';
import { showSaveNotice } from '#app/components/ui/save-notice.tsx';
import { removeStoredItem, tabKey, tabStorage, setStoredItem } from '#app/lib/browser/user-storage.ts';
import { forgetAtLogout } from '#app/lib/browser/logout-elsewhere.ts';
import { isRecord } from '#app/lib/records.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface SavedControl {
  /** The form's ID, or its index on the page. */
  readonly form: string;
  readonly name: string;
  /** The value of a checkbox or radio button; null for other controls. */
  readonly box: string | null;
  /** Index among the form's controls with the same name (and box value). */
  readonly at: number;
  readonly value: string;
}

const CHECKED = 'ticked';
const EMPTY = '';
/** How long to wait for controls that appear only after others are filled in. */
const RESTORE_MS = 5_000;
const PASS_MS = 50;
/** Controls can change when others are restored after them. After FILLS_MAX attempts, a control is left alone. */
const STEADY_PASSES = 3;
const FILLS_MAX = 5;
const RESTORED = "Your text was restored. It isn't saved yet.";

/**
 * Saves the forms' text in this tab until the user signs in again, without files, passwords, codes, and search texts. Returns the
 * redirect. Steps of a designation have their own draft, and students' lists can't be saved whole.
 */
export function saveText(toLogin: Response): Response {
  const userId = signedInUser();
  const { pathname, search } = window.location;
  // URLs may contain capitals and end with a slash.
  if (userId === null || /^\/designate\/|\/students\/*$/i.test(pathname)) return toLogin;
  forgetAtLogout();
  const text = JSON.stringify({ path: pathname, controls: postedForms().flatMap(controlsOf) });
  const isAgain = toLogin.headers.get('Location')?.includes('&again=') === true;
  const query = new URLSearchParams({
    to: `${pathname}${search}`,
    saved: '1',
    ...(isAgain ? { again: '1' } : {}),
  });
  return setStoredItem(tabStorage(), tabKey(userId, 'text'), text)
    ? redirect(`/login?${query.toString()}`)
    : toLogin;
}

/** Restores stored text into the page's forms. Text stored for other pages is not touched. */
export async function restoreText(): Promise<void> {
  const userId = signedInUser();
  if (userId === null) return;
  forgetAtLogout();
  const key = tabKey(userId, 'text');
  const saved = parsed(tabStorage()?.getItem(key) ?? '');
  if (saved?.path !== window.location.pathname) return;
  await restoreControls(saved.controls);
  removeStoredItem(tabStorage(), key);
  showSaveNotice({ tone: 'info', text: RESTORED, path: saved.path, isInDialog: false });
}

/** Returns the signed-in user's ID from the loader data, which Remix exposes only to components. */
function signedInUser(): string | null {
  const frame: unknown = window.__remixRouter.state.loaderData['routes/web/shell'];
  const user = isRecord(frame) ? frame['user'] : undefined;
  return isRecord(user) && typeof user['id'] === 'string' ? user['id'] : null;
}

/** Restores the controls, repeating until nothing changes, because some appear when others are filled in. */
async function restoreControls(controls: readonly SavedControl[]): Promise<void> {
  let left = controls.map((control) => ({ control, passes: 0, fills: 0 }));
  const until = Date.now() + RESTORE_MS;
  while (left.length > 0 && Date.now() < until) {
    for (const one of left) {
      const found = findControl(one.control);
      if (found === undefined) {
        for (const part of formOf(one.control)?.querySelectorAll('details') ?? []) part.open = true;
        continue;
      }
      if (valueOf(found) === one.control.value) one.passes += 1;
      else {
        one.passes = 0;
        one.fills += 1;
        fill(found, one.control.value);
      }
    }
    left = left.filter(({ passes, fills }) => passes < STEADY_PASSES && fills < FILLS_MAX);
    await new Promise((resolve) => setTimeout(resolve, PASS_MS));
  }
}

function fill(control: Control, value: string): void {
  if (isBox(control)) {
    if (control.type === 'checkbox' || value === CHECKED) control.click();
  } else if (control.type === 'hidden') {
    control.value = value;
  } else {
    typeInto(control, value);
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
  if (control.type !== 'hidden') openAround(control);
}

/** Opens the parts of the page that contain a restored control. */
function openAround(control: Control): void {
  for (let part = control.closest('details'); part !== null;) {
    part.open = true;
    part = part.parentElement?.closest('details') ?? null;
  }
}

function controlsOf(form: HTMLFormElement, index: number): SavedControl[] {
  const occurrences = new Map<string, number>();
  return namedControls(form).map((control) => {
    const box = isBox(control) ? control.value : null;
    const key = `${control.name} ${box}`;
    const at = occurrences.get(key) ?? 0;
    occurrences.set(key, at + 1);
    return { form: formName(form, index), name: control.name, box, at, value: valueOf(control) };
  });
}

function formOf({ form: wanted }: SavedControl): HTMLFormElement | undefined {
  return postedForms().find((each, index) => formName(each, index) === wanted);
}

function findControl(saved: SavedControl): Control | undefined {
  const { name, box, at } = saved;
  const form = formOf(saved);
  if (form === undefined) return undefined;
  return namedControls(form).filter(
    (control) => control.name === name && (isBox(control) ? control.value : null) === box,
  )[at];
}

/** Returns the controls users fill in, plus the hidden version, so that conflicts are still detected. */
function namedControls(form: HTMLFormElement): Control[] {
  return Array.from(form.elements).filter((control): control is Control => {
    if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement)
      return isSavable(control);
    if (!(control instanceof HTMLInputElement) || !isSavable(control)) return false;
    if (control.type === 'hidden') return control.name === 'version';
    return !['file', 'password', 'search', 'submit', 'button', 'reset'].includes(control.type);
  });
}

function isSavable({ name, autocomplete }: Control): boolean {
  return name !== '' && !name.startsWith('students[') && autocomplete !== 'one-time-code';
}

function postedForms(): HTMLFormElement[] {
  return Array.from(document.forms).filter(({ method }) => method === 'post');
}

function formName(form: HTMLFormElement, index: number): string {
  return form.getAttribute('id') ?? String(index);
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');
}

function valueOf(control: Control): string {
  if (isBox(control)) return control.checked ? CHECKED : EMPTY;
  return control.value;
}

function parsed(text: string): { path: string; controls: SavedControl[] } | null {
  const saved: unknown = text === '' ? null : JSON.parse(text);
  if (!isRecord(saved) || typeof saved['path'] !== 'string' || !Array.isArray(saved['controls'])) return null;
  return { path: saved['path'], controls: saved['controls'].filter(isSavedControl) };
}

function isSavedControl(saved: unknown): saved is SavedControl {
  if (!isRecord(saved)) return false;
  const { form, name, box, at, value } = saved;
  return (
    [form, name, value].every((text) => typeof text === 'string') &&
    typeof at === 'number' &&
    (box === null || typeof box === 'string')
  );
}
