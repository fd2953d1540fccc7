import { FunnelXIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'

/** Takes all filters of a list away. */
export function ShowAll({ onClick }: { onClick(): void }) {
  return (
    <Button variant="ghost" size="icon" aria-label="Show all" title="Show all" onClick={onClick}>
      <FunnelXIcon aria-hidden />
    </Button>
  )
}
