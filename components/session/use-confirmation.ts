import { useRef, useState } from 'react'

/** The dialog that confirms, and all calls that wait for its answer. */
export type Confirmation = {
  isOpen: boolean
  /** Opens the dialog. Resolves to whether the person confirmed themselves. */
  ask(): Promise<boolean>
  answer(isConfirmed: boolean): void
}

export function useConfirmation(): Confirmation {
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])
  return {
    isOpen,
    ask: async () => {
      setOpen(true)
      return await new Promise<boolean>((resolve) => waiting.current.push(resolve))
    },
    answer: (isConfirmed) => {
      setOpen(false)
      for (const resolve of waiting.current.splice(0)) resolve(isConfirmed)
    },
  }
}
