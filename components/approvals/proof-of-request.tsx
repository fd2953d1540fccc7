import { CheckIcon } from 'lucide-react'
import { groupInWords } from '#components/back-tests/group-in-words'
import type { ApprovalRequest } from '#lib/contracts/workflows/approvals'
import { totalsInWords } from '#lib/domain/back-test/in-words'
import { countOf } from '#lib/domain/count-of'

function Tests({ request }: { request: ApprovalRequest }) {
  const { passed, failed, failing = [] } = request.proof.tests
  if (passed + failed === 0) return <p className="text-sm">This workflow has no tests.</p>
  if (failed === 0)
    return <p className="text-sm">{countOf(passed, 'test passes', 'tests pass')}.</p>
  const more = failed - failing.length
  return (
    <div className="space-y-1 text-sm">
      <p>
        {countOf(failed, 'test fails', 'tests fail')} of {passed + failed}
        {failing.length > 0 ? ':' : '.'}
      </p>
      {failing.length > 0 ? (
        <ul aria-label="Tests that fail" className="list-disc ps-5">
          {failing.map((name) => (
            <li key={name} className="font-medium wrap-anywhere">
              {name}
            </li>
          ))}
          {more > 0 ? <li>{more} more</li> : null}
        </ul>
      ) : null}
    </div>
  )
}

function Differences({ request }: { request: ApprovalRequest }) {
  const { differences, accept } = request
  if (differences.length === 0) return null
  return (
    <ul aria-label="What differs" className="divide-y rounded-md border">
      {differences.map(({ number, name, ...group }) => (
        <li key={number} className="flex flex-wrap gap-x-3 gap-y-1 px-3 py-2 text-sm">
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
            <span className="font-medium">{group.title}</span> {groupInWords(group)}
          </span>
          <span className="text-muted-foreground">
            {group.kind === 'slower' ? 'measured' : countOf(group.runs, 'run')}
          </span>
          {accept.includes(name) ? (
            <span className="inline-flex items-center gap-1 text-xs font-medium">
              <CheckIcon aria-hidden className="size-3.5" /> Accepted by {request.askedBy}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function BackTest({ request }: { request: ApprovalRequest }) {
  const { backTest } = request.proof
  if (!backTest)
    return <p className="text-sm">No back-test was made of this draft on recorded runs.</p>
  return (
    <div className="space-y-2">
      <p className="text-sm">
        On recorded runs: {totalsInWords({ ...backTest, groups: request.differences }).join(' · ')}.
      </p>
      <Differences request={request} />
    </div>
  )
}

/** With what a draft is proved for which somebody asks an approval. */
export function ProofOfRequest({ request }: { request: ApprovalRequest }) {
  return (
    <section aria-label="Proof" className="space-y-3">
      <h2 className="text-base font-semibold">How it is proved</h2>
      <Tests request={request} />
      <BackTest request={request} />
    </section>
  )
}
