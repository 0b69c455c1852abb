/** How far a hand moves that means to stay, in CSS pixels. */
const STILL_PX = 6;

/**
 * Lets a press of the mouse reach the form's button that it began on, though the page moved under it: leaving a field checks it,
 * and a message that comes or goes shifts what stands below. Whoever draws the pointer away takes the press back, as ever. The
 * answered function ends it.
 */
export function keepPresses(form: HTMLFormElement): () => void {
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
