'use client'

import { useMemo, useRef } from 'react'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { toneOf } from '../../canvas/category-tone.ts'
import { hasSameScope } from '../../model/same-scope.ts'
import type { Sample } from '../../model/sample.ts'
import { codeScope, scopeOf } from '../../model/scope.ts'
import { StepIcon } from '../../step-icon.tsx'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { ExpressionScope } from '../config/expression-scope.ts'
import { DeadlinesTab } from '../deadlines/deadlines-tab.tsx'
import { ReadOnlyFields } from '../read-only-fields.tsx'
import { TestsTab } from '../tests/tests-tab.tsx'
import { CommentsPart } from './comments-part.tsx'
import { FlowTab } from './flow-tab.tsx'
import { ScreenTab } from './screen-tab.tsx'
import { SetupTab } from './setup-tab.tsx'
import { StepIdentity } from './step-identity.tsx'
import { tabOf } from './tab-of.ts'
import { useFocusRequest } from './use-focus-request.ts'

type Props = {
  step: Step
  problems: Problem[]
  sample: Sample | undefined
  tab: string
  onTab(tab: string): void
  onConnectRequest(stepId: string): void
}

/**
 * Everything about one step: its name, its configuration, when it runs, what happens when it fails.
 */
export function StepInspector({ step, problems, sample, tab, onTab, onConnectRequest }: Props) {
  const type = useEditor((state) => state.types.get(step.type))
  const root = useFocusRequest(step.id, tab, onTab)
  const items = useScope(step.id, sample)
  const own = useMemo(
    () => problems.filter((problem) => problem.stepId === step.id),
    [problems, step.id],
  )
  const isTested = useIsTested(step)
  return (
    <div
      ref={root}
      className="space-y-4 p-4"
      role="region"
      aria-label={`Step ${step.title || step.id}`}
    >
      <StepHeading typeId={step.type} type={type} />
      <ReadOnlyFields>
        <StepIdentity key={step.id} step={step} />
      </ReadOnlyFields>
      <Tabs value={tab === 'tests' && !isTested ? 'setup' : tab} onValueChange={onTab}>
        <StepTabs
          problems={own}
          type={step.type}
          isScreen={type?.screen === true}
          isTested={isTested}
        />
        <TabsContent value="setup">
          <ReadOnlyFields>
            {type ? (
              <SetupTab step={step} type={type} problems={own} items={items} sample={sample} />
            ) : null}
          </ReadOnlyFields>
        </TabsContent>
        {type?.screen ? (
          <ScreenTabs step={step} problems={own} items={items} sample={sample} />
        ) : null}
        {isTested ? (
          <TabsContent value="tests">
            <TestsTab key={step.id} stepId={step.id} />
          </TabsContent>
        ) : null}
        <TabsContent value="flow">
          <ReadOnlyFields>
            <FlowTab step={step} type={type} problems={own} onConnectRequest={onConnectRequest} />
          </ReadOnlyFields>
        </TabsContent>
      </Tabs>
      <CommentsPart key={step.id} stepId={step.id} />
    </div>
  )
}

type ScreenTabsProps = {
  step: Step
  problems: Problem[]
  items: ReturnType<typeof useScope>
  sample: Sample | undefined
}

/** What only steps that ask a person have. */
function ScreenTabs({ step, problems, items, sample }: ScreenTabsProps) {
  return (
    <>
      <TabsContent value="screen">
        <ReadOnlyFields>
          <ScreenTab step={step} problems={problems} completions={codeScope(items, true)} />
        </ReadOnlyFields>
      </TabsContent>
      {step.type === 'screen' ? (
        <TabsContent value="deadlines">
          <ReadOnlyFields>
            <ExpressionScope.Provider value={{ items, sample }}>
              <DeadlinesTab step={step} problems={problems} completions={codeScope(items, false)} />
            </ExpressionScope.Provider>
          </ReadOnlyFields>
        </TabsContent>
      ) : null}
    </>
  )
}

/** Who may not edit sees no cases of tests: they have data of patients. */
function useIsTested({ type }: Step): boolean {
  const isReadOnly = useEditor((state) => state.readOnly !== undefined)
  return type === 'ask-documents' && !isReadOnly
}

/** What the expressions of a step can name. */
function useScope(stepId: string, sample: Sample | undefined) {
  const store = useEditorStore()
  const seen = useRef<Definition>(undefined)
  // The same object while the step itself is typed into: with each letter all fields would learn
  // anew what they can name.
  const definition = useEditor(({ definition: now, types }) => {
    const before = seen.current
    if (before && hasSameScope(before, now, stepId, types)) return before
    seen.current = now
    return now
  })
  return useMemo(
    () => scopeOf(definition, store.getState().types, stepId, sample),
    [definition, store, stepId, sample],
  )
}

function StepHeading({ typeId, type }: { typeId: string; type: StepTypeInfo | undefined }) {
  const tone = toneOf(type?.category ?? '')
  return (
    <div className="flex items-start gap-3">
      <span className={`mt-0.5 grid size-9 shrink-0 place-items-center rounded-md ${tone}`}>
        <StepIcon name={type?.icon} className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="text-sm font-semibold">{type?.title ?? typeId}</p>
        <p className="text-xs text-muted-foreground">
          {type?.description ?? 'This kind of step is not installed here.'}
        </p>
      </div>
    </div>
  )
}

type StepTabsProps = { problems: Problem[]; type: string; isScreen: boolean; isTested: boolean }

function StepTabs({ problems, type, isScreen, isTested }: StepTabsProps) {
  const errors = problems.filter((problem) => problem.severity === 'error')
  const errorsOf = (tab: string) => errors.filter(({ path }) => tabOf(path, type) === tab).length
  return (
    <TabsList aria-label="Parts of the step">
      <TabsTrigger value="setup">
        Set up <ErrorCount count={errorsOf('setup')} />
      </TabsTrigger>
      {isScreen ? (
        <TabsTrigger value="screen">
          Completing <ErrorCount count={errorsOf('screen')} />
        </TabsTrigger>
      ) : null}
      {type === 'screen' ? (
        <TabsTrigger value="deadlines">
          Deadlines <ErrorCount count={errorsOf('deadlines')} />
        </TabsTrigger>
      ) : null}
      {isTested ? <TabsTrigger value="tests">Tests</TabsTrigger> : null}
      <TabsTrigger value="flow">
        Flow <ErrorCount count={errorsOf('flow')} />
      </TabsTrigger>
    </TabsList>
  )
}

function ErrorCount({ count }: { count: number }) {
  if (count === 0) return null
  const look = 'bg-destructive text-[11px] leading-4 font-semibold text-destructive-foreground'
  return (
    <span className={`rounded-full px-1.5 ${look}`}>
      {count}
      <span className="sr-only">{count === 1 ? ' problem' : ' problems'}</span>
    </span>
  )
}
