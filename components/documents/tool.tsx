import type { LucideIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'

type ToolProps = {
  label: string
  icon: LucideIcon
  disabled?: boolean
  pressed?: boolean
  onClick(): void
}

/** A button of the viewer. */
export function Tool({ label, icon: Icon, pressed, ...props }: ToolProps) {
  return (
    <Button
      type="button"
      variant={pressed ? 'secondary' : 'ghost'}
      size="icon"
      className="size-8"
      aria-label={label}
      title={label}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...props}
    >
      <Icon aria-hidden />
    </Button>
  )
}
