import { useReactFlow, type Connection, type FinalConnectionState } from '@xyflow/react'
import { useCallback } from 'react'
import { toast } from '#components/shared/messages/toast'
import { connect, reconnect, refusalOf } from '../commands/connect.ts'
import { placeAt } from '../commands/insert-step.ts'
import { setFailureHandler } from '../commands/set-failure-handler.ts'
import type { Gaps } from '../levels/close-gaps.ts'
import { branchOfHandle, handleIds, linkOfEdge, type LinkEdge } from '../graph-adapter.ts'
import { useEditorStore } from '../store-context.ts'
import type { EditorStore, NewPlace } from '../store.ts'

type Drawn = NonNullable<FinalConnectionState['fromHandle']>

/** The place of a new step at the loose end of a line. */
function placeOf({ nodeId: step, id, type }: Drawn, at: { x: number; y: number }): NewPlace {
  const position = placeAt(at, 'head')
  if (type === 'target') return { kind: 'before', step, position: placeAt(at, 'middle') }
  if (id === handleIds.failure) return { kind: 'failure', step, position }
  return { kind: 'after', step, via: branchOfHandle(id), position }
}

const pointOf = (event: MouseEvent | TouchEvent): { x: number; y: number } => {
  const { clientX: x = 0, clientY: y = 0 } =
    'changedTouches' in event ? (event.changedTouches[0] ?? {}) : event
  return { x, y }
}

/** A line dropped where it is refused shows the reason; one on nothing offers steps there. */
function useConnectEnd(store: EditorStore, toModel: Gaps['toModel']) {
  const flow = useReactFlow()
  return useCallback(
    (
      event: MouseEvent | TouchEvent,
      { isValid, fromHandle, toHandle, toNode }: FinalConnectionState,
    ) => {
      if (fromHandle && !toHandle && !toNode) {
        const at = pointOf(event)
        const place = placeOf(fromHandle, toModel(flow.screenToFlowPosition(at)))
        return store.getState().setPopup({ kind: 'add', at, place })
      }
      if (isValid !== false || !fromHandle || !toHandle) return
      const forward = fromHandle.type === 'source'
      const source = forward ? fromHandle : toHandle
      const target = forward ? toHandle : fromHandle
      if (source.type !== 'source' || target.type !== 'target') return
      const refusal = refusalOf(store.getState().definition, {
        from: source.nodeId,
        to: target.nodeId,
        via: branchOfHandle(source.id ?? null),
      })
      if (refusal) toast.warning(refusal)
    },
    [store, flow, toModel],
  )
}

/** Draws, moves and refuses connections on the canvas. */
export function useLinking(toModel: Gaps['toModel']) {
  const store = useEditorStore()
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
  const onConnectEnd = useConnectEnd(store, toModel)
  const onReconnect = useCallback(
    (edge: LinkEdge, { source, target, sourceHandle }: Connection) => {
      const { definition, run } = store.getState()
      const link = linkOfEdge(edge.id, definition)
      if (!link || link.kind === 'failure') return
      run(reconnect(link, { from: source, to: target, via: branchOfHandle(sourceHandle) }))
    },
    [store],
  )
  return { onConnect, isValidConnection, onConnectEnd, onReconnect }
}
