'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  addWorkflowTestContract,
  listWorkflowTestsContract,
} from '#lib/contracts/workflows/workflow-tests'
import { call } from '#lib/http/client'

type Props = { workflowId: string; runId: string }

/** Makes a test of a run: from then on the workflow must do with it what it did. */
export function SaveAsTest({ workflowId, runId }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState<string>()
  const add = useMutation({
    mutationFn: (given: string) =>
      call(addWorkflowTestContract, { params: { id: workflowId }, body: { name: given, runId } }),
    onSuccess: async (test) => {
      await refresh(client, listWorkflowTestsContract)
      setName(undefined)
      toast.success(`“${test.name}” is a test now: it runs at each publishing.`)
    },
  })
  if (name === undefined)
    return (
      <Button type="button" variant="outline" size="sm" onClick={() => setName('')}>
        <BookmarkPlusIcon aria-hidden /> Save as a test
      </Button>
    )
  return (
    <form
      aria-label="Save as a test"
      className="max-w-md space-y-3 rounded-lg border bg-card p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') add.mutate(name)
      }}
    >
      <TextField
        label="Name of the test"
        help="It expects what this run did: the same end, the same branches, and that the same is sent."
        autoFocus
        required
        maxLength={200}
        value={name}
        error={add.error ? { type: 'server', message: add.error.message } : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" disabled={add.isPending || name.trim() === ''}>
          {add.isPending ? 'Saving…' : 'Save the test'}
        </Button>
        <Button type="button" variant="outline" size="sm" onClick={() => setName(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
