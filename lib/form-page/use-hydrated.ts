import { useEffect, useState } from 'react'

let isHydrated = false

/** `components/ui/input/use-hydrated.ts` for Preact, which reads no snapshot of the server. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(isHydrated)
  useEffect(() => {
    isHydrated = true
    setHydrated(true)
  }, [])
  return hydrated
}
