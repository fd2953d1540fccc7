'use client'

import { useEffect, useState } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { firstTouch } from '#components/shared/loading/first-touch'
import { loadCode } from '#components/shared/loading/load-code'
import { problemsOf, type Checked, type DraftProblems } from '../model/problems-of.ts'

export type { Checked } from '../model/problems-of.ts'

const settleMs = 250

/** The checks are a large part of the editor, and nobody needs them before the first change. */
const loadChecks = async () =>
  await loadCode(() => import('#lib/domain/validate/validate-definition'))

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
    void firstTouch()
      .then(loadChecks)
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    // Until the connections are known, every named one would appear to be missing.
    if (!connections || server.definition === definition) return
    let isOld = false
    const check = async () => {
      const { validateDefinition } = await loadChecks()
      if (isOld) return
      setOwn({ definition, problems: validateDefinition(definition, { stepTypes, connections }) })
    }
    // Without its own checks the page shows those of the server.
    const timer = setTimeout(() => void check().catch(() => undefined), settleMs)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [definition, stepTypes, connections, server])
  return problemsOf(definition, server, own)
}
