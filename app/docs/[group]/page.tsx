import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DocsGroup } from '#components/docs/docs-pages'
import { groupOf } from '../../../components/docs/open-api.ts'
import { reference } from '../reference.ts'

type Props = { params: Promise<{ group: string }> }

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const group = groupOf(await reference(), (await params).group)
  return { title: `${group?.name ?? 'Not found'} · API reference` }
}

export default async function DocsGroupPage({ params }: Props) {
  const tag = groupOf(await reference(), (await params).group)
  if (!tag) notFound()
  return <DocsGroup document={await reference()} tag={tag} />
}
