import { CompassIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'

/** The page for addresses without a page. */
export function PageMissing() {
  return (
    <div className="mx-auto max-w-xl py-10">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={CompassIcon}
        title="There is nothing here"
        description={
          'The address is wrong, what it named was deleted, or your role does not show it to you. ' +
          'An owner of your organization can tell.'
        }
      >
        <Button asChild>
          <Link href="/">Go to Home</Link>
        </Button>
      </EmptyState>
    </div>
  )
}
