import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { EmailAddress } from '#app/components/ui/email-address.tsx';

it('an email address breaks only after its @ and its dots', () => {
  const markupOf = (address: string) => renderToStaticMarkup(<EmailAddress address={address} />);
  expect(markupOf('ann.lee@k12.example.org')).toBe(
    '<span class="text-break">ann.<wbr/>lee@<wbr/>k12.<wbr/>example.<wbr/>org</span>',
  );
  expect(markupOf('')).toBe('<span class="text-break"></span>');
});
