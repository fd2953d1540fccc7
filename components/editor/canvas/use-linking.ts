import type { Connection, FinalConnectionState } from '@xyflow/react'
import { useCallback } from 'react'
import { toast } from '#components/shared/messages/toast'
import { connect, reconnect, refusalOf } from '../commands/connect.ts'
import { setFailureHandler } from '../commands/set-failure-handler.ts'
import { branchOfHandle, handleIds, linkOfEdge, type LinkEdge } from '../graph-adapter.ts'
import { useEditorStore } from '../store-context.ts'

/** Draws, moves and refuses connections on the canvas. */
export function useLinking() {
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
  // A connection dropped where it is refused shows the reason.
  const onConnectEnd = useCallback(
    (_event: unknown, { isValid, fromHandle, toHandle }: FinalConnectionState) => {
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
    [store],
  )
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
