'use client'

import { cn } from '#components/ui/cn'

type SwitchProps = {
  label: string
  title: string
  pressed: boolean
  disabled: boolean
  onToggle(): void
}

const switchClass = cn(
  'h-6 min-w-8 shrink-0 rounded border border-input px-1.5 font-mono text-xs font-normal',
  'text-muted-foreground italic outline-none hover:bg-accent',
  'focus-visible:ring-2 focus-visible:ring-ring aria-pressed:border-primary',
  'aria-pressed:bg-primary aria-pressed:text-primary-foreground',
)

/** Shows a field as code, or as people see it. */
export function ExpressionSwitch({ label, title, pressed, disabled, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={`Expression for ${label}`}
      title={title}
      disabled={disabled}
      onClick={onToggle}
      className={switchClass}
    >
      fx
    </button>
  )
}
