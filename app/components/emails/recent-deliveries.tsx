import { DeliveryTable } from '#app/components/deliveries/delivery-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { grouped } from '#app/lib/text/counted.ts';
import type { DeliveryAnswer } from '#app/schemas/email.ts';

interface RecentDeliveriesProps {
  /** Newest first. */
  deliveries: readonly DeliveryAnswer[];
  total: number;
}

/** The latest deliveries of an email. */
export function RecentDeliveries({ deliveries, total }: RecentDeliveriesProps) {
  return (
    <Panel
      title="Deliveries of this email"
      flush
      footer={total > deliveries.length ? `The newest ${deliveries.length} of ${grouped(total)}` : null}
    >
      {total === 0 ? (
        <EmptyState title="Not sent yet">Deliveries of this email appear here.</EmptyState>
      ) : (
        <DeliveryTable deliveries={deliveries} />
      )}
    </Panel>
  );
}
