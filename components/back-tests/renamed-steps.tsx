'use client'

import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#components/shared/loading/queries'
import { Checkbox } from '#components/ui/input/checkbox'
import { readVersionContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { likelyRenames } from '#lib/domain/back-test/likely-renames'
import type { Rename } from '#lib/domain/back-test/renames'

type Props = {
  workflow: Workflow
  chosen: readonly Rename[]
  onChange(renames: Rename[]): void
}

/**
 * Steps of the draft that seem to have got another id since the published version; who says that one
 * is the same has it answered from the record.
 */
export function RenamedSteps({ workflow, chosen, onChange }: Props) {
  const number = workflow.published?.number
  const published = useQuery({
    ...queryOf(readVersionContract, { params: { id: workflow.id, number: number ?? 1 } }),
    enabled: number !== undefined,
  })
  if (!published.data) return null
  const before = published.data.definition.steps
  const offered = likelyRenames(before, workflow.draft.steps)
  if (offered.length === 0) return null
  const titleOf = (steps: typeof before, id: string): string =>
    steps.find((step) => step.id === id)?.title || id
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">Is it the same step?</legend>
      <p className="text-sm text-muted-foreground">
        Then it is answered from the runs, as before its id changed.
      </p>
      {offered.map((rename) => {
        const { from, to } = rename
        const others = chosen.filter((one) => one.to !== to)
        return (
          <label key={to} className="flex items-start gap-2 text-sm">
            <Checkbox
              className="mt-0.5"
              checked={others.length < chosen.length}
              onCheckedChange={(checked) =>
                onChange(checked === true ? [...others, rename] : others)
              }
            />
            <span className="min-w-0 wrap-anywhere">
              {titleOf(before, from)} (<code className="text-xs">{from}</code>) is now{' '}
              {titleOf(workflow.draft.steps, to)} (<code className="text-xs">{to}</code>)
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
