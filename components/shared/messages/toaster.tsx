'use client'

import { useEffect, useState, type ComponentType } from 'react'
import { firstTouch } from '#components/shared/loading/first-touch'
import { firstToast, loadToasts } from './toast.ts'

/**
 * Short messages at the corner, announced politely. They come of what a person does, so their code
 * is loaded when somebody first moves, touches or presses something, or by the first message.
 */
export function Toaster() {
  const [Drawn, setDrawn] = useState<ComponentType | null>(null)
  useEffect(() => {
    const draw = async () => {
      await Promise.race([firstTouch(), firstToast])
      const { SonnerToaster } = await loadToasts()
      setDrawn(() => SonnerToaster)
    }
    // Without its code a page has no messages; it works all the same.
    draw().catch(() => undefined)
  }, [])
  return Drawn ? <Drawn /> : null
}
