'use client'

import { useEffect, useState } from 'react'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { firstTouch } from '#components/shared/loading/first-touch'
import { loadCode } from '#components/shared/loading/load-code'
import {
  createProblemsKeeper,
  problemsOf,
  type Checked,
  type DraftProblems,
} from '../model/problems-of.ts'
import { useEditor, useEditorStore } from '../store-context.ts'

export type { Checked } from '../model/problems-of.ts'

const settleMs = 250

/** The checks are a large part of the editor, and nobody needs them before the first change. */
const loadChecks = async () =>
  await loadCode(() => import('#lib/domain/validate/validate-definition'))

type Connections = { kind: string; slug: string }[] | undefined

/** What the page itself finds in the draft, a moment after each change. */
function useOwnChecks(
  stepTypes: StepTypeInfo[],
  connections: Connections,
  server: Checked,
): Checked | undefined {
  const store = useEditorStore()
  const [own, setOwn] = useState<Checked>()
  useEffect(() => {
    void firstTouch()
      .then(loadChecks)
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    // Until the connections are known, every named one would appear to be missing.
    if (!connections) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let changes = 0
    const check = async () => {
      const { definition } = store.getState()
      const at = changes
      const { validateDefinition } = await loadChecks()
      if (at !== changes) return
      setOwn({ definition, problems: validateDefinition(definition, { stepTypes, connections }) })
    }
    const plan = () => {
      changes += 1
      clearTimeout(timer)
      if (store.getState().definition === server.definition) return
      // Without its own checks the page shows those of the server.
      timer = setTimeout(() => void check().catch(() => undefined), settleMs)
    }
    plan()
    const stop = store.subscribe((now, before) => {
      if (now.definition !== before.definition) plan()
    })
    return () => {
      changes += 1
      stop()
      clearTimeout(timer)
    }
  }, [store, stepTypes, connections, server])
  return own
}

/**
 * The problems of the draft. Those that the server found in exactly this draft count, because the
 * server publishes. Until they arrive, the page shows its own, with those that the server found in
 * steps that have not changed since.
 */
export function useProblems(
  stepTypes: StepTypeInfo[],
  connections: Connections,
  server: Checked,
): DraftProblems {
  const own = useOwnChecks(stepTypes, connections, server)
  const [keep] = useState(createProblemsKeeper)
  return useEditor(({ definition }) => keep(problemsOf(definition, server, own)))
}
