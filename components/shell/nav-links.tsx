'use client'

import { Link } from '#components/shared/navigation/link'
import { usePathname } from 'next/navigation'
import { useId } from 'react'
import { cn } from '#components/ui/cn'
import { navGroups, type NavGroup, type NavItem } from './nav-items.ts'
import { useInboxCount } from './use-inbox-count.ts'

const linkClass =
  'relative flex h-8 max-lg:h-10 items-center gap-3 rounded-md px-2.5 text-sm font-medium ' +
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

type LinksProps = { collapsed: boolean; onNavigate: (() => void) | undefined }

function NavLink({ item, collapsed, onNavigate }: { item: NavItem } & LinksProps) {
  const { href, title, icon: Icon } = item
  const path = usePathname()
  const here = href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
  return (
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
  )
}

function NavSection({ group, ...of }: { group: NavGroup } & LinksProps) {
  const { title, items } = group
  const titleId = useId()
  return (
    <div className={cn(title && of.collapsed && 'border-t pt-2')}>
      {title ? (
        <p
          id={titleId}
          className={cn(
            'px-2.5 pb-1 text-xs font-medium text-muted-foreground',
            of.collapsed && 'sr-only',
          )}
        >
          {title}
        </p>
      ) : null}
      <ul className="space-y-0.5" aria-labelledby={title ? titleId : undefined}>
        {items.map((item) => (
          <li key={item.href}>
            <NavLink item={item} {...of} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The links to the pages that the person may open, in groups. Collapsed they are icons, with their
 * names for screen readers and as tips.
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
  const groups = navGroups
    .map(({ items, ...group }) => ({
      ...group,
      items: items.filter(({ needs }) => !needs || permissions.includes(needs)),
    }))
    .filter(({ items }) => items.length > 0)
  return (
    <nav aria-label="Pages" className={cn('flex flex-col', collapsed ? 'gap-2' : 'gap-4')}>
      {groups.map((group) => (
        <NavSection
          key={group.title ?? ''}
          group={group}
          collapsed={collapsed}
          onNavigate={onNavigate}
        />
      ))}
    </nav>
  )
}
