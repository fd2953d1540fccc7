import { useEffect, useEffectEvent } from 'react'

/** Calls `act` again and again while somebody sees the page, and when it is shown again. */
export function useVisibleInterval(act: () => void, ms: number): void {
  const run = useEffectEvent(act)
  useEffect(() => {
    const whenVisible = (): void => {
      if (document.visibilityState === 'visible') run()
    }
    const timer = setInterval(whenVisible, ms)
    document.addEventListener('visibilitychange', whenVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', whenVisible)
    }
  }, [ms])
}
