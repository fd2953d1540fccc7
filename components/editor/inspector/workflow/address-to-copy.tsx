import { useRef } from 'react'
import { CopyButton } from '#components/copy/copy-button'

type Props = {
  address: string
  /** Of what: "Mail address". */
  what: string
}

/** An address by which others start the workflow, with the button that copies it. */
export function AddressToCopy({ address, what }: Props) {
  const shown = useRef<HTMLElement>(null)
  return (
    <div className="flex items-center gap-1">
      <code
        ref={shown}
        className="min-w-0 grow rounded-md border bg-muted/40 px-2.5 py-1.5 text-xs break-all"
      >
        {address}
      </code>
      <CopyButton variant="outline" text={address} label={`Copy: ${what}`} shown={shown} />
    </div>
  )
}
