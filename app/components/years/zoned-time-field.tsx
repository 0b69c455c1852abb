import { type ChangeEvent, useState } from 'react';
import { useSite } from '#app/components/site/site-context.ts';
import { DateTimeField } from '#app/components/forms/text-field.tsx';
import type { ConformField } from '#app/components/forms/field-parts.ts';
import { isWallClock, readWallClock, wallClockAt } from '#app/lib/time/wall-clock.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';

interface ZonedTimeFieldProps {
  field: ConformField;
  label: string;
  hint?: string;
  warning?: string;
  /** The stored instant, ISO 8601, to resolve local times that occur twice when clocks change. */
  stored?: string | null;
}

/** A date and time in the installation's time zone, with the abbreviation for the entered date (summer or winter). */
export function ZonedTimeField({ field, label, hint = '', warning, stored = null }: ZonedTimeFieldProps) {
  const { timeZone } = useSite();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? field.defaultValue ?? '';
  const isStored = stored !== null && shown === wallClockAt(stored, timeZone);
  const { instant, error } = readingOf(shown, isStored ? stored : null, timeZone);
  const resolved = instant === undefined ? '' : `Selected: ${formatInZone(instant, timeZone)}.`;
  return (
    <DateTimeField
      field={field}
      label={label}
      hint={[hint, resolved].filter(Boolean).join(' ')}
      warning={field.errors?.includes(error ?? '') ? undefined : (error ?? warning)}
      span={6}
      min="1900-01-02T00:00"
      max="2999-12-30T23:59"
      step={hasSeconds(field.defaultValue) ? 1 : undefined}
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => setTyped(currentTarget.value)}
    />
  );
}

/** Returns whether a stored time includes seconds, which the field doesn't offer by default. */
function hasSeconds(wallClock: string | undefined): boolean {
  return wallClock !== undefined && wallClock.length > 'YYYY-MM-DDTHH:MM'.length;
}

interface Reading {
  readonly instant?: string | undefined;
  readonly error?: string | undefined;
}

function readingOf(shown: string, stored: string | null, timeZone: string): Reading {
  if (stored !== null) return { instant: stored };
  return isWallClock(shown) ? readWallClock(shown, timeZone) : {};
}
