import { useEffect, useEffectEvent } from 'react'
import { formatTime } from '#components/shared/display/format'

const soonMs = 5 * 60_000
const lookEveryMs = 10_000

/** Calls `onSoon` once, five minutes before the session is over, and `onEnd` when it is. */
export function useEnd(
  endsAt: string,
  { onSoon, onEnd }: { onSoon(clock: string): void; onEnd(): void },
): void {
  const soon = useEffectEvent(onSoon)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const at = new Date(endsAt)
    let isSaid = false
    const timer = setInterval(() => {
      const left = at.getTime() - Date.now()
      if (left <= 0) {
        clearInterval(timer)
        end()
      } else if (left <= soonMs && !isSaid) {
        isSaid = true
        soon(formatTime(endsAt))
      }
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [endsAt])
}
