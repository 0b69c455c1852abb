import { useEffect, useState } from 'react';
import { useSite } from '#app/components/site/site-context.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { Icon } from '#app/components/ui/icons.tsx';
import { timeInZone } from '#app/lib/time/zoned-time.ts';
import type { CodeDelivery } from '#app/schemas/screen-responses.ts';

interface CodeStatusProps {
  delivery: CodeDelivery;
  advice?: string;
}

/** Announces when the code was or will be sent. Keep it mounted while codes are requested. */
export function CodeStatus({ delivery, advice = '' }: CodeStatusProps) {
  const { timeZone } = useSite();
  const { email, isAgain, requestedAt, secondsUntilSent, sendsAt } = delivery;
  const isSent = useSecondsLeft(requestedAt, secondsUntilSent) === 0;
  const time = timeInZone(sendsAt, timeZone);
  return (
    <div role="status" className={`alert alert-${isSent && isAgain ? 'success' : 'info'}`}>
      <Icon name={isSent && isAgain ? 'check' : 'info'} />
      <div className="alert-body">
        {`${deliverySentence({ email, isAgain, isSent, time })} ${advice}`.trim()}
      </div>
    </div>
  );
}

interface Delivered {
  email: string;
  isAgain: boolean;
  isSent: boolean;
  time: string;
}

function deliverySentence({ email, isAgain, isSent, time }: Delivered): string {
  if (isSent) {
    return isAgain
      ? `New code sent at ${time}. Use the code in your latest email.`
      : `We sent a code to ${email}.`;
  }
  const limit = 'We send at most one code per minute to each address.';
  return isAgain
    ? `Your next code will be sent at ${time}. ${limit}`
    : `We'll email a code to ${email} at ${time}. ${limit}`;
}

interface ResendButtonProps {
  delivery: CodeDelivery | undefined;
  name: string;
  value: string;
}

/** Requests a new code. With JavaScript, disabled until another email may be sent, with a countdown. */
export function ResendButton({ delivery, name, value }: ResendButtonProps) {
  const secondsLeft = useSecondsLeft(delivery?.requestedAt ?? '', delivery?.secondsUntilNext ?? 0);
  const [hasScripts, setHasScripts] = useState(false);
  useEffect(() => queueMicrotask(() => setHasScripts(true)), []);
  const isEarly = hasScripts && secondsLeft > 0;
  return (
    <SubmitButton variant="outline" name={name} value={value} pendingLabel="Sending…" disabled={isEarly}>
      {isEarly ? `Send a new code (in ${secondsLeft} s)` : 'Send a new code'}
    </SubmitButton>
  );
}

/** Counts down from `seconds`; restarts for each `occasion`. */
function useSecondsLeft(occasion: string, seconds: number): number {
  const [elapsed, setElapsed] = useState({ occasion, seconds: 0 });
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - startedAt) / 1000);
      setElapsed({ occasion, seconds: passed });
      if (passed >= seconds) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [occasion, seconds]);
  return Math.max(0, seconds - (elapsed.occasion === occasion ? elapsed.seconds : 0));
}
