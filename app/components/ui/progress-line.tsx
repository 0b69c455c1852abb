import { useId } from 'react';

interface ProgressLineProps {
  label: string;
  value: number;
  max: number;
  /** How far, in words: '12 of 20 students'. */
  text: string;
}

/** A native `<progress>` with its words. */
export function ProgressLine({ label, value, max, text }: ProgressLineProps) {
  const id = useId();
  return (
    <div className="progress-line">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <progress id={id} value={value} max={Math.max(max, 1)} />
      <span className="numeric">{text}</span>
    </div>
  );
}
