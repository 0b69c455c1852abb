import { attempt, tabKey, tabStorage } from '#app/lib/browser/user-storage.ts';

/** Restores which menu groups are open in this tab, and stores later changes. */
export function persistMenuGroups(menu: HTMLElement, userId: string): void {
  const storage = tabStorage();
  const keyOf = (group: HTMLElement): string => {
    const outer = group.parentElement?.closest('details');
    const before = outer ? keyOf(outer) : tabKey(userId, 'menu');
    return `${before}:${group.firstElementChild?.textContent ?? ''}`;
  };
  for (const group of menu.querySelectorAll('details')) {
    const stored = attempt(() => storage?.getItem(keyOf(group)), null);
    const holdsCurrent = group.querySelector('[aria-current]') !== null;
    if (stored) group.open = stored === 'open' || (group.open && holdsCurrent);
  }
  menu.addEventListener('click', ({ target }) => {
    const group = target instanceof Element ? target.closest('summary')?.closest('details') : null;
    if (group) attempt(() => storage?.setItem(keyOf(group), group.open ? 'closed' : 'open'), undefined);
  });
}
