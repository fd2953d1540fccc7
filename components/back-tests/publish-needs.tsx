'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { toast } from '#components/shared/messages/toast'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Label } from '#components/ui/input/label'
import { Switch } from '#components/ui/input/switch'
import {
  getPublishNeedsContract,
  setPublishNeedsContract,
} from '#lib/contracts/workflows/workflow-tests'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { PublishNeeds as Needs } from '#lib/domain/back-test/publish-needs'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'

const choices = [
  { id: 'none', label: 'No back-test' },
  { id: 'no-new-failure', label: 'Accept what fails newly' },
  { id: 'accepted', label: 'Accept each difference' },
]

type FormProps = { needs: Needs; refusal: string | undefined; onChange(next: Needs): void }

function NeedsForm({ needs, refusal, onChange }: FormProps) {
  const id = useId()
  const disabled = refusal !== undefined
  return (
    <div className="space-y-4 rounded-lg border bg-card p-4">
      <div className="flex items-center gap-3">
        <Switch
          id={id}
          checked={needs.tests}
          disabled={disabled}
          onCheckedChange={(tests) => onChange({ ...needs, tests })}
        />
        <Label htmlFor={id}>All tests pass</Label>
      </div>
      <LabelledSelect
        label="On recorded runs"
        help={
          needs.backTest === 'none'
            ? 'A draft may be published without one.'
            : 'By its name, after a back-test of the very draft on the newest ' +
              `${countOf(needs.runs, 'run')} or more.`
        }
        options={choices}
        value={needs.backTest}
        disabled={disabled}
        onChange={(event) =>
          onChange({ ...needs, backTest: event.target.value as Needs['backTest'] })
        }
      />
      {refusal === undefined ? null : <p className="text-sm text-muted-foreground">{refusal}</p>}
    </div>
  )
}

/** What a draft must prove before it is published; the server holds to it. */
export function PublishNeeds({ workflow }: { workflow: Workflow }) {
  const client = useQueryClient()
  const params = { id: workflow.id }
  const query = useQuery(queryOf(getPublishNeedsContract, { params }))
  const change = useMutation({
    mutationFn: (next: Needs) => call(setPublishNeedsContract, { params, body: next }),
    onSuccess: () => refresh(client, getPublishNeedsContract),
    onError: (error) => toast.error(error.message),
  })
  return (
    <section aria-label="Publishing needs" className="space-y-3">
      <h2 className="text-base font-semibold">Publishing needs</h2>
      <Loaded
        query={query}
        what="The setting"
        loading={<LoadingRows label="Loading the setting" rows={2} rowClass="h-10 w-full" />}
      >
        {(needs) => (
          <NeedsForm
            needs={change.isPending ? change.variables : needs}
            refusal={workflow.mayNot.publish}
            onChange={(next) => change.mutate(next)}
          />
        )}
      </Loaded>
    </section>
  )
}
