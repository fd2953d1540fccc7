import { useMemo } from 'react'
import { useDrawn } from '../use-drawn.ts'
import { stepStates, type StepState } from './step-states.ts'
import type { ChosenData } from './use-chosen-data.ts'

const none: ReadonlyMap<string, StepState> = new Map()

/** What became of each step in the chosen run, at the chosen moment. */
export function useStepStates({ seen }: ChosenData): ReadonlyMap<string, StepState> {
  const definition = useDrawn()
  return useMemo(() => (seen ? stepStates(definition, seen) : none), [definition, seen])
}
