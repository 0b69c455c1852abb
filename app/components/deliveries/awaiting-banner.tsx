import { Link } from '@remix-run/react';
import { Banner } from '#app/components/ui/banner.tsx';
import { counted } from '#app/lib/text/counted.ts';
import type { AwaitingDelivery } from '#app/schemas/delivery-screens.ts';

/** Lists the deliveries that await approval. Renders nothing if there are none. */
export function AwaitingBanner({ awaiting }: { awaiting: readonly AwaitingDelivery[] }) {
  if (awaiting.length === 0) return null;
  return (
    <Banner
      tone="warning"
      live={false}
      title={counted(awaiting.length, 'delivery is awaiting approval', 'deliveries are awaiting approval')}
    >
      <ul>
        {awaiting.map(({ id, name, recipients }) => (
          <li key={id}>
            <Link to={`/emails/deliveries/${id}`}>{name}</Link>, to {counted(recipients, 'person', 'people')}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
