import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { formatInstant } from '#components/shared/display/format'
import { NativeSelect } from '#components/shared/fields/native-select'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { listRunsContract } from '#lib/contracts/runs/runs'
import { addTestCaseFromRunContract } from '#lib/contracts/workflows/test-sets'
import { call } from '#lib/http/client'

type Props = { place: { id: string; stepId: string }; onAdded(): void }

/** Makes a case of a past run: its files, and its answer as a person corrected it. */
export function FromRun({ place, onAdded }: Props) {
  const [runId, setRunId] = useState('')
  const runs = useQuery(queryOf(listRunsContract, { query: { workflow: place.id, limit: 20 } }))
  const add = useMutation({
    mutationFn: () => call(addTestCaseFromRunContract, { params: place, body: { runId } }),
    onSuccess: ({ checked }) => {
      setRunId('')
      if (checked) toast.success('The case was added as a person corrected it.')
      else toast.warning('Nobody checked that answer. Look at the case and correct it.')
      onAdded()
    },
    onError: (error) => toast.error(error.message),
  })
  const items = runs.data?.items ?? []
  if (items.length === 0) return null
  return (
    <div className="flex items-center gap-2">
      <NativeSelect
        aria-label="Run to take a case from"
        value={runId}
        onChange={(event) => setRunId(event.target.value)}
        className="min-w-0 flex-1"
      >
        <option value="">Take a case from a run…</option>
        {items.map(({ id, createdAt, status }) => (
          <option key={id} value={id}>
            {`${formatInstant(createdAt)}, ${status}`}
          </option>
        ))}
      </NativeSelect>
      <Button
        type="button"
        variant="outline"
        size="sm"
        disabled={runId === '' || add.isPending}
        onClick={() => add.mutate()}
      >
        Take it
      </Button>
    </div>
  )
}
