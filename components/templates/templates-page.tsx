'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { FilePenLineIcon, PlusIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useRouter } from 'next/navigation'
import { useDeferredValue, useState } from 'react'
import { Age } from '#components/shared/display/age'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { itemsOf, PagedList } from '#components/shared/loading/paged-list'
import { pagesOf, refresh } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Segmented } from '#components/ui/input/segmented'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { listTemplatesContract, type TemplateSummary } from '#lib/contracts/data/templates'
import { countOf } from '#lib/domain/count-of'
import type { TemplateKind } from '#lib/domain/template/template-words'
import { kindWords } from './kinds.ts'

const AddTemplate = dialogLater(async () => (await import('./add-template.tsx')).AddTemplate)

const nameClass =
  'inline-flex min-h-6 items-center rounded-sm font-medium underline-offset-2 outline-none ' +
  'hover:underline focus-visible:ring-2 focus-visible:ring-ring'

function Row({ template }: { template: TemplateSummary }) {
  const { slug, name, kind, users, updatedAt } = template
  const { title, icon: Icon } = kindWords[kind]
  return (
    <TableRow>
      <TableCell className="min-w-48">
        <Link href={`/templates/${slug}`} className={nameClass}>
          {name}
        </Link>
      </TableCell>
      <TableCell label="Short name">
        <code className="text-xs sm:whitespace-nowrap">{slug}</code>
      </TableCell>
      <TableCell label="Kind" className="whitespace-nowrap">
        <span className="flex items-center gap-1.5">
          <Icon aria-hidden className="size-4 text-muted-foreground" /> {title}
        </span>
      </TableCell>
      <TableCell label="Used by" className="whitespace-nowrap text-muted-foreground">
        {countOf(users, 'workflow')}
      </TableCell>
      <TableCell label="Changed" className="whitespace-nowrap text-muted-foreground">
        <Age at={updatedAt} />
      </TableCell>
    </TableRow>
  )
}

function List({ templates }: { templates: TemplateSummary[] }) {
  return (
    <Table label="Templates" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead>Short name</TableHead>
          <TableHead>Kind</TableHead>
          <TableHead>Used by</TableHead>
          <TableHead>Changed</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {templates.map((template) => (
          <Row key={template.id} template={template} />
        ))}
      </TableBody>
    </Table>
  )
}

const filters = { all: 'All', document: 'Documents', mail: 'Mails', text: 'Texts' } as const
type Filter = keyof typeof filters

function useTemplates(search: string, kind: TemplateKind | undefined) {
  const query = { ...(search === '' ? {} : { search }), ...(kind ? { kind } : {}) }
  return useInfiniteQuery({
    ...pagesOf(listTemplatesContract, { query }),
    placeholderData: (before) => before,
  })
}

type FiltersProps = {
  search: string
  filter: Filter
  onSearch(text: string): void
  onFilter(filter: Filter): void
}

function Filters({ search, filter, onSearch, onFilter }: FiltersProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Input
        type="search"
        aria-label="Search templates"
        placeholder="Search by name or slug"
        className="w-full sm:w-64"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <Segmented label="Kind" value={filter} options={filters} onChange={onFilter} />
    </div>
  )
}

const none = 'Upload a Word document or write a text; then the step “Fill template” fills it.'

/** The templates of documents, mails and texts. */
export function TemplatesPage({ canManage }: { canManage: boolean }) {
  const client = useQueryClient()
  const router = useRouter()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [adding, setAdding] = useState(false)
  const wanted = useDeferredValue(search.trim())
  const query = useTemplates(wanted, filter === 'all' ? undefined : filter)
  const isFiltered = wanted !== '' || filter !== 'all'
  const hasSome = itemsOf(query).length > 0 || isFiltered
  const add = canManage ? (
    <Button onClick={() => setAdding(true)}>
      <PlusIcon aria-hidden /> Add a template
    </Button>
  ) : null
  return (
    <Page>
      <PageHeader
        title="Templates"
        description="Letters, PDF forms, mails and texts with placeholders, which workflows fill."
      >
        {hasSome ? add : null}
      </PageHeader>
      {hasSome ? (
        <Filters search={search} filter={filter} onSearch={setSearch} onFilter={setFilter} />
      ) : null}
      <PagedList
        query={query}
        what="The templates"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={
          <EmptyState
            icon={FilePenLineIcon}
            title={isFiltered ? 'No template is like this' : 'There is no template yet'}
            description={isFiltered ? 'Search for less, or choose another kind.' : none}
          >
            {isFiltered ? null : add}
          </EmptyState>
        }
      >
        {(items) => <List templates={items} />}
      </PagedList>
      <AddTemplate
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={(slug) => {
          void refresh(client, listTemplatesContract)
          router.push(`/templates/${slug}`)
        }}
      />
    </Page>
  )
}
