import { CornerDownRightIcon, WorkflowIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Badge } from '#components/ui/feedback/badge'
import type { FoundWorkflow, SearchHit } from '#lib/contracts/workflows/workflow-search'

/** The editor at the step, and at its field where that is known. */
function addressOf(workflowId: string, { step, field }: SearchHit): string {
  if (!step) return `/workflows/${workflowId}`
  const at = new URLSearchParams({ step: step.id, ...(field === null ? {} : { field }) })
  return `/workflows/${workflowId}?${at.toString()}`
}

/** Where it is said, when that is only one of both. */
function sourceOf({ draft, published }: SearchHit): string | undefined {
  if (draft && published) return undefined
  return draft ? 'draft only' : 'published only'
}

const hitClass =
  'flex flex-col gap-0.5 px-4 py-2.5 outline-none hover:bg-accent/50 focus-visible:ring-2 ' +
  'focus-visible:ring-ring focus-visible:ring-inset'

function Hit({ workflowId, hit }: { workflowId: string; hit: SearchHit }) {
  const { step, where, excerpt } = hit
  const source = sourceOf(hit)
  return (
    <li>
      <Link href={addressOf(workflowId, hit)} className={hitClass}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <CornerDownRightIcon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <span className="font-medium">{step ? step.title || step.id : where}</span>
          {step ? (
            <span className="text-muted-foreground">
              {step.typeTitle}
              {where ? ` · ${where}` : ''}
            </span>
          ) : null}
          {source ? <Badge variant="outline">{source}</Badge> : null}
        </span>
        {excerpt ? (
          <span className="ml-6 text-sm wrap-anywhere text-muted-foreground">
            {excerpt.before}
            <mark className="rounded-xs bg-amber-200 text-foreground dark:bg-amber-800">
              {excerpt.match}
            </mark>
            {excerpt.after}
          </span>
        ) : null}
      </Link>
    </li>
  )
}

type Props = { workflows: FoundWorkflow[]; placeOf(folderId: string | null): string }

/** The workflows that were found, each with the places where they say it. */
export function FoundList({ workflows, placeOf }: Props) {
  return (
    <ul className="space-y-4" aria-label="Found workflows">
      {workflows.map(({ id, name, folderId, hits, moreHits }) => {
        const place = placeOf(folderId)
        return (
          <li key={id} className="overflow-hidden rounded-xl border bg-card shadow-xs">
            <div className="flex flex-wrap items-center gap-x-3 border-b px-4 py-2.5">
              <WorkflowIcon aria-hidden className="size-4 text-primary" />
              <h2 className="font-semibold">
                <Link
                  href={`/workflows/${id}`}
                  className="rounded-sm underline-offset-4 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
                >
                  {name}
                </Link>
              </h2>
              {place ? <span className="text-xs text-muted-foreground">in {place}</span> : null}
            </div>
            <ul className="divide-y">
              {hits.map((hit) => (
                <Hit
                  key={JSON.stringify([hit.step?.id, hit.where, hit.excerpt, hit.draft])}
                  workflowId={id}
                  hit={hit}
                />
              ))}
            </ul>
            {moreHits > 0 ? (
              <p className="border-t px-4 py-2 text-sm text-muted-foreground">
                {moreHits === 1 ? 'One more place' : `${moreHits} more places`} in this workflow.
              </p>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
