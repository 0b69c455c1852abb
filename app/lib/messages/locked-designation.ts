import type { DesignationStatus } from '#app/schemas/enums.ts';

/** Why staff can no longer edit a designation, in the specification's words (section 4); null while they can. */
export function lockedSentence(status: DesignationStatus): string | null {
  switch (status) {
    case 'APPROVED':
      return 'This designation has been approved, it cannot be edited.';
    case 'REJECTED':
      return 'This designation has been rejected, it cannot be edited.';
    case 'STARTED':
    case 'PENDING':
    case 'RETURNED':
      return null;
  }
}
