'use client'

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Since when the page is printed; undefined while it is not. The paper is drawn before it is taken. */
export function usePrinting(): Date | undefined {
  const [since, setSince] = useState<Date>()
  useEffect(() => {
    const begin = () => flushSync(() => setSince(new Date()))
    const end = () => setSince(undefined)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return since
}
