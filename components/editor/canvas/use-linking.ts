import type { Connection, FinalConnectionState } from '@xyflow/react'
import { useCallback } from 'react'
import { toast } from 'sonner'
import { connect, disconnect, refusalOf } from '../commands/connect.ts'
import { setFailureHandler } from '../commands/set-failure-handler.ts'
import { branchOfHandle, handleIds, linkOfEdge, type LinkEdge } from '../graph-adapter.ts'
import { useEditorStore } from '../store-context.ts'

/** Lines that are drawn, moved or refused on the canvas. */
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
        return joined.definition === cut.definition ? { definition, says: joined.says } : joined
      })
    },
    [store],
  )
  return { onConnect, isValidConnection, onConnectEnd, onReconnect }
}
