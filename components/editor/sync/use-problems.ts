'use client'

import { useEffect, useState } from 'react'
import type { Definition } from '#lib/domain/definition'
import type { Problem } from '#lib/domain/problem'
import type { StepTypeInfo } from '#lib/domain/step-type-info'
import { validateDefinition } from '#lib/domain/validate-definition'

const settleMs = 250
/** Only the server looks at these: it has the TypeScript parser, and knows all workflows. */
const serverOnly = new Set<Problem['code']>(['invalid_code', 'unknown_workflow'])

/** The draft's problems while it is edited: checked here a moment after each change, code by the server with each save. */
export function useProblems(definition: Definition, stepTypes: StepTypeInfo[], connections: { kind: string; slug: string }[] | undefined, fromServer: Problem[]): Problem[] {
  const [own, setOwn] = useState(fromServer)
  useEffect(() => {
    // Until the connections are known, every named one would look missing.
    if (!connections) return setOwn(fromServer)
    const timer = setTimeout(() => setOwn(validateDefinition(definition, { stepTypes, connections })), settleMs)
    return () => clearTimeout(timer)
  }, [definition, stepTypes, connections, fromServer])
  const [all, setAll] = useState(own)
  useEffect(() => {
    const ids = new Set(definition.steps.map((step) => step.id))
    setAll([...own.filter((problem) => !serverOnly.has(problem.code)), ...fromServer.filter((problem) => serverOnly.has(problem.code) && ids.has(problem.stepId ?? ''))])
  }, [own, fromServer, definition])
  return all
}
