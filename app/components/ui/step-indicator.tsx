import { Link } from '@remix-run/react';
import { Icon } from '#app/components/ui/icons.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';

export interface Step {
  label: string;
  to?: string;
}

interface StepIndicatorProps {
  steps: readonly Step[];
  /** Number of the current step, from 1. Earlier steps are done. */
  current: number;
  label?: string;
}

export function StepIndicator({ steps, current, label = 'Steps' }: StepIndicatorProps) {
  return (
    <nav className="steps" aria-label={label}>
      <ol>
        {steps.map((step, index) => (
          <StepItem key={step.label} step={step} number={index + 1} current={current} count={steps.length} />
        ))}
      </ol>
    </nav>
  );
}

interface StepItemProps {
  step: Step;
  number: number;
  current: number;
  count: number;
}

function StepItem({ step, number, current, count }: StepItemProps) {
  if (number === current) {
    return (
      <li className="step-current" aria-current="step">
        <span className="step-label">
          <span className="step-count">{`Step ${number} of ${count}: `}</span>
          {step.label}
        </span>
      </li>
    );
  }
  if (number > current) {
    return (
      <li>
        <span className="step-label">{step.label}</span>
      </li>
    );
  }
  return (
    <li className="step-done">
      <span className="step-label">
        <Icon name="check" />
        {step.to ? <Link to={step.to}>{step.label}</Link> : step.label}
        <VisuallyHidden> (done)</VisuallyHidden>
      </span>
    </li>
  );
}
