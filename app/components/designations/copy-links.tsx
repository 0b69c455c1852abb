import { ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';

/** Links to the complete copy of a submitted designation, as a page and as a PDF. */
export function CopyLinks({ id }: { id: string }) {
  return (
    <Cluster>
      <ButtonLink to={`/designations/${id}/copy`} icon="print">
        Printable copy
      </ButtonLink>
      <PdfLink id={id} />
    </Cluster>
  );
}

export function PdfLink({ id }: { id: string }) {
  return (
    <ButtonLink to={`/designations/${id}/copy.pdf`} icon="download" reloadDocument>
      Download PDF
    </ButtonLink>
  );
}
