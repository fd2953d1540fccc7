'use client'

import { useContext, useEffect, useMemo, useRef } from 'react'
import { CodeHelp } from '../../../code/code-help.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs'
import type { Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { changeStep } from '../../commands/change-step.ts'
import { codeScope, scopeOf } from '../../model/scope.ts'
import type { Sample } from '../../model/sample.ts'
import { StepIcon } from '../../step-icon.tsx'
import { toneOf } from '../../canvas/category-tone.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { ConfigForm } from '../config/config-form.tsx'
import { ExpressionScope } from '../config/expression-scope.ts'
import { FlowTab } from './flow-tab.tsx'
import { Known } from '../config/known.ts'
import { ScreenTab } from './screen-tab.tsx'
import { StepIdentity } from './step-identity.tsx'
import { sameJson } from '../../model/same-json.ts'

/** Which tab a problem's path belongs to. */
const tabOf = (path: string | undefined): string =>
  !path || path.startsWith('config')
    ? 'setup'
    : path.startsWith('before_complete') || path.startsWith('priority')
      ? 'screen'
      : 'flow'

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
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const type = useEditor((state) => state.types.get(step.type))
  const request = useEditor((state) => state.focusRequest)
  const known = useContext(Known)
  const root = useRef<HTMLDivElement>(null)
  const own = useMemo(
    () => problems.filter((problem) => problem.stepId === step.id),
    [problems, step.id],
  )
  // Only what is named before this step matters, and a keystroke in its own config must not build
  // the list again.
  const items = useMemo(
    () => scopeOf(definition, store.getState().types, step.id, sample),
    [definition, store, step.id, sample],
  )
  const help = useMemo(() => ({ completions: codeScope(items, false) }), [items])

  useEffect(() => {
    if (request.stepId !== step.id) return
    const wanted = request.path === 'title' ? tab : tabOf(request.path)
    if (wanted !== tab) return onTab(wanted)
    // Forms and code editors may still be loading: wait for the very field, then take the nearest
    // one around it.
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      if (!focusField(root.current, request.path, tries > 15)) return
      clearInterval(timer)
      store.getState().requestDone()
    }, 50)
    return () => clearInterval(timer)
  }, [request, step.id, tab, onTab, store])

  const count = (name: string) => {
    const found = own.filter(
      (problem) => tabOf(problem.path) === name && problem.severity === 'error',
    ).length
    return found === 0 ? null : (
      <span className="rounded-full bg-destructive px-1.5 text-[11px] leading-4 font-semibold text-destructive-foreground">
        {found}
        <span className="sr-only">{found === 1 ? ' problem' : ' problems'}</span>
      </span>
    )
  }
  return (
    <div
      ref={root}
      className="space-y-4 p-4"
      role="region"
      aria-label={`Step ${step.title || step.id}`}
    >
      <div className="flex items-start gap-3">
        <span
          className={`mt-0.5 grid size-9 shrink-0 place-items-center rounded-md ${toneOf(type?.category ?? '')}`}
        >
          <StepIcon name={type?.icon} className="size-5" />
        </span>
        <div className="min-w-0">
          <p className="text-sm font-semibold">{type?.title ?? step.type}</p>
          <p className="text-xs text-muted-foreground">
            {type?.description ?? 'This kind of step is not installed here.'}
          </p>
        </div>
      </div>
      <StepIdentity key={step.id} step={step} />
      <Tabs value={tab} onValueChange={onTab}>
        <TabsList aria-label="Parts of the step">
          <TabsTrigger value="setup">Set up {count('setup')}</TabsTrigger>
          {type?.screen ? (
            <TabsTrigger value="screen">Completing {count('screen')}</TabsTrigger>
          ) : null}
          <TabsTrigger value="flow">Flow {count('flow')}</TabsTrigger>
        </TabsList>
        <TabsContent value="setup">
          {type ? (
            <Known.Provider value={{ ...known, kind: type.connection }}>
              <ExpressionScope.Provider value={{ items, sample }}>
                <CodeHelp.Provider value={help}>
                  <ConfigForm
                    key={step.id}
                    type={type}
                    config={step.config}
                    problems={own}
                    onChange={(config) => {
                      const now = store
                        .getState()
                        .definition.steps.find((one) => one.id === step.id)
                      if (now && !sameJson(now.config, config))
                        store
                          .getState()
                          .run(changeStep(step.id, { config }), { coalesce: `config:${step.id}` })
                    }}
                  />
                </CodeHelp.Provider>
              </ExpressionScope.Provider>
            </Known.Provider>
          ) : null}
        </TabsContent>
        {type?.screen ? (
          <TabsContent value="screen">
            <ScreenTab step={step} problems={own} completions={codeScope(items, true)} />
          </TabsContent>
        ) : null}
        <TabsContent value="flow">
          <FlowTab step={step} type={type} problems={own} onConnectRequest={onConnectRequest} />
        </TabsContent>
      </Tabs>
    </div>
  )
}

const focusable = 'input, select, textarea, button, [contenteditable="true"]'

/**
 * Puts the cursor into the field that a path names, or, when `nearest`, into the closest one around
 * it. Answers whether the search is over.
 */
function focusField(root: HTMLElement | null, path: string | undefined, nearest: boolean): boolean {
  const parts = (path ?? '').split('.').filter(Boolean)
  for (let length = parts.length; length > (nearest ? 0 : parts.length - 1); length -= 1) {
    const field = root?.querySelector<HTMLElement>(
      `#${CSS.escape(parts.slice(0, length).join('_'))}`,
    )
    const target = field?.matches(focusable) ? field : field?.querySelector<HTMLElement>(focusable)
    if (!target) continue
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
    if (target instanceof HTMLInputElement && path === 'title') target.select()
    return true
  }
  return nearest || parts.length === 0
}
