import { ArrowLeftIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/input/button'

/** Leads from one thing back to the list of its kind; stands above the page's heading. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button variant="ghost" size="sm" className="-mt-2 -ml-3 print:hidden" asChild>
      <Link href={href}>
        <ArrowLeftIcon aria-hidden /> {children}
      </Link>
    </Button>
  )
}
