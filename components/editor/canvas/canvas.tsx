'use client'

import '@xyflow/react/dist/style.css'
import {
  applyNodeChanges,
  Background,
  Controls,
  MiniMap,
  ReactFlow,
  useReactFlow,
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
} from '@xyflow/react'
import { useTheme } from 'next-themes'
import {
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
} from 'react'
import { toast } from 'sonner'
import type { Problem } from '#lib/domain/workflow/problem'
import { addStep } from '../commands/add-step.ts'
import { connect, disconnect, refusalOf } from '../commands/connect.ts'
import { moveSteps } from '../commands/move-steps.ts'
import { setFailureHandler } from '../commands/set-failure-handler.ts'
import {
  branchOfHandle,
  createEdgeCache,
  createNodeCache,
  handleIds,
  linkOfEdge,
  positionsOf,
  type LinkEdge,
  type StepNode,
} from '../graph-adapter.ts'
import { Known } from '../inspector/known.ts'
import { onlyConnection } from '../model/only-connection.ts'
import { problemsByStep } from '../model/problems-by-step.ts'
import { nodeHeight, nodeWidth } from '../model/sizes.ts'
import { stepTypeMime } from '../palette.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'
import { ariaLabels } from './aria-labels.ts'
import { LinkLine } from './link-edge.tsx'
import { LoopFrames } from './loop-frames.tsx'
import { StepBox } from './step-node.tsx'
import { useSteadyPress } from './use-steady-press.ts'

const nodeTypes = { step: StepBox }
const edgeTypes = { link: LinkLine }
/**
 * Above this many steps only what is in sight is in the page. Below, mounting while panning costs
 * more than it saves.
 */
const manySteps = 200

/**
 * One object for good: React Flow takes a new one for a new wish, and would forget the steps that
 * a jump asked it to show.
 */
const fitAtStart = { maxZoom: 1, padding: 0.2 }
const moveMs = 200

/** Small enough to hide no step of a workflow that fits on a laptop's screen. */
const miniMapSize = { width: 132, height: 96 }

const wantsNoMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The workflow as a graph. The definition is the model: React Flow's changes become commands,
 * whether they come from a drag or from a key.
 */
export function Canvas({
  problems,
  onConnectRequest,
}: {
  problems: Problem[]
  onConnectRequest(stepId: string): void
}) {
  const store = useEditorStore()
  const flow = useReactFlow<StepNode, LinkEdge>()
  const { resolvedTheme } = useTheme()
  const { connections } = useContext(Known)
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const selection = useEditor((state) => state.selection)
  const selectedLinks = useEditor((state) => state.selectedLinks)
  const showRequest = useEditor((state) => state.showRequest)
  // An empty canvas stays where it is, so that the first step lands where it is dropped.
  const steadyPress = useSteadyPress(store)
  const [fitAtFirst] = useState(definition.steps.length > 0)
  const [drawNodes] = useState(createNodeCache)
  const [drawEdges] = useState(createEdgeCache)

  const positions = useMemo(() => positionsOf(definition, types), [definition, types])
  const model = useMemo(
    () =>
      drawNodes({
        definition,
        types,
        positions,
        selection: new Set(selection),
        problems: problemsByStep(problems),
      }),
    [drawNodes, definition, types, positions, selection, problems],
  )
  const edges = useMemo(
    () => drawEdges(definition, types, new Set(selectedLinks)),
    [drawEdges, definition, types, selectedLinks],
  )
  // While a drag lasts the boxes are ahead of the model; its end is one command, and the model
  // takes over again.
  const [dragged, setDragged] = useState<StepNode[] | null>(null)
  const nodes = dragged ?? model

  const onNodesChange = useCallback(
    (changes: NodeChange<StepNode>[]) => {
      const selected = changes.filter((change) => change.type === 'select')
      if (selected.length > 0) {
        const next = new Set(store.getState().selection)
        for (const change of selected) {
          if (change.selected) next.add(change.id)
          else next.delete(change.id)
        }
        store.getState().select([...next])
      }
      const moves = changes.filter((change) => change.type === 'position')
      const dragging = moves.some((change) => change.dragging)
      if (dragging) return setDragged((now) => applyNodeChanges(moves, now ?? model))
      const places = new Map(
        moves.flatMap((change) => (change.position ? [[change.id, change.position] as const] : [])),
      )
      if (moves.length > 0) setDragged(null)
      if (places.size === 0) return
      // Steps without a position are pinned where the layout put them, or the next layout would
      // move them from under the person's hands.
      const pinned = new Map(
        store
          .getState()
          .definition.steps.flatMap((step) =>
            step.position ? [] : [[step.id, positions[step.id] ?? { x: 0, y: 0 }] as const],
          ),
      )
      store.getState().run(moveSteps(new Map([...pinned, ...places])), {
        coalesce: `move:${[...places.keys()].join()}`,
      })
    },
    [store, model, positions],
  )

  const onEdgesChange = useCallback(
    (changes: EdgeChange<LinkEdge>[]) => {
      const selected = changes.filter((change) => change.type === 'select')
      if (selected.length === 0) return
      const next = new Set(store.getState().selectedLinks)
      for (const change of selected) {
        if (change.selected) next.add(change.id)
        else next.delete(change.id)
      }
      store.getState().selectLinks([...next])
    },
    [store],
  )

  const onConnect = useCallback(
    ({ source, target, sourceHandle }: Connection) => {
      const state = store.getState()
      state.run(
        sourceHandle === handleIds.failure
          ? setFailureHandler(source, { step: target, then: 'fail' })
          : connect({ from: source, to: target, via: branchOfHandle(sourceHandle) }),
      )
    },
    [store],
  )
  const isValidConnection = useCallback(
    ({
      source,
      target,
      sourceHandle,
    }: Pick<Connection, 'source' | 'target'> & { sourceHandle?: string | null }) =>
      sourceHandle === handleIds.failure
        ? source !== target
        : refusalOf(store.getState().definition, {
            from: source,
            to: target,
            via: branchOfHandle(sourceHandle),
          }) === undefined,
    [store],
  )
  // A connection dropped where it cannot be made says why.
  const onConnectEnd = useCallback(
    (_event: unknown, { isValid, fromHandle, toHandle }: FinalConnectionState) => {
      if (isValid !== false || !fromHandle || !toHandle) return
      const [source, target] =
        fromHandle.type === 'source' ? [fromHandle, toHandle] : [toHandle, fromHandle]
      if (source.type !== 'source' || target.type !== 'target') return
      const refusal = refusalOf(store.getState().definition, {
        from: source.nodeId,
        to: target.nodeId,
        via: branchOfHandle(source.id ?? null),
      })
      if (refusal) toast.warning(refusal)
    },
    [store],
  )
  const onReconnect = useCallback(
    (edge: LinkEdge, { source, target, sourceHandle }: Connection) => {
      const state = store.getState()
      const link = linkOfEdge(edge.id, state.definition)
      if (!link || link.kind === 'failure') return
      state.run((definition) => {
        const cut = disconnect([link])(definition)
        const joined = connect({ from: source, to: target, via: branchOfHandle(sourceHandle) })(
          cut.definition,
        )
        return joined.definition === cut.definition
          ? { definition, ...(joined.says ? { says: joined.says } : {}) }
          : joined
      })
    },
    [store],
  )

  const onDrop = useCallback(
    (event: DragEvent) => {
      const type = store.getState().types.get(event.dataTransfer.getData(stepTypeMime))
      if (!type) return
      event.preventDefault()
      const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
      store.getState().run(
        addStep(
          type,
          {
            position: {
              x: Math.round(at.x - nodeWidth / 2),
              y: Math.round(at.y - nodeHeight / 2),
            },
          },
          store.getState().types,
          onlyConnection(type, connections),
        ),
      )
    },
    [flow, store, connections],
  )

  // Bring into sight what was just added, jumped to or found; gently, and not at all when it is in
  // sight already.
  const shown = useRef(showRequest.count)
  useEffect(() => {
    if (showRequest.count === shown.current) return
    shown.current = showRequest.count
    const timer = setTimeout(() => {
      const all = showRequest.ids.length === 0
      void flow.fitView({
        ...(all ? {} : { nodes: showRequest.ids.map((id) => ({ id })) }),
        maxZoom: all ? 1 : Math.max(flow.getZoom(), 0.8),
        padding: 0.3,
        duration: wantsNoMotion() ? 0 : moveMs,
      })
    }, 0)
    return () => clearTimeout(timer)
  }, [flow, showRequest])

  return (
    <div
      role="region"
      aria-label="Canvas"
      className="relative size-full"
      {...steadyPress}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(stepTypeMime)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      }}
      onDrop={onDrop}
      onKeyDown={(event) => {
        const id = (event.target as HTMLElement)
          .closest('.react-flow__node')
          ?.getAttribute('data-id')
        if (
          id &&
          event.key.toLowerCase() === 'c' &&
          !event.ctrlKey &&
          !event.metaKey &&
          !event.altKey
        ) {
          event.preventDefault()
          onConnectRequest(id)
        }
      }}
    >
      <ReactFlow<StepNode, LinkEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        onReconnect={onReconnect}
        isValidConnection={isValidConnection}
        onlyRenderVisibleElements={definition.steps.length > manySteps}
        colorMode={resolvedTheme === 'dark' ? 'dark' : 'light'}
        ariaLabelConfig={ariaLabels}
        deleteKeyCode={null}
        multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
        selectionKeyCode="Shift"
        connectionRadius={28}
        minZoom={0.05}
        maxZoom={1.75}
        snapToGrid
        snapGrid={[8, 8]}
        fitView={fitAtFirst}
        fitViewOptions={fitAtStart}
        elevateNodesOnSelect={false}
      >
        <Background gap={24} size={1} color="var(--border)" bgColor="var(--background)" />
        <LoopFrames steps={definition.steps} nodes={nodes} />
        <Controls showInteractive={false} className="!rounded-md !border !shadow-sm" />
        {definition.steps.length > 3 ? (
          <MiniMap
            pannable
            zoomable
            style={miniMapSize}
            className="!hidden !rounded-md !border sm:!block"
            nodeColor="var(--muted-foreground)"
            maskColor="color-mix(in oklab, var(--muted) 70%, transparent)"
            bgColor="var(--card)"
          />
        ) : null}
      </ReactFlow>
      {definition.steps.length === 0 ? (
        <div className="pointer-events-none absolute inset-0 grid place-items-center p-6">
          <div className="max-w-sm space-y-1 rounded-lg border border-dashed bg-card/80 p-6 text-center">
            <p className="font-semibold">Nothing here yet</p>
            <p className="text-sm text-muted-foreground">
              Choose the first step on the left: type its name and press Enter, or drag it here.
              What a person or a system hands over at the start is defined under Workflow, on the
              right.
            </p>
          </div>
        </div>
      ) : null}
    </div>
  )
}
