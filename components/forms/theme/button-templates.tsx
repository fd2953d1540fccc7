import type { IconButtonProps } from '@rjsf/utils'
import { getUiOptions } from '@rjsf/utils'
import {
  ArrowDownIcon,
  ArrowUpIcon,
  CopyIcon,
  PlusIcon,
  Trash2Icon,
  XIcon,
  type LucideIcon,
} from 'lucide-react'
import { Button } from '#components/ui/input/button'
import type { FormTextKey } from '#lib/domain/form/texts/english'
import { useFormTexts } from '../texts.ts'

function iconButton(Icon: LucideIcon, key: FormTextKey) {
  return function EntryButton({ id, onClick, disabled }: IconButtonProps) {
    const label = useFormTexts().text(key)
    return (
      <Button
        type="button"
        variant="ghost"
        size="icon"
        className="size-7"
        id={id}
        onClick={onClick}
        disabled={disabled ?? false}
        aria-label={label}
        title={label}
      >
        <Icon aria-hidden className="size-4" />
      </Button>
    )
  }
}

function AddButton({ id, onClick, disabled, uiSchema }: IconButtonProps) {
  const { text } = useFormTexts()
  return (
    <Button
      type="button"
      variant="outline"
      size="sm"
      className="self-start"
      id={id}
      onClick={onClick}
      disabled={disabled ?? false}
    >
      <PlusIcon aria-hidden /> {String(getUiOptions(uiSchema)['addLabel'] ?? text('entry.add'))}
    </Button>
  )
}

/** The buttons of lists and open objects, each with a name for screen readers. */
export const buttonTemplates = {
  AddButton,
  CopyButton: iconButton(CopyIcon, 'entry.copy'),
  MoveDownButton: iconButton(ArrowDownIcon, 'entry.down'),
  MoveUpButton: iconButton(ArrowUpIcon, 'entry.up'),
  RemoveButton: iconButton(Trash2Icon, 'entry.remove'),
  ClearButton: iconButton(XIcon, 'entry.clear'),
}
