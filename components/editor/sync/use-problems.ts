'use client'

import { useEffect, useState } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { validateDefinition } from '#lib/domain/validate/validate-definition'
import { problemsOf, type Checked, type DraftProblems } from '../model/problems-of.ts'

export type { Checked } from '../model/problems-of.ts'

const settleMs = 250

/**
 * The problems of the draft. The server's word on exactly this draft is the only one that counts,
 * because it is the server that publishes. Until it comes, what is found here is shown, with what
 * the server said of steps that did not change since.
 */
export function useProblems(
  definition: Definition,
  stepTypes: StepTypeInfo[],
  connections: { kind: string; slug: string }[] | undefined,
  server: Checked,
): DraftProblems {
  const [own, setOwn] = useState<Checked>()
  useEffect(() => {
    // Until the connections are known, every named one would look missing.
    if (!connections || server.definition === definition) return
    const timer = setTimeout(() => {
      setOwn({ definition, problems: validateDefinition(definition, { stepTypes, connections }) })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [definition, stepTypes, connections, server])
  return problemsOf(definition, server, own)
}
