import { useEffect, useRef } from 'react';
import { attempt, browserStorage, setStoredItem } from '#app/lib/browser/user-storage.ts';

/** The keys of the review page. Each works on the element with the same `data-shortcut`, if the page has one. */
export const SHORTCUTS: readonly { readonly key: string; readonly label: string }[] = [
  { key: 'a', label: 'Approve' },
  { key: 'r', label: 'Return…' },
  { key: 'j', label: 'Reject…' },
  { key: 's', label: 'Other status…' },
  { key: 'n', label: 'Next designation' },
  { key: 'p', label: 'Previous designation' },
  { key: 'e', label: 'Edit students' },
  { key: 'm', label: 'Messages' },
  { key: 'u', label: 'Undo the last decision' },
];

const STORED_KEY = 'laurel:shortcut-keys';
const OFF = 'off';

/** Returns whether the user wants shortcut keys in this browser. */
export function areShortcutsOn(): boolean {
  return attempt(() => browserStorage()?.getItem(STORED_KEY), null) !== OFF;
}

export function setShortcutsOn(isOn: boolean): void {
  setStoredItem(browserStorage(), STORED_KEY, isOn ? 'on' : OFF);
}

export function shortcutTarget(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
}

/** Listens to the shortcut keys while they are on. `?` calls `showHelp`. */
export function useShortcuts(isOn: boolean, showHelp: () => void): void {
  const help = useRef(showHelp);
  useEffect(() => {
    help.current = showHelp;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      if (event.key === '?') {
        event.preventDefault();
        help.current();
        return;
      }
      const known = SHORTCUTS.some(({ key }) => key === event.key);
      const target = known ? shortcutTarget(event.key) : null;
      if (target === null) return;
      event.preventDefault();
      press(target);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

/** Not a shortcut: with modifier keys, repeated, in a field, or while a dialog is open. */
function isShortcut(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return false;
  const isInField =
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;
  return !event.defaultPrevented && !isInField && document.querySelector('dialog[open]') === null;
}

/** Opens a form and moves to its first field; clicks anything else. */
function press(target: HTMLElement): void {
  const details = target.parentElement;
  if (!(details instanceof HTMLDetailsElement)) {
    target.click();
    return;
  }
  details.open = true;
  details.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')?.focus();
}
