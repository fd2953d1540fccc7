'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keyOf } from '#components/shared/loading/queries'
import { getRunContract } from '#lib/contracts/runs/runs'
import type { Sample } from '../model/sample.ts'
import { useDrawn } from '../use-drawn.ts'
import { bodyScope, loopsAround, type Place } from './body-scope.ts'
import type { SeenTask } from './seen-run.ts'
import type { ChosenData } from './use-chosen-data.ts'

export type StepData = {
  /** What the step's expressions see. */
  sample: Sample | undefined
  /** The loops around the step, and which item of each is shown. */
  places: Place[]
  /** What the run had of the step; undefined when it did not reach it. */
  task: SeenTask | undefined
  /** The tasks of the run and of the item, by which other steps are found. */
  tasks: SeenTask[]
}

const noTasks: SeenTask[] = []
const noPlaces: Place[] = []
const noLoops: string[] = []

/** What the chosen run had of a step: its own data, or those of one item of the loops around it. */
export function useStepData(data: ChosenData, stepId: string | undefined): StepData {
  const definition = useDrawn()
  const loops = useMemo(
    () => (stepId === undefined ? noLoops : loopsAround(definition, stepId)),
    [definition, stepId],
  )
  const { seen, seenKey, load, items, sample } = data
  const { data: body } = useQuery({
    queryKey: keyOf(getRunContract, 'item', seenKey, loops, items),
    enabled: seen !== undefined && loops.length > 0,
    staleTime: 30_000,
    queryFn: async () => (seen ? ((await bodyScope(seen, loops, items, load)) ?? null) : null),
  })
  const scope = seen && loops.length > 0 ? (body ?? undefined) : undefined
  return useMemo(() => {
    const outer = seen?.tasks ?? noTasks
    const tasks = scope ? [...outer, ...scope.tasks] : outer
    const own = tasks.filter(({ stepId: of }) => of === stepId)
    return {
      sample: sample && scope ? withScope(sample, scope) : sample,
      places: scope?.places ?? noPlaces,
      task: own.find(({ status }) => status !== 'waiting-dependencies') ?? own[0],
      tasks,
    }
  }, [seen, scope, sample, stepId])
}

function withScope(sample: Sample, scope: { steps: Sample['steps']; item?: unknown }): Sample {
  const whole = { ...sample, steps: scope.steps }
  return 'item' in scope ? { ...whole, item: scope.item } : whole
}
