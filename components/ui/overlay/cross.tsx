import { XIcon } from 'lucide-react'
import type { Dialog } from 'radix-ui'
import type { MouseEvent } from 'react'

type Props = {
  close: typeof Dialog.Close
  /** May prevent that it closes. */
  onClick(event: MouseEvent): void
}

/** The cross at the corner of a dialog or sheet. */
export function Cross({ close: Close, onClick }: Props) {
  return (
    <Close
      className="absolute top-3 right-3 inline-flex size-7 items-center justify-center rounded-sm opacity-70 outline-none hover:opacity-100 focus-visible:ring-2 focus-visible:ring-ring"
      aria-label="Close"
      onClick={onClick}
    >
      <XIcon className="size-4" aria-hidden />
    </Close>
  )
}
