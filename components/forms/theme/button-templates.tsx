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

function iconButton(Icon: LucideIcon, label: string) {
  return function EntryButton({ id, onClick, disabled }: IconButtonProps) {
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
      <PlusIcon aria-hidden /> {String(getUiOptions(uiSchema)['addLabel'] ?? 'Add')}
    </Button>
  )
}

/** The buttons of lists and open objects, each with a name for screen readers. */
export const buttonTemplates = {
  AddButton,
  CopyButton: iconButton(CopyIcon, 'Copy this entry'),
  MoveDownButton: iconButton(ArrowDownIcon, 'Move down'),
  MoveUpButton: iconButton(ArrowUpIcon, 'Move up'),
  RemoveButton: iconButton(Trash2Icon, 'Remove'),
  ClearButton: iconButton(XIcon, 'Clear'),
}
