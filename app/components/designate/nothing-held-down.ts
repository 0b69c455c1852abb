/** Resolves once no button is pressed: a message that appears meanwhile would move the page under the click. */
export function nothingHeldDown(): Promise<void> {
  if (document.querySelector(':active') === null) return Promise.resolve();
  const released = new AbortController();
  return new Promise((resolve) => {
    for (const release of ['pointerup', 'pointercancel', 'keyup']) {
      window.addEventListener(
        release,
        () => {
          released.abort();
          window.setTimeout(resolve);
        },
        { signal: released.signal },
      );
    }
  });
}
