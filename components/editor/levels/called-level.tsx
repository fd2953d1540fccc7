'use client'

import { useQuery } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { ArrowUpRightIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useContext, useEffect, useMemo, useState } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { Loading } from '#components/shared/loading/loading'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { readVersionContract, readWorkflowContract } from '#lib/contracts/workflows/workflows'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { Canvas } from '../canvas/canvas.tsx'
import { Outline } from '../panels/outline.tsx'
import { Known, type KnownWorkflow } from '../inspector/config/known.ts'
import { findStep } from '../model/graph.ts'
import { StartsContext } from '../start/starts-context.ts'
import { createEditorStore } from '../store.ts'
import { EditorStoreContext, useEditor, useEditorStore } from '../store-context.ts'
import { levelOf, seesCalled, textOfPath } from './level-path.ts'
import { Trail, useCrumbs, type Crumb } from './level-trail.tsx'

/** Which version of which workflow a step runs. */
type Called = { id: string; slug: string; name: string; number: number; isFixed: boolean }

/** The workflow that a step names, and the version of it that it would run. */
function useCalled(step: Step | undefined, known: readonly KnownWorkflow[]) {
  const slug = step?.config['workflow']
  const fixed = step?.config['version']
  const target = known.find((one) => one.slug === slug)
  const workflow = useQuery({
    ...queryOf(readWorkflowContract, { params: { id: target?.id ?? '' } }),
    enabled: target !== undefined,
    staleTime: 10_000,
  })
  const newest = workflow.data?.published?.number
  const number = typeof fixed === 'number' ? fixed : newest
  const version = useQuery({
    ...queryOf(readVersionContract, { params: { id: target?.id ?? '', number: number ?? 0 } }),
    enabled: target !== undefined && number !== undefined,
    staleTime: Infinity,
  })
  const called: Called | undefined =
    target && number !== undefined
      ? { ...target, number, isFixed: typeof fixed === 'number' }
      : undefined
  return {
    called,
    target,
    definition: version.data?.definition as Definition | undefined,
    error: workflow.error ?? version.error,
    // The list holds at least the workflow around, once it is read.
    isMissing: known.length > 0 && !target,
    isUnpublished: workflow.data?.published === null && typeof fixed !== 'number',
  }
}

/** Why there is nothing to look at; undefined: it is being read. */
function whyNot({ error, isMissing, isUnpublished }: ReturnType<typeof useCalled>) {
  if (isMissing) return 'The step names no workflow that you may see.'
  if (isUnpublished) return 'The workflow is not published yet: the step would fail.'
  return error?.message
}

type Props = {
  /** The name of the workflow around. */
  workflow: string
  /** The levels above that workflow. */
  above?: Crumb[]
  onUp(): void
}

/** The workflow that a step runs, as a level: to look at, in the version that would run. */
export function CalledLevel({ workflow, above = [], onUp }: Props) {
  const store = useEditorStore()
  const { workflows } = useContext(Known)
  const definition = useEditor((state) => state.definition)
  const level = useEditor((state) => state.level)
  const { call } = levelOf(definition, level)
  const step = findStep(definition, call)
  const read = useCalled(step, workflows)
  const crumbs = [...above, ...useCrumbs(workflow)]
  const problem = whyNot(read)
  if (!read.called || !read.definition)
    return (
      <div className="relative grid size-full place-items-center p-6">
        <Trail above={crumbs} current={step?.title ?? ''} onUp={onUp} />
        {problem === undefined ? (
          <Loading label="Loading the workflow">
            <Skeleton className="h-64 w-80" />
          </Loading>
        ) : (
          <div className="space-y-3 text-center text-sm">
            <p role="alert">{problem}</p>
            {read.target ? <OpenLink workflow={read.target} /> : null}
          </div>
        )}
      </div>
    )
  const { rest } = levelOf(definition, level)
  const path = level.slice(0, level.length - rest.length)
  return (
    <CalledWorkflow
      key={`${read.called.id}:${read.called.number}`}
      called={read.called}
      definition={read.definition}
      step={step?.title ?? ''}
      rest={rest}
      above={crumbs}
      onUp={onUp}
      onLevel={(inner) => store.getState().openLevel([...path, ...inner])}
    />
  )
}

function OpenLink({ workflow: { id } }: { workflow: Pick<KnownWorkflow, 'id'> }) {
  return (
    <Button asChild size="sm" variant="outline">
      <Link href={`/workflows/${id}`}>
        Open in its editor <ArrowUpRightIcon aria-hidden />
      </Link>
    </Button>
  )
}

type CalledProps = {
  called: Called
  definition: Definition
  step: string
  rest: string[]
  above: Crumb[]
  onUp(): void
  onLevel(rest: string[]): void
}

/** A store of its own, so that the same canvas draws it, and nothing of it can be changed. */
function CalledWorkflow(props: CalledProps) {
  const { called, definition, step, rest, above, onUp, onLevel } = props
  const types = useEditor((state) => state.types)
  const [store] = useState(() =>
    createEditorStore(definition, types, {
      readOnly: 'This version is here to look at. Open the workflow in its editor to change it.',
      level: rest,
    }),
  )
  const outer = useEditorStore()
  useEffect(() => {
    outer.getState().setInner(store)
    return () => outer.getState().setInner(undefined)
  }, [outer, store])
  // What is said of this level is said by the page around.
  useEffect(
    () =>
      store.subscribe(({ announcement }, before) => {
        if (announcement !== before.announcement) outer.getState().announce(announcement.text)
      }),
    [outer, store],
  )
  const open = textOfPath(rest)
  useEffect(() => store.getState().openLevel(open === '' ? [] : open.split('.')), [store, open])
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.level !== before.level && textOfPath(now.level) !== open) onLevel(now.level)
      }),
    [store, open, onLevel],
  )
  const starts = useMemo(
    () => ({
      starts: [
        {
          key: 'step',
          kind: 'workflow' as const,
          title: step,
          note: 'runs it as a step',
          isOn: true,
          fails: false,
          opens: undefined,
        },
      ],
      open: () => undefined,
    }),
    [step],
  )
  return (
    <EditorStoreContext.Provider value={store}>
      <StartsContext.Provider value={starts}>
        <Inner called={called} above={above} onUp={onUp} />
      </StartsContext.Provider>
    </EditorStoreContext.Provider>
  )
}

const noteClass = cn(
  'flex flex-wrap items-center justify-between gap-2 bg-card px-3 py-1.5 text-sm max-lg:border-b',
  'lg:order-last lg:border-t',
)

const noStates = new Map<string, never>()
const noProblems: Problem[] = []
const nothing = (): void => undefined

function Inner({ called, above, onUp }: Pick<CalledProps, 'called' | 'above' | 'onUp'>) {
  const crumbs = useCrumbs(called.name)
  const isDeeper = useEditor(seesCalled)
  const view = useEditor((state) => state.view)
  if (isDeeper) return <CalledLevel workflow={called.name} above={above} onUp={onUp} />
  const current = crumbs.at(-1)?.name ?? called.name
  const which = called.isFixed ? 'always runs' : 'would run now'
  return (
    <div className="relative flex size-full flex-col">
      {/* Where it is not seen under the buttons that open and close the panes. */}
      <div className={noteClass}>
        <p>
          Version {called.number} of “{called.name}”, which the step {which}. Read only.
        </p>
        <OpenLink workflow={called} />
      </div>
      <div className="relative isolate min-h-0 flex-1">
        {view === 'outline' ? (
          <Outline problems={noProblems} onConnectRequest={nothing} onAddRequest={nothing} />
        ) : (
          <ReactFlowProvider>
            <Canvas
              problems={noProblems}
              states={noStates}
              onConnectRequest={nothing}
              onTidy={nothing}
            />
          </ReactFlowProvider>
        )}
        <Trail above={[...above, ...crumbs.slice(0, -1)]} current={current} onUp={onUp} />
      </div>
    </div>
  )
}
