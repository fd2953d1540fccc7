'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { getRunContract, type RunPage } from '#lib/contracts/runs/runs'
import type { RunSummary } from '#lib/domain/run/run'
import { isTerminalRun } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { lastRunsRead } from '../draft-read.ts'
import { outputsOf, sampleOf, type Sample } from '../model/sample.ts'
import type { Autosave } from '../sync/autosave.ts'
import { momentsOf, runAt, type Moment } from './run-at.ts'
import type { SeenRun } from './seen-run.ts'
import { useTry, type Try } from './use-try.ts'

type Start = Record<string, unknown>

/** With which data the editor shows results: of the last run, of another one, or of none. */
export type Choice =
  | { kind: 'last' }
  | { kind: 'run'; runId: string }
  /** `runId`: the run whose answers a try takes all the same, and what people call it. */
  | {
      kind: 'start'
      name: 'Sample data' | 'Typed data'
      start: Start
      runId?: string | undefined
      answersOf?: string | undefined
    }

export type ChosenData = {
  choice: Choice
  choose(choice: Choice): void
  /** The run whose data are shown, as it was at the chosen moment. */
  run: RunPage | undefined
  /** What is shown: what was tried last, else the run. */
  seen: SeenRun | undefined
  /** Another value for anything else that is shown. */
  seenKey: string
  /** A run of a loop's body. */
  load(runId: string): Promise<SeenRun>
  trying: Try
  /** Undefined before the workflow's first run. */
  sample: Sample | undefined
  isLoading: boolean
  /** What is known of the last run before it is read whole. */
  latest: RunSummary | undefined
  failure: Error | null
  moments: Moment[]
  /** How many of the moments have happened: all of them, until somebody goes back. */
  moment: number
  goTo(moment: number): void
  /** Which item of each loop is looked at. */
  items: Record<string, number>
  setItem(loopId: string, item: number): void
}

/**
 * The last run that ended well, else the last one; null before the first. A test run, which has no
 * version, may have left steps out, so one of a published version goes before.
 */
function lastOf({ items }: { items: RunSummary[] }): RunSummary | null {
  const completed = items.filter((run) => run.status === 'completed')
  const published = completed.find(({ version }) => version !== null)
  return published ?? completed[0] ?? items[0] ?? null
}

/** Names the run in the address, so that a reload keeps it, and a link brings it. */
function nameInAddress(choice: Choice): void {
  const address = new URL(window.location.href)
  if (choice.kind === 'run') address.searchParams.set('run', choice.runId)
  else address.searchParams.delete('run')
  window.history.replaceState(null, '', address)
}

const noRun = {
  id: 'sample',
  reference: 'SAM-PLE',
  workflowId: '',
  workflowName: '',
  startedAt: '2026-01-15T09:30:00.000Z',
  plannedAt: '2026-01-15T09:30:00.000Z',
  trigger: 'manual',
}

const loadRun = async (id: string): Promise<SeenRun> =>
  await call(getRunContract, { params: { id } })

function sampleFor(
  choice: Choice,
  run: RunPage | undefined,
  tried: Try['tried'],
): Sample | undefined {
  const given = sampleOfChoice(choice, run)
  if (!tried) return given
  const { startData, tasks } = tried.run
  return {
    start: startData ?? given?.start ?? {},
    isWhole: given?.isWhole ?? true,
    run: given?.run ?? noRun,
    steps: outputsOf(tasks),
    label: 'Tried',
  }
}

function sampleOfChoice(choice: Choice, run: RunPage | undefined): Sample | undefined {
  if (choice.kind === 'start')
    return { start: choice.start, isWhole: true, steps: {}, run: noRun, label: choice.name }
  const label = choice.kind === 'last' ? 'Last run' : 'This run'
  return run && { ...sampleOf(run), label }
}

function useRun(workflowId: string, choice: Choice) {
  const last = useQuery({
    ...lastRunsRead(workflowId),
    staleTime: 30_000,
    enabled: choice.kind === 'last',
    select: lastOf,
  })
  const runId = choice.kind === 'run' ? choice.runId : (last.data?.id ?? '')
  const isNone = choice.kind === 'start' || runId === ''
  const run = useQuery({
    ...queryOf(getRunContract, { params: { id: runId } }),
    staleTime: 30_000,
    enabled: !isNone,
    // A run that goes on is shown as it goes.
    refetchInterval: ({ state }) =>
      state.data && !isTerminalRun(state.data.status) ? 1000 : false,
  })
  return {
    // A run of another workflow, which an address may name, says nothing about this one.
    whole: isNone || run.data?.workflow.id !== workflowId ? undefined : run.data,
    isLoading: choice.kind !== 'start' && (last.isLoading || run.isLoading),
    failure: isNone ? null : run.error,
    latest: choice.kind === 'last' ? (last.data ?? undefined) : undefined,
  }
}

/** The data that the person chose to see results with; kept while they edit. */
export function useChosenData(workflowId: string, autosave: Autosave): ChosenData {
  const named = useSearchParams().get('run')
  const [choice, setChoice] = useState<Choice>(
    named === null ? { kind: 'last' } : { kind: 'run', runId: named },
  )
  const [moment, goTo] = useState<number>()
  const [items, setItems] = useState<Record<string, number>>({})
  const { whole, isLoading, failure, latest } = useRun(workflowId, choice)
  const moments = useMemo(() => (whole ? momentsOf(whole) : []), [whole])
  const now = Math.min(moment ?? moments.length, moments.length)
  const run = useMemo(() => whole && runAt(whole, moments, now), [whole, moments, now])
  const choose = (next: Choice) => {
    setChoice(next)
    goTo(undefined)
    setItems({})
    nameInAddress(next)
  }
  const trying = useTry({
    workflowId,
    autosave,
    choice,
    run: whole,
    onStarted: (runId) => choose({ kind: 'run', runId }),
  })
  const { tried } = trying
  const sample = useMemo(() => sampleFor(choice, run, tried), [choice, run, tried])
  return {
    choice,
    choose(next) {
      choose(next)
      trying.end()
    },
    run,
    seen: tried?.run ?? run,
    seenKey: tried ? `tried ${tried.count}` : `${run?.id} ${run?.revision} ${now}`,
    load: tried?.load ?? loadRun,
    trying,
    sample,
    isLoading,
    latest,
    failure,
    moments,
    moment: now,
    goTo: (next) => goTo(next >= moments.length ? undefined : next),
    items,
    setItem: (loopId, item) => setItems((known) => ({ ...known, [loopId]: item })),
  }
}
