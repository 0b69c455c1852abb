import type { DesignationStatus } from '#app/schemas/enums.ts';

const SUBMITTED: readonly DesignationStatus[] = ['PENDING', 'APPROVED', 'REJECTED'];

/** Whether what is stored is what the school submitted; a draft, and what was returned for correction, has no receipt. */
export function hasReceipt(status: DesignationStatus): boolean {
  return SUBMITTED.includes(status);
}
