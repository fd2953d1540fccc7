'use client'

import { useState } from 'react'
import type { RunSummary } from '#lib/domain/run/run'
import { isTerminalRun } from '#lib/domain/statuses'

/**
 * Failed runs can be retried, live ones cancelled; nothing is done to the others together. A failed
 * run that was retried already is not offered again, since its effects would be repeated.
 */
export const canBeChosen = ({ status, retriedAs }: RunSummary): boolean =>
  (status === 'failed' && retriedAs === null) || !isTerminalRun(status)

/** The runs of a list that a person chose, to do something to all of them. */
export function useChosenRuns(runs: RunSummary[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = runs.filter((run) => ids.has(run.id) && canBeChosen(run))
  const choosable = runs.filter(canBeChosen)
  return {
    failed: chosen.filter(({ status }) => status === 'failed'),
    live: chosen.filter(({ status }) => !isTerminalRun(status)),
    canChoose: choosable.length > 0,
    hasAll: choosable.length > 0 && choosable.every(({ id }) => ids.has(id)),
    hasSome: choosable.some(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    choose: (id: string, isChosen: boolean) =>
      setIds((old) => new Set(isChosen ? [...old, id] : [...old].filter((one) => one !== id))),
    chooseAll: (isChosen: boolean) =>
      setIds(new Set(isChosen ? choosable.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  }
}
export type ChosenRuns = ReturnType<typeof useChosenRuns>
