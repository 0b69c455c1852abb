import { type RefObject, useEffect, useState } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { mjmlOfText } from '#app/lib/markup/mjml-of-text.ts';
import { contentOf } from './use-text-check.ts';

interface MjmlOfferProps {
  formRef: RefObject<HTMLFormElement>;
  onReplace: (text: string) => void;
}

/** Where 'Use MJML' is ticked and the text has none: a way to put the text into MJML, which says the same. */
export function MjmlOffer({ formRef, onReplace }: MjmlOfferProps) {
  const [isPlain, setIsPlain] = useState(false);
  useEffect(() => {
    const form = formRef.current;
    if (form === null) return;
    const look = () => {
      const { richText, body } = contentOf(form);
      setIsPlain(richText && !/<mj/i.test(body));
    };
    const afterReset = () => setTimeout(look);
    look();
    form.addEventListener('input', look);
    form.addEventListener('reset', afterReset);
    return () => {
      form.removeEventListener('input', look);
      form.removeEventListener('reset', afterReset);
    };
  }, [formRef]);
  if (!isPlain) return null;
  return (
    <Banner tone="info">
      <p>This text is not MJML yet.</p>
      <Button
        size="sm"
        onClick={() => {
          if (formRef.current !== null) onReplace(mjmlOfText(contentOf(formRef.current).body));
        }}
      >
        Put the text into MJML
      </Button>
    </Banner>
  );
}
