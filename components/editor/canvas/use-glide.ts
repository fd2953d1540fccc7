import { useLayoutEffect, useRef, type Dispatch, type SetStateAction } from 'react'
import type { StepNode } from '../graph-adapter.ts'
import { useEditor } from '../store-context.ts'
import { wantsNoMotion } from './motion.ts'

const glideMs = 220
/** With more steps than this a frame takes longer than the eye likes. */
const most = 150

const eased = (share: number): number => 1 - (1 - share) ** 3

/** Shows how the steps come to their new places after a layout or an insertion. */
export function useGlide(
  model: StepNode[],
  show: Dispatch<SetStateAction<StepNode[] | null>>,
): void {
  const glides = useEditor((state) => state.glides)
  const last = useRef({ glides, model })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { glides, model }
    if (before.glides === glides || model.length > most || wantsNoMotion()) return
    const from = new Map(before.model.map((node) => [node.id, node.position]))
    const start = performance.now()
    const at = (share: number) =>
      model.map((node) => {
        const old = from.get(node.id)
        if (!old) return node
        const x = old.x + (node.position.x - old.x) * share
        const y = old.y + (node.position.y - old.y) * share
        return { ...node, position: { x, y } }
      })
    show(at(0))
    let frame = requestAnimationFrame(function draw(now) {
      const share = Math.min(1, Math.max(0, (now - start) / glideMs))
      show(share < 1 ? at(eased(share)) : null)
      if (share < 1) frame = requestAnimationFrame(draw)
    })
    return () => {
      cancelAnimationFrame(frame)
      show(null)
    }
    // A later change of the model ends the glide: the cleanup shows the model as it is.
  }, [glides, model, show])
}
