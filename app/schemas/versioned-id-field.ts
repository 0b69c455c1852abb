import { z } from 'zod';
import type { VersionedId } from '#app/lib/versions.ts';

/** Returns a schema for 'ID.VERSION', a record at the version shown, to protect unseen changes. */
export function versionedIdField(message: string) {
  return z
    .string({ error: message })
    .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.\d{1,9}$/i, message)
    .transform((text): VersionedId => {
      const [id = '', version = ''] = text.toLowerCase().split('.');
      return { id, version: Number(version) };
    });
}
