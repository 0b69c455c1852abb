import { ButtonLink } from '#app/components/ui/button.tsx';
import { hasReceipt } from '#app/schemas/enums.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/** The way to the receipt of a submitted designation; nothing where there is none. */
export function ReceiptLink({ designation }: { designation: Pick<DesignationAnswer, 'id' | 'status'> }) {
  if (!hasReceipt(designation.status)) return null;
  return <ButtonLink to={`/designations/${designation.id}/receipt`}>Receipt</ButtonLink>;
}
