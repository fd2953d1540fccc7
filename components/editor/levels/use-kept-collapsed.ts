import { useEffect, useRef } from 'react'
import { useEditor } from '../store-context.ts'
import { collapsedCookie, textOfCollapsed } from './collapsed-cookie.ts'

/** Keeps what is collapsed when it changes. */
export function useKeptCollapsed(workflowId: string): void {
  const collapsed = useEditor((state) => state.collapsed)
  const kept = useRef(collapsed)
  useEffect(() => {
    if (kept.current === collapsed) return
    kept.current = collapsed
    const life = collapsed.size === 0 ? 0 : 7_776_000
    const path = `path=/workflows/${workflowId}`
    document.cookie = `${collapsedCookie}=${textOfCollapsed(collapsed)}; ${path}; max-age=${life}; samesite=lax`
  }, [workflowId, collapsed])
}
