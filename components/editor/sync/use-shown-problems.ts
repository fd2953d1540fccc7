import { useState } from 'react'
import type { Problem } from '#lib/domain/workflow/problem'
import { createListKeeper, withoutFresh } from '../model/fresh-problems.ts'
import { findStep } from '../model/graph.ts'
import { useEditor } from '../store-context.ts'

/** The problems that are shown at steps and fields; the bar and the server count all of them. */
export function useShownProblems(problems: Problem[]): Problem[] {
  const [keep] = useState(createListKeeper<Problem>)
  return useEditor(({ definition, fresh }) =>
    keep(withoutFresh(problems, fresh === undefined ? undefined : findStep(definition, fresh))),
  )
}
