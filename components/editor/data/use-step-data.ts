'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { keyOf } from '#components/shared/loading/queries'
import { getRunContract } from '#lib/contracts/runs/runs'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { computePreview } from '../inspector/config/compute-preview.ts'
import type { Sample } from '../model/sample.ts'
import { useEditor } from '../store-context.ts'
import { useDrawn } from '../use-drawn.ts'
import { bodyScope, loopsAround, type Place } from './body-scope.ts'
import { firstItem, itemsSeenBy, type Loop } from './first-item.ts'
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
  const inBody = useMemo(
    () => (sample && scope ? withScope(sample, scope) : sample),
    [sample, scope],
  )
  const first = useFirstItem(definition, stepId, inBody, scope !== undefined)
  return useMemo(() => {
    const outer = seen?.tasks ?? noTasks
    const tasks = scope ? [...outer, ...scope.tasks] : outer
    const own = tasks.filter(({ stepId: of }) => of === stepId)
    return {
      sample: first ?? inBody,
      places: scope?.places ?? noPlaces,
      task: own.find(({ status }) => status !== 'waiting-dependencies') ?? own[0],
      tasks,
    }
  }, [seen, scope, inBody, first, stepId])
}

function withScope(sample: Sample, scope: { steps: Sample['steps']; item?: unknown }): Sample {
  const whole = { ...sample, steps: scope.steps }
  return 'item' in scope ? { ...whole, item: scope.item } : whole
}

const settleMs = 250
const noSteps: Step[] = []

/**
 * The sample with the item that a step would see first, where the run shows none: it did not come
 * to the loop, or the step itself asks of each item. Undefined where nothing is to be added.
 */
function useFirstItem(
  definition: Definition,
  stepId: string | undefined,
  sample: Sample | undefined,
  isInBody: boolean,
): Sample | undefined {
  const types = useEditor((state) => state.types)
  const loops = useMemo(() => {
    const all = stepId === undefined ? noSteps : itemsSeenBy(definition, types, stepId)
    // The item of the loops around is that of the run; the step's own entries are not recorded.
    const asked = isInBody ? all.filter(({ id }) => id === stepId) : all
    return JSON.stringify(asked.map(({ type, config }) => ({ type, items: config['items'] })))
  }, [definition, types, stepId, isInBody])
  // By its text, so that a change elsewhere does not take away what is shown.
  const asked = useMemo(() => ({ loops: JSON.parse(loops) as Loop[], sample }), [loops, sample])
  const [found, setFound] = useState<{ of: typeof asked; sample: Sample }>()
  useEffect(() => {
    if (!asked.sample || asked.loops.length === 0) return
    const given = asked.sample
    let stale = false
    const work = async () => {
      const first = await firstItem(asked.loops, given, computePreview)
      if (first && !stale) setFound({ of: asked, sample: withFirst(given, first) })
    }
    const timer = setTimeout(() => void work(), settleMs)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [asked])
  return found?.of === asked ? found.sample : undefined
}

const withFirst = (sample: Sample, { item }: { item: unknown }): Sample => ({
  ...sample,
  item,
  isFirstItem: true,
})
