'use client'

import { useQuery } from '@tanstack/react-query'
import { CheckIcon, ChevronDownIcon, DatabaseIcon } from 'lucide-react'
import { useState } from 'react'
import { formatTime } from '#components/shared/display/format'
import { RunStatusBadge, runStatusLabel } from '#components/shared/display/status'
import { NativeSelect } from '#components/shared/fields/native-select'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import { listRunsContract } from '#lib/contracts/runs/runs'
import { sampleValue } from '#lib/domain/json-schema/sample-value'
import type { RunSummary } from '#lib/domain/run/run'
import { runStatuses } from '#lib/domain/statuses'
import { useEditorStore } from '../store-context.ts'
import { TypeData } from './type-data.tsx'
import type { ChosenData, Choice } from './use-chosen-data.ts'

type Props = { workflowId: string; data: ChosenData }

/** What a run is called in a line: its title, else when it began. */
const nameOf = ({ title, createdAt }: Pick<RunSummary, 'title' | 'createdAt'>): string =>
  title ?? formatTime(createdAt)

/** With which data results are shown, in words. */
export function chosenName({ choice, run, latest, isLoading, failure }: ChosenData): string {
  if (choice.kind === 'start')
    return choice.answersOf === undefined
      ? choice.name
      : `${choice.name}, answers of ${choice.answersOf}`
  if (failure && !run) return 'The run cannot be read'
  const named = run ?? latest
  if (named) return choice.kind === 'last' ? `Last run: ${nameOf(named)}` : nameOf(named)
  return isLoading ? 'Loading the run…' : 'No run yet'
}

/** The run whose answers go with typed data. */
const answersBehind = ({ run, choice }: ChosenData) =>
  choice.kind === 'start'
    ? { runId: choice.runId, answersOf: choice.answersOf }
    : { runId: run?.id, answersOf: run && nameOf(run) }

const typedChoice = (data: ChosenData, start: Record<string, unknown>): Choice => ({
  kind: 'start',
  name: 'Typed data',
  start,
  ...answersBehind(data),
})

function sampleChoice(form: Record<string, unknown>): Choice {
  const start = sampleValue(form)
  const fields = typeof start === 'object' && start !== null ? { ...start } : {}
  return { kind: 'start', name: 'Sample data', start: fields }
}

/** A long name of a run leaves room for the time slider. */
const chosenClass = 'h-7 min-w-16 shrink gap-1.5 px-2'

/** Chooses the data with which the editor shows results: a past run, invented or typed data. */
export function ChooseData({ workflowId, data }: Props) {
  const [open, setOpen] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const store = useEditorStore()
  const choose = (choice: Choice) => {
    data.choose(choice)
    setOpen(false)
  }
  const takeSample = () => choose(sampleChoice(store.getState().definition.startData))
  return (
    <>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button type="button" variant="ghost" size="sm" className={chosenClass}>
            <DatabaseIcon aria-hidden />
            <span className="sr-only">Data:</span>
            <span className="truncate">{chosenName(data)}</span>
            <ChevronDownIcon aria-hidden className="opacity-60" />
          </Button>
        </PopoverTrigger>
        <PopoverContent
          align="start"
          aria-label="Data to show results with"
          className="w-96 max-w-[94vw] space-y-2 p-3"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') event.stopPropagation()
          }}
        >
          <Runs workflowId={workflowId} data={data} onChoose={choose} />
          <div className="flex flex-wrap gap-2 border-t pt-2">
            <Button type="button" size="sm" variant="outline" onClick={takeSample}>
              Sample data
            </Button>
            <Button
              type="button"
              size="sm"
              variant="outline"
              onClick={() => {
                setOpen(false)
                setIsTyping(true)
              }}
            >
              Type data…
            </Button>
          </div>
        </PopoverContent>
      </Popover>
      <TypeData
        open={isTyping}
        onOpenChange={setIsTyping}
        data={data}
        onTyped={(start) => data.choose(typedChoice(data, start))}
      />
    </>
  )
}

type RunsProps = Props & { onChoose(choice: Choice): void }

function Runs({ workflowId, data, onChoose }: RunsProps) {
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')
  const runs = useQuery({
    ...queryOf(listRunsContract, {
      query: {
        workflow: workflowId,
        limit: 20,
        ...(text ? { q: text } : {}),
        ...(status ? { status: status as RunSummary['status'] } : {}),
      },
    }),
    staleTime: 10_000,
  })
  return (
    <>
      <div className="flex gap-2">
        <SearchFilter
          label="Search runs"
          placeholder="Title, reference or data…"
          value={text}
          onChange={setText}
          className="basis-32"
        />
        <NativeSelect
          aria-label="Outcome"
          className="w-auto"
          value={status}
          onChange={(event) => setStatus(event.target.value)}
        >
          <option value="">Any outcome</option>
          {runStatuses.map((one) => (
            <option key={one} value={one}>
              {runStatusLabel(one)}
            </option>
          ))}
        </NativeSelect>
      </div>
      {runs.error ? (
        <p role="alert" className="text-sm text-destructive">
          {runs.error.message}
        </p>
      ) : null}
      {runs.isPending ? <Skeleton className="h-24 w-full" /> : null}
      {runs.data ? <RunList runs={runs.data.items} data={data} onChoose={onChoose} /> : null}
    </>
  )
}

type ListProps = { runs: RunSummary[]; data: ChosenData; onChoose(choice: Choice): void }

function RunList({ runs, data, onChoose }: ListProps) {
  if (runs.length === 0)
    return (
      <p role="status" className="py-4 text-center text-sm text-muted-foreground">
        No run fits. Start a test run, or take sample data.
      </p>
    )
  return (
    <ul aria-label="Runs" className="max-h-72 overflow-y-auto">
      {runs.map((run) => (
        <li key={run.id}>
          <Button
            type="button"
            variant="ghost"
            className="h-auto w-full justify-start gap-2 px-2 py-1.5 text-left font-normal"
            aria-current={run.id === data.run?.id}
            onClick={() => onChoose({ kind: 'run', runId: run.id })}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm">{nameOf(run)}</span>
              <span className="block truncate text-xs text-muted-foreground">
                {[run.subtitle, formatTime(run.createdAt)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <RunStatusBadge status={run.status} />
            {run.id === data.run?.id ? <CheckIcon aria-hidden /> : null}
          </Button>
        </li>
      ))}
    </ul>
  )
}
