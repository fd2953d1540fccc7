import { useEffect, useEffectEvent } from 'react'
import { covered } from './cover-store.ts'
import type { IdleWatch } from './idle-watch.ts'

/** What only a person does. */
const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Tells the watch what the person does, and when the page is shown again after a while. A page that
 * comes back from the browser's history (`onRestored`) may be somebody else's by now.
 */
export function useActivity(
  watch: { current: IdleWatch | undefined },
  { onRestored }: { onRestored(): void },
): void {
  const restored = useEffectEvent(onRestored)
  useEffect(() => {
    const act = (): void => {
      if (!covered()) watch.current?.act()
    }
    const look = (): void => watch.current?.look()
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) restored()
      else look()
    }
    const passively = { capture: true, passive: true }
    for (const type of acts) window.addEventListener(type, act, passively)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', shown)
    return () => {
      for (const type of acts) window.removeEventListener(type, act, passively)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', shown)
    }
  }, [watch])
}
