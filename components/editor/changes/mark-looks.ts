import { MinusIcon, MoveIcon, PencilIcon, PlusIcon, type LucideIcon } from 'lucide-react'
import type { Mark } from './changed-graph.ts'

type Look = { icon: LucideIcon; word: string; tone: string; frame: string }

/** How each kind of change looks: a sign and a word besides the colour. */
export const markLooks: Record<Exclude<Mark, 'same'>, Look> = {
  added: {
    icon: PlusIcon,
    word: 'Added',
    tone: 'text-emerald-700 dark:text-emerald-400',
    frame: 'border-2 border-emerald-600 dark:border-emerald-500',
  },
  removed: {
    icon: MinusIcon,
    word: 'Removed',
    tone: 'text-destructive',
    frame: 'border-2 border-dashed border-destructive opacity-80',
  },
  changed: {
    icon: PencilIcon,
    word: 'Changed',
    tone: 'text-amber-700 dark:text-amber-400',
    frame: 'border-2 border-amber-500',
  },
  moved: {
    icon: MoveIcon,
    word: 'Moved',
    tone: 'text-sky-700 dark:text-sky-400',
    frame: 'border-2 border-dotted border-sky-600',
  },
}
