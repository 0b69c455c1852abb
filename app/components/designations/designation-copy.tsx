import { Banner } from '#app/components/ui/banner.tsx';
import { DescriptionList } from '#app/components/ui/description-list.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { pageHasCharacters, studentsTitle } from '#app/messages/copy-labels.ts';
import type { CopyFact, DesignationCopy } from '#app/schemas/designation-copy.ts';

/** Everything that was submitted, to print. */
export function DesignationCopyPanels({ copy }: { copy: DesignationCopy }) {
  const { notice, notInPdf, facts, students } = copy;
  return (
    <>
      {notice === null ? null : (
        <Banner tone="info" live={false}>
          {notice}
        </Banner>
      )}
      {notInPdf.length === 0 ? null : (
        <Banner tone="warning" live={false}>
          {pageHasCharacters(notInPdf)}
        </Banner>
      )}
      <Panel title="General information">
        <CopyFacts facts={facts} />
      </Panel>
      {students.length === 0 ? (
        <p>{studentsTitle(0)}</p>
      ) : (
        <Panel title={studentsTitle(students.length)}>
          {students.map((student) => (
            <div key={student.id} className="copied-student">
              <h3>{student.heading}</h3>
              <CopyFacts facts={student.facts} />
            </div>
          ))}
        </Panel>
      )}
    </>
  );
}

function CopyFacts({ facts }: { facts: readonly CopyFact[] }) {
  return (
    <DescriptionList
      items={facts.map(({ term, text }) => ({
        term,
        detail: text && <span className="text-pre-line">{text}</span>,
      }))}
    />
  );
}
