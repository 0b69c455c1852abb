/** Maximum pointer movement of an intended click, in CSS pixels. */
const STILL_PX = 6;

/**
 * Clicks the button where a mouse press began, even if the page moved meanwhile, because leaving a field can show
 * or hide a message above. Moving the pointer away cancels. Returns a function that removes it.
 */
export function keepEarlyClicks(form: HTMLFormElement): () => void {
  let pressed: { readonly button: HTMLButtonElement; readonly x: number; readonly y: number } | null = null;
  const begin = ({ target, button: which, clientX: x, clientY: y }: PointerEvent) => {
    const button = target instanceof Element ? target.closest('button') : null;
    pressed = button !== null && button.type === 'submit' && which === 0 ? { button, x, y } : null;
  };
  const end = ({ target, clientX, clientY }: PointerEvent) => {
    const press = pressed;
    pressed = null;
    if (press === null || (target instanceof Node && press.button.contains(target))) return;
    const isStill = Math.hypot(clientX - press.x, clientY - press.y) <= STILL_PX;
    if (isStill && press.button.isConnected) press.button.click();
  };
  form.addEventListener('pointerdown', begin);
  window.addEventListener('pointerup', end);
  return () => {
    form.removeEventListener('pointerdown', begin);
    window.removeEventListener('pointerup', end);
  };
}
