import { DeliveryTable } from '#app/components/deliveries/delivery-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { grouped } from '#app/lib/text/counted.ts';
import type { DeliveryAnswer } from '#app/schemas/email.ts';

interface LastSendingsProps {
  /** The newest first. */
  sendings: readonly DeliveryAnswer[];
  /** How many there are in all. */
  total: number;
}

/** When and to whom an email was sent. */
export function LastSendings({ sendings, total }: LastSendingsProps) {
  return (
    <Panel
      title="Sendings of this email"
      flush
      footer={total > sendings.length ? `The newest ${sendings.length} of ${grouped(total)}` : null}
    >
      {total === 0 ? (
        <EmptyState title="Not sent yet">How each sending goes is shown here.</EmptyState>
      ) : (
        <DeliveryTable deliveries={sendings} />
      )}
    </Panel>
  );
}
