import { loadCode } from '#components/shared/loading/load-code'
import type { CodePlace, CodeScopes } from '#lib/domain/code-types/code-scope'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { findStep } from './graph.ts'

/** The last definition that was asked about: every key that is typed makes another. */
let last: { definition: Definition; scopes: CodeScopes } | undefined

type Now = { definition: Definition; types: ReadonlyMap<string, StepTypeInfo> }

/** Declares what a code of a step gets, in the definition as it is now. */
export async function declareInput(
  now: () => Now,
  stepId: string,
  place: CodePlace,
  code: string,
): Promise<string> {
  const { CodeScopes } = await loadCode(() => import('#lib/domain/code-types/code-scope'))
  const { definition, types } = now()
  const step = findStep(definition, stepId)
  if (!step) return ''
  if (last?.definition !== definition)
    last = { definition, scopes: new CodeScopes(definition, types) }
  return last.scopes.of(step, place, code)
}
