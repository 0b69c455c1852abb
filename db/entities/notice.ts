import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { NOTICES } from '#app/schemas/enums.ts';
import { timestamps, version } from './timestamps.ts';

/** An automatic email that an administrator changed or turned off. Others have no row. */
export const NoticeEntity = defineEntity({
  name: 'Notice',
  tableName: 'notice',
  properties: {
    id: p.uuid().primary(),
    kind: p.enum([...NOTICES]).unique('notice_kind_unique'),
    subject: p.text(),
    body: p.text(),
    isOn: p.boolean().default(true),
    version,
    ...timestamps,
  },
});
export type Notice = InferEntity<typeof NoticeEntity>;
