import { z } from 'zod';
import type { VersionedId } from '#app/lib/versions.ts';

/** A thing at the version that was shown, 'ID.VERSION', so that nobody overwrites what they have not seen. */
export function versionedIdField(message: string) {
  return z
    .string({ error: message })
    .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.\d{1,9}$/i, message)
    .transform((text): VersionedId => {
      const [id = '', version = ''] = text.toLowerCase().split('.');
      return { id, version: Number(version) };
    });
}
