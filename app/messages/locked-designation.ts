import type { DesignationStatus } from '#app/schemas/enums.ts';

/** Returns why staff can't edit a designation, as worded in the specification (section 4); null if they can. */
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
