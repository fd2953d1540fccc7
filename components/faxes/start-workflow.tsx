'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlayIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/overlay/dialog'
import {
  getFaxContract,
  listFaxesContract,
  startWithFaxContract,
  type FaxPage,
} from '#lib/contracts/integrations/faxes'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'
import { allOf } from '#components/shared/loading/all-of'

type Choice = { id: string; label: string }

function Form({ fax, workflows }: { fax: FaxPage; workflows: Choice[] }) {
  const client = useQueryClient()
  const router = useRouter()
  const last = fax.runs.at(-1)?.workflow
  const first = workflows.find(({ label }) => label === last) ?? workflows[0]
  const form = useForm({ defaultValues: { workflow: first?.id ?? '' } })
  const start = useMutation({
    mutationFn: (body: { workflow: string }) =>
      call(startWithFaxContract, { params: { faxId: fax.faxId }, body }),
    onSuccess: ({ runId }) => {
      void refresh(client, listFaxesContract)
      void refresh(client, getFaxContract)
      router.push(`/runs/${runId}`)
    },
    onError: (error) =>
      showRefusal(form.setError, error, { fields: ['workflow'], otherwise: 'workflow' }),
  })
  const submit = form.handleSubmit((fields) => start.mutate(fields))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <LabelledSelect
        label="Workflow"
        help="It gets of the fax what its start form has fields for: file, files, from, to, pages, faxId."
        options={workflows}
        error={form.formState.errors.workflow}
        {...form.register('workflow')}
      />
      <DialogFooter>
        <Button type="submit" disabled={start.isPending || workflows.length === 0}>
          {start.isPending ? 'Starting…' : 'Start'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Chooses among the published workflows, which are read when the dialog opens. */
function Choose({ fax }: { fax: FaxPage }) {
  const query = useQuery(allOf(listWorkflowsContract))
  return (
    <Loaded
      query={query}
      what="The workflows"
      loading={<LoadingRows label="Loading the workflows" rows={2} rowClass="h-6 w-full" />}
    >
      {(items) => (
        <Form
          fax={fax}
          workflows={items
            .filter(({ published, mayNot }) => published !== null && mayNot.run === undefined)
            .map(({ slug, name }) => ({ id: slug, label: name }))}
        />
      )}
    </Loaded>
  )
}

/** Starts a workflow with a received fax: the first time, or again. */
export function StartWorkflow({ fax }: { fax: FaxPage }) {
  const [open, setOpen] = useState(false)
  const again = fax.runs.length > 0
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant={again ? 'outline' : 'default'}>
          <PlayIcon aria-hidden /> {again ? 'Start again' : 'Start a workflow'}
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Start a workflow with this fax</DialogTitle>
          <DialogDescription>
            {again
              ? 'It has started a run before; that one stays as it is. This starts another.'
              : 'Its pages are handed over as a file.'}
          </DialogDescription>
        </DialogHeader>
        <Choose fax={fax} />
      </DialogContent>
    </Dialog>
  )
}
