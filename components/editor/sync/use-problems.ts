'use client'

import { useEffect, useState } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { validateDefinition } from '#lib/domain/validate/validate-definition'
import { problemsOf, type Checked, type DraftProblems } from '../model/problems-of.ts'

export type { Checked } from '../model/problems-of.ts'

const settleMs = 250

/**
 * The problems of the draft. Those that the server found in exactly this draft count, because the
 * server publishes. Until they arrive, the page shows its own, with those that the server found in
 * steps that have not changed since.
 */
export function useProblems(
  definition: Definition,
  stepTypes: StepTypeInfo[],
  connections: { kind: string; slug: string }[] | undefined,
  server: Checked,
): DraftProblems {
  const [own, setOwn] = useState<Checked>()
  useEffect(() => {
    // Until the connections are known, every named one would appear to be missing.
    if (!connections || server.definition === definition) return
    const timer = setTimeout(() => {
      setOwn({ definition, problems: validateDefinition(definition, { stepTypes, connections }) })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [definition, stepTypes, connections, server])
  return problemsOf(definition, server, own)
}
