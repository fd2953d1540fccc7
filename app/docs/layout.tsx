import type { ReactNode } from 'react'
import { DocsFrame } from '#components/docs/docs-frame'
import { reference } from './reference.ts'

export const dynamic = 'force-dynamic'

export default async function DocsLayout({ children }: { children: ReactNode }) {
  return <DocsFrame document={await reference()}>{children}</DocsFrame>
}
