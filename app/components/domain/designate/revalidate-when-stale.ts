import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

/** After a refused save the page keeps its data, except where somebody else's newer version is why it was refused. */
export function revalidateWhenStale({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 412 || defaultShouldRevalidate;
}
