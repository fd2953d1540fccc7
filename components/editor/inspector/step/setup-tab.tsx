'use client'

import dynamic from 'next/dynamic'
import { useCallback, useContext, useMemo } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { AddressChecks } from '#components/letters/address-checks'
import type { Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { CodeHelp, type CompletionItem } from '../../../code/code-help.ts'
import { changeStep } from '../../commands/change-step.ts'
import { declareInput } from '../../model/declare-input.ts'
import { findStep } from '../../model/graph.ts'
import { sameJson } from '../../model/same-json.ts'
import type { Sample } from '../../model/sample.ts'
import { codeScope } from '../../model/scope.ts'
import { useEditorStore } from '../../store-context.ts'
import { branchWords } from '../conditions/branch-words.ts'
import { ConfigForm } from '../config/config-form.tsx'
import { ExpressionScope } from '../config/expression-scope.ts'
import { Known } from '../config/known.ts'
import { BranchNames } from './branch-names.tsx'
import { unusedByWait, WaitKind } from './wait-kind.tsx'

const StepPrint = dynamic(
  async () => (await loadCode(() => import('#components/letters/step-print'))).StepPrint,
  { loading: () => null },
)

/** The connection by which addresses of this step are checked; null for other steps. */
function checksOf({ connection: kind }: StepTypeInfo, { connection }: Step['config']) {
  if (kind !== 'letters') return null
  return typeof connection === 'string' && connection ? { connection } : {}
}

type Props = {
  step: Step
  type: StepTypeInfo
  problems: Problem[]
  /** What the step's expressions can name. */
  items: CompletionItem[]
  sample: Sample | undefined
}

/** The step's configuration, with what its expressions and its code can name. */
export function SetupTab({ step, type, problems, items, sample }: Props) {
  const store = useEditorStore()
  const known = useContext(Known)
  const help = useMemo(
    () => ({
      completions: codeScope(items, false),
      scope: async (code: string) => await declareInput(store.getState, step.id, 'step', code),
      problems,
    }),
    [items, problems, step.id, store],
  )
  const checks = useMemo(() => checksOf(type, step.config), [type, step.config])
  const unused = useMemo(() => unusedByWait(step.type, step.config), [step.type, step.config])
  // The same ones while the title is typed, so that the form is not drawn again.
  const change = useCallback(
    (config: Record<string, unknown>) => {
      const { definition, run } = store.getState()
      const now = findStep(definition, step.id)
      if (!now || sameJson(now.config, config)) return
      const branchLabels = branchWords(now, config, items)
      run(changeStep(step.id, { config, branchLabels }), { coalesce: `config:${step.id}` })
    },
    [store, step.id, items],
  )
  const knownHere = useMemo(() => ({ ...known, kind: type.connection }), [known, type.connection])
  const scope = useMemo(() => ({ items, sample }), [items, sample])
  return (
    <Known.Provider value={knownHere}>
      <ExpressionScope.Provider value={scope}>
        <CodeHelp.Provider value={help}>
          {type.type === 'wait' ? (
            <div className="mb-4">
              <WaitKind config={step.config} onChange={change} />
            </div>
          ) : null}
          <AddressChecks.Provider value={checks}>
            <ConfigForm
              key={step.id}
              type={type}
              config={step.config}
              unused={unused}
              problems={problems}
              onChange={change}
            />
          </AddressChecks.Provider>
          <div className="mt-4 empty:hidden">
            <BranchNames step={step} type={type} />
          </div>
          {type.connection === 'letters' ? (
            <div className="mt-4">
              <StepPrint key={step.id} config={step.config} />
            </div>
          ) : null}
        </CodeHelp.Provider>
      </ExpressionScope.Provider>
    </Known.Provider>
  )
}
