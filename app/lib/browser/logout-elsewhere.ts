import {
  browserStorage,
  clearUserData,
  removeStoredItem,
  tabStorage,
  setStoredItem,
} from '#app/lib/browser/user-storage.ts';

const LOGOUT_KEY = 'laurel:logout';

/** Has the browser's other tabs remove what they keep of their own: somebody has logged out in this one. */
export function tellLogout(): void {
  setStoredItem(browserStorage(), LOGOUT_KEY, '');
  removeStoredItem(browserStorage(), LOGOUT_KEY);
}

/** Removes what this tab keeps of its own once somebody logs out in another tab; until the page is left. */
export function forgetAtLogout(): void {
  window.addEventListener('storage', hearLogout);
}

function hearLogout({ key }: StorageEvent): void {
  if (key === LOGOUT_KEY) clearUserData(tabStorage());
}
