'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  addWorkflowTestContract,
  listWorkflowTestsContract,
} from '#lib/contracts/workflows/workflow-tests'
import { call } from '#lib/http/client'

type Props = {
  workflowId: string
  runId: string
  open: boolean
  onOpenChange(open: boolean): void
}

/** Names the test of a run, and stores it. */
export function SaveTestDialog({ workflowId, runId, open, onOpenChange }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: () =>
      call(addWorkflowTestContract, { params: { id: workflowId }, body: { name, runId } }),
    onSuccess: async (test) => {
      await refresh(client, listWorkflowTestsContract)
      setName('')
      onOpenChange(false)
      toast.success(`“${test.name}” is a test now: it runs at each publishing.`)
    },
  })
  const change = (next: boolean) => {
    add.reset()
    onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') add.mutate()
          }}
        >
          <DialogHeader>
            <DialogTitle>Save this run as a test</DialogTitle>
            <DialogDescription>
              It expects what this run did: the same end, the same branches, and that the same is
              sent. The test keeps a copy of the run’s data until somebody deletes it.
            </DialogDescription>
          </DialogHeader>
          <TextField
            label="Name of the test"
            help="What is special about this case, for example “Denied, patient under 18”."
            required
            maxLength={200}
            value={name}
            error={add.error ? { type: 'server', message: add.error.message } : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <DialogFooter>
            <Button type="button" variant="outline" onClick={() => change(false)}>
              Cancel
            </Button>
            <Button type="submit" disabled={add.isPending || name.trim() === ''}>
              {add.isPending ? 'Saving…' : 'Save the test'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
