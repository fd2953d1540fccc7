import { useState } from 'react'
import { findWay, type SsoWay } from './find-way.ts'

type Found = { email: string; way: SsoWay }

/** The single sign-on of the address that a person typed; `look` asks for it when it is whole. */
export function useWay() {
  const [found, setFound] = useState<Found>({ email: '', way: null })
  const look = async (typed: string): Promise<void> => {
    const email = typed.trim()
    if (email === found.email || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return
    setFound({ email, way: await findWay(email) })
  }
  return { ...found, look }
}
