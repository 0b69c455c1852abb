import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { DeliveryBadge } from '#app/components/deliveries/delivery-badge.tsx';
import { fullName } from '#app/lib/text/person-name.ts';
import type { DeliveryAnswer } from '#app/schemas/email.ts';

/** Status of a delivery with its time, then when it was created and by whom. */
export function DeliveryStatusLine({ delivery }: { delivery: DeliveryAnswer }) {
  const { status, scheduledAt, finishedAt, createdAt, createdBy } = delivery;
  return (
    <>
      <DeliveryBadge status={status} />{' '}
      {status === 'SCHEDULED' && scheduledAt !== null ? (
        <>
          for <AlaskaTime iso={scheduledAt} />.{' '}
        </>
      ) : null}
      {finishedAt === null ? null : (
        <>
          <AlaskaTime iso={finishedAt} />.{' '}
        </>
      )}
      Created <AlaskaTime iso={createdAt} />
      {createdBy === null ? ', a reminder' : ` by ${fullName(createdBy)}`}
    </>
  );
}
