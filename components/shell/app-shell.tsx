import type { ReactNode } from 'react'
import type { Membership } from '#lib/contracts/organization/memberships'
import { lettersOffAttribute } from '#components/shared/actions/keys-of-page'
import { TitleCount } from '#components/notifications/title-count'
import { NarrowHeader } from './narrow-header.tsx'
import type { SidebarChoice } from './sidebar-cookie.ts'
import { Sidebar } from './sidebar.tsx'
import type { ShellUser } from './user-menu.tsx'

type Props = {
  organizationName: string
  /** The organizations of the person. */
  memberships: Membership[]
  /** Whether organizations live in several clusters, where the person may have other accounts. */
  isOneOfCells: boolean
  user: ShellUser
  collapsedAt: SidebarChoice
  /** Whether the person wants single letters as shortcuts. */
  letterKeys: boolean
  /** Above the page, except on one that needs the whole pane. */
  notice?: ReactNode
  children: ReactNode
}

/**
 * The frame of every signed-in page. A page that needs the whole pane without its padding (the
 * editor) puts `data-full-page` on its outermost element, which then may be `h-full`.
 */
export function AppShell({ children, collapsedAt, letterKeys, notice, ...who }: Props) {
  return (
    <div className="flex min-h-dvh" {...(letterKeys ? {} : { [lettersOffAttribute]: '' })}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-primary px-4 py-2 text-sm font-medium text-primary-foreground outline-none focus:translate-y-0 focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-offset-2"
      >
        Skip to the page
      </a>
      <TitleCount />
      <Sidebar {...who} collapsedAt={collapsedAt} />
      <div className="group/page flex min-w-0 flex-1 flex-col">
        <NarrowHeader {...who} />
        {notice}
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 p-4 outline-none md:p-6 has-[[data-full-page]]:h-[calc(100dvh-3rem)] has-[[data-full-page]]:flex-none has-[[data-full-page]]:overflow-hidden has-[[data-full-page]]:p-0 lg:has-[[data-full-page]]:h-dvh"
        >
          {children}
        </main>
      </div>
    </div>
  )
}
