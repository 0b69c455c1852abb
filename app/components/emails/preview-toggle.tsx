interface PreviewToggleProps<Value extends string> {
  label: string;
  /** Each with its word, in the order of the buttons. */
  labels: Readonly<Record<Value, string>>;
  value: Value;
  onChoose: (value: Value) => void;
}

/** A choice of few that takes effect at once. */
export function PreviewToggle<Value extends string>({
  label,
  labels,
  value,
  onChoose,
}: PreviewToggleProps<Value>) {
  return (
    <div className="toggle script-needed" role="group" aria-label={label}>
      {(Object.keys(labels) as Value[]).map((choice) => (
        <button key={choice} type="button" aria-pressed={choice === value} onClick={() => onChoose(choice)}>
          {labels[choice]}
        </button>
      ))}
    </div>
  );
}
