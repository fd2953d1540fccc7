import { Link } from '#components/shared/navigation/link'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn'
import { CredentialProvider } from './credential.tsx'
import { entriesOf, type OpenApi } from './open-api.ts'
import { OperationNav } from './operation-nav.tsx'
import { SoftLinks } from './soft-links.tsx'

const skipClass = cn(
  'sr-only rounded bg-background px-3 py-2 focus:not-sr-only focus:absolute focus:top-2',
  'focus:left-2 focus:z-10 focus:ring-2 focus:ring-ring',
)

const asideClass = 'lg:sticky lg:top-0 lg:h-dvh lg:w-72 lg:shrink-0 lg:overflow-y-auto lg:py-2'

/**
 * The frame of every page of the reference: the list of all endpoints, and the typed API key, which
 * is the same on every page.
 */
export function DocsFrame({ document, children }: { document: OpenApi; children: ReactNode }) {
  return (
    <CredentialProvider>
      <SoftLinks className="mx-auto flex max-w-7xl flex-col gap-6 px-4 py-6 lg:flex-row lg:gap-10">
        <a href="#reference" className={skipClass}>
          Skip to the reference
        </a>
        <aside className={asideClass}>
          <OperationNav entries={entriesOf(document)} />
        </aside>
        <main id="reference" className="min-w-0 flex-1 space-y-8">
          <p className="flex flex-wrap gap-x-4 text-sm">
            {[
              ['/', 'Rounds'],
              ['/docs', 'API reference'],
            ].map(([href = '', name]) => (
              <Link
                key={href}
                href={href}
                prefetch={false}
                className="inline-block min-h-6 text-primary underline underline-offset-2"
              >
                {name}
              </Link>
            ))}
            <a
              href="/api/openapi.json"
              className="inline-block min-h-6 text-primary underline underline-offset-2"
            >
              OpenAPI 3.1 document
            </a>
          </p>
          {children}
        </main>
      </SoftLinks>
    </CredentialProvider>
  )
}
