import type { LucideIcon } from 'lucide-react'

const tones = {
  quiet: 'bg-muted text-muted-foreground',
  busy: 'bg-sky-100 text-sky-900 dark:bg-sky-950 dark:text-sky-200',
  waiting: 'bg-amber-100 text-amber-950 dark:bg-amber-950 dark:text-amber-200',
  good: 'bg-emerald-100 text-emerald-900 dark:bg-emerald-950 dark:text-emerald-200',
  bad: 'bg-red-100 text-red-900 dark:bg-red-950 dark:text-red-200',
}
export type Tone = keyof typeof tones

type Props = { icon: LucideIcon; tone: Tone; label: string }

/** A status as icon, word and colour; the colour alone never says it. */
export function Pill({ icon: Icon, tone, label }: Props) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 align-middle text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      <Icon className="size-3.5" aria-hidden />
      {label}
    </span>
  )
}
