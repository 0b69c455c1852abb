import {
  browserStorage,
  clearUserData,
  removeStoredItem,
  tabStorage,
  setStoredItem,
} from '#app/lib/browser/user-storage.ts';

const LOGOUT_KEY = 'laurel:logout';

/** Notifies other tabs that the user logged out here, to make them remove their data. */
export function announceLogout(): void {
  setStoredItem(browserStorage(), LOGOUT_KEY, '');
  removeStoredItem(browserStorage(), LOGOUT_KEY);
}

/** Removes this tab's data when the user logs out in another tab. */
export function forgetAtLogout(): void {
  window.addEventListener('storage', onLogoutElsewhere);
}

function onLogoutElsewhere({ key }: StorageEvent): void {
  if (key === LOGOUT_KEY) clearUserData(tabStorage());
}
