'use client'

import { Link } from '#components/shared/navigation/link'
import { usePathname } from 'next/navigation'
import { cn } from '#components/ui/cn'
import { navItems } from './nav-items.ts'
import { useInboxCount } from './use-inbox-count.ts'

const linkClass =
  'relative flex h-9 items-center gap-3 rounded-md px-2.5 text-sm font-medium ' +
  'text-muted-foreground outline-none transition-colors hover:bg-accent ' +
  'hover:text-accent-foreground focus-visible:ring-2 focus-visible:ring-ring ' +
  'aria-[current=page]:bg-accent aria-[current=page]:text-accent-foreground'

function InboxCount({ collapsed }: { collapsed: boolean }) {
  const inbox = useInboxCount()
  if (!inbox || inbox.count === 0) return null
  return (
    <span
      className={cn(
        'rounded-full bg-primary px-1.5 text-xs font-semibold text-primary-foreground tabular-nums',
        collapsed
          ? 'absolute top-0 right-0 min-w-4 px-1 text-center text-[0.625rem] leading-4'
          : 'ml-auto min-w-5 text-center leading-5',
      )}
    >
      {inbox.label}
      <span className="sr-only"> {inbox.count === 1 ? 'screen waits' : 'screens wait'}</span>
    </span>
  )
}

/**
 * The links to the pages. Collapsed they are icons, with their names for screen readers and as
 * tips.
 */
export function NavLinks({
  permissions,
  collapsed = false,
  onNavigate,
}: {
  permissions: readonly string[]
  collapsed?: boolean
  onNavigate?(): void
}) {
  const path = usePathname()
  return (
    <nav aria-label="Pages">
      <ul className="space-y-0.5">
        {navItems
          .filter(({ needs }) => !needs || permissions.includes(needs))
          .map(({ href, title, icon: Icon }) => {
            const here = href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
            return (
              <li key={href}>
                <Link
                  href={href}
                  className={linkClass}
                  aria-current={here ? 'page' : undefined}
                  title={collapsed ? title : undefined}
                  onClick={onNavigate}
                >
                  <Icon className="size-4.5 shrink-0" aria-hidden />
                  <span className={collapsed ? 'sr-only' : undefined}>{title}</span>
                  {href === '/inbox' ? <InboxCount collapsed={collapsed} /> : null}
                </Link>
              </li>
            )
          })}
      </ul>
    </nav>
  )
}
