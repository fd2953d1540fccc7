import { InboxIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'

/** Where somebody goes on who has nothing to do; without `needs` everybody may. */
const nextActs = [
  { name: 'See how your cases go on', href: '/runs', needs: 'runs:read' },
  { name: 'Fill in a form', href: '/forms', needs: 'forms:submit' },
  { name: 'Open the workflows', href: '/workflows', needs: 'workflows:create' },
  { name: 'Choose how you are told', href: '/settings?tab=notifications', needs: undefined },
]

type Props = {
  isFiltered: boolean
  permissions: readonly string[]
}

/** An inbox without rows: what it means, and what to do now. */
export function NoScreens({ isFiltered, permissions }: Props) {
  if (isFiltered)
    return (
      <EmptyState
        icon={InboxIcon}
        title="No open screen matches"
        description="Widen the filters to see more."
      />
    )
  return (
    <EmptyState
      icon={InboxIcon}
      title="No screen waits for you"
      description="When a workflow needs a person, its screen appears here by itself."
    >
      <div className="flex flex-wrap justify-center gap-2">
        {nextActs
          .filter(({ needs }) => needs === undefined || permissions.includes(needs))
          .map(({ name, href }) => (
            <Button key={href} variant="outline" asChild>
              <Link href={href}>{name}</Link>
            </Button>
          ))}
      </div>
    </EmptyState>
  )
}
