import { CopyField } from '#components/settings/copy-field'
import { Button } from '#components/ui/input/button'
import {
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'

type Props = {
  secret: string
  /** More that matters now, for example until when the key before works. */
  also?: string | undefined
  onDone(): void
}

/** A new key, shown this once. Its button is the only way out of the dialog. */
export function KeySecret({ secret, also, onDone }: Props) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>Copy the key now</DialogTitle>
        <DialogDescription>
          This is the only time it is shown. Rounds stores only a fingerprint of it.
          {also ? ` ${also}` : ''}
        </DialogDescription>
      </DialogHeader>
      <CopyField value={secret} label="The new API key" />
      <DialogFooter>
        <Button onClick={onDone}>I have copied it</Button>
      </DialogFooter>
    </>
  )
}

const stay = (event: Event) => event.preventDefault()

/** The properties of a dialog that only its button closes. */
export const keepOpen = { onEscapeKeyDown: stay, onInteractOutside: stay, hasClose: false }
