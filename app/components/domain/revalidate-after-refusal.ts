import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

/**
 * Whether a page is read anew: not after a form that was not filled in rightly (400), which changed nothing, but after a refusal because
 * of what others did meanwhile (409, 412).
 */
export function revalidateUnlessAboutInput({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== 400 && defaultShouldRevalidate;
}
