'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConicalIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { startOfDay } from '#components/shared/display/times'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import { Label } from '#components/ui/input/label'
import { NumberInput } from '#components/ui/input/number-input'
import {
  listBackTestsContract,
  startBackTestContract,
  type BackTestSummary,
} from '#lib/contracts/workflows/back-tests'
import { listVersionsContract, type Workflow } from '#lib/contracts/workflows/workflows'
import type { Rename } from '#lib/domain/back-test/renames'
import { call } from '#lib/http/client'
import { RenamedSteps } from './renamed-steps.tsx'

const mostRuns = 10_000
const draft = 'draft'
const outcomes = [
  { id: '', label: 'In any way' },
  { id: 'completed', label: 'Completed' },
  { id: 'failed', label: 'Failed' },
]

type Choice = {
  of: string
  last: number | undefined
  status: string
  from: string
  to: string
  renames: Rename[]
}
const usual: Choice = { of: draft, last: 100, status: '', from: '', to: '', renames: [] }

/** The choice as the API takes it; days are those of the organization. */
function bodyOf({ of, last, status, from, to, renames }: Choice) {
  return {
    ...(of === draft ? { renames } : { version: Number(of) }),
    last: last ?? usual.last ?? 100,
    ...(status === '' ? {} : { status: status as 'completed' | 'failed' }),
    ...(from === '' ? {} : { from: startOfDay(from).toISOString() }),
    ...(to === '' ? {} : { to: new Date(startOfDay(to, 1).getTime() - 1).toISOString() }),
  }
}

type Props = {
  workflow: Workflow
  /** The test that runs now: one runs at a time. */
  running: BackTestSummary | undefined
  onStarted(id: string): void
}

type FieldsProps = { choice: Choice; versions: number[]; onChange(next: Partial<Choice>): void }

function Fields({ choice, versions, onChange }: FieldsProps) {
  const count = useId()
  const tested = [
    { id: draft, label: 'The draft' },
    ...versions.map((number) => ({ id: String(number), label: `Version ${number}` })),
  ]
  return (
    <>
      <div className="grid gap-4 sm:max-lg:grid-cols-2">
        <LabelledSelect
          label="Test"
          options={tested}
          value={choice.of}
          onChange={(event) => onChange({ of: event.target.value })}
        />
        <div className="space-y-1.5">
          <Label htmlFor={count}>Against how many runs</Label>
          <NumberInput
            id={count}
            min={1}
            max={mostRuns}
            required
            value={choice.last}
            onChange={(last) => onChange({ last })}
          />
          <p className="text-sm text-muted-foreground">
            The newest that fit. Test runs are left out.
          </p>
        </div>
      </div>
      <details>
        <summary className={summaryClass}>Only some of the runs</summary>
        <OnlySome choice={choice} onChange={onChange} />
      </details>
    </>
  )
}

const summaryClass = cn(
  'w-fit cursor-pointer rounded-sm text-sm font-medium outline-none',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

function OnlySome({ choice, onChange }: Omit<FieldsProps, 'versions'>) {
  return (
    <div className="mt-3 grid gap-4 sm:max-lg:grid-cols-2">
      <LabelledSelect
        label="How they ended"
        options={outcomes}
        value={choice.status}
        onChange={(event) => onChange({ status: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Begun from"
          type="date"
          value={choice.from}
          max={choice.to || undefined}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField
          label="Begun until"
          type="date"
          value={choice.to}
          min={choice.from || undefined}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </div>
    </div>
  )
}

/** Chooses what is tested against which runs, and starts it. */
export function StartForm({ workflow, running, onStarted }: Props) {
  const client = useQueryClient()
  const [choice, setChoice] = useState(usual)
  const params = { id: workflow.id }
  const versions = useQuery(queryOf(listVersionsContract, { params, query: { limit: 100 } }))
  const start = useMutation({
    mutationFn: () => call(startBackTestContract, { params, body: bodyOf(choice) }),
    onSuccess: async ({ id }) => {
      await refresh(client, listBackTestsContract)
      onStarted(id)
    },
  })
  const isWrong = choice.last === undefined || Number.isNaN(choice.last)
  return (
    <form
      aria-label="New back-test"
      className="space-y-4 rounded-lg border bg-card p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) start.mutate()
      }}
    >
      <Fields
        choice={choice}
        versions={versions.data?.items.map(({ number }) => number) ?? []}
        onChange={(next) => setChoice({ ...choice, ...next })}
      />
      {choice.of === draft ? (
        <RenamedSteps
          workflow={workflow}
          chosen={choice.renames}
          onChange={(renames) => setChoice({ ...choice, renames })}
        />
      ) : null}
      {start.error ? (
        <Alert variant="destructive">
          <AlertTitle>It did not start</AlertTitle>
          <AlertDescription>{start.error.message}</AlertDescription>
        </Alert>
      ) : null}
      <Button
        type="submit"
        className="w-full"
        disabled={isWrong || start.isPending || running !== undefined}
      >
        <FlaskConicalIcon aria-hidden /> {start.isPending ? 'Starting…' : 'Start the back-test'}
      </Button>
      {running ? (
        <p className="text-sm text-muted-foreground">
          One back-test of this workflow runs now. Wait for it or stop it.
        </p>
      ) : null}
    </form>
  )
}
