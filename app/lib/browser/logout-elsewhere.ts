import {
  browserStorage,
  clearUserData,
  removeStoredItem,
  tabStorage,
  setStoredItem,
} from '#app/lib/browser/user-storage.ts';

const LOGOUT_KEY = 'laurel:logout';

/** Tells the browser's other tabs to remove their own data, because the user has logged out in this one. */
export function tellLogout(): void {
  setStoredItem(browserStorage(), LOGOUT_KEY, '');
  removeStoredItem(browserStorage(), LOGOUT_KEY);
}

/** Removes this tab's own data when the user logs out in another tab, until the page is left. */
export function forgetAtLogout(): void {
  window.addEventListener('storage', hearLogout);
}

function hearLogout({ key }: StorageEvent): void {
  if (key === LOGOUT_KEY) clearUserData(tabStorage());
}
