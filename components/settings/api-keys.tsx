'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRoundIcon } from 'lucide-react'
import { formatAge, formatInstant } from '#components/shared/display/format'
import { PagedList } from '#components/shared/loading/paged-list'
import { pollEvery } from '#components/shared/loading/poll-every'
import { pagesOf } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { EmptyState } from '#components/ui/feedback/empty-state'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { listApiKeysContract, type ApiKeyView } from '#lib/contracts/organization/api-keys'
import { CreateApiKey } from './create-api-key.tsx'
import { DeleteApiKey } from './delete-api-key.tsx'
import { SettingsSection } from './settings-section.tsx'

function describeLastUse({ lastUsedAt, lastUsedFor }: ApiKeyView): string {
  if (!lastUsedAt) return 'Never'
  const age = formatAge(lastUsedAt)
  return lastUsedFor ? `${age}, ${lastUsedFor}` : age
}

function KeyRow({ apiKey }: { apiKey: ApiKeyView }) {
  const maker = apiKey.createdBy ? ` by ${apiKey.createdBy}` : ''
  return (
    <TableRow>
      <TableCell className="font-medium">
        {apiKey.name}
        {apiKey.status === 'stopped' ? (
          <Badge variant="outline" className="ml-2">
            stopped: its creator was removed
          </Badge>
        ) : null}
      </TableCell>
      <TableCell label="Key">
        <code className="text-xs">{apiKey.prefix}…</code>
      </TableCell>
      <TableCell label="Role">{apiKey.role}</TableCell>
      <TableCell label="Created" className="text-muted-foreground">
        {`${formatInstant(apiKey.createdAt)}${maker}`}
      </TableCell>
      <TableCell label="Last used" className="text-muted-foreground">
        {describeLastUse(apiKey)}
      </TableCell>
      <TableCell className="text-right">
        <DeleteApiKey apiKey={apiKey} />
      </TableCell>
    </TableRow>
  )
}

function KeyTable({ keys }: { keys: ApiKeyView[] }) {
  return (
    <Table label="List of API keys" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead>Key</TableHead>
          <TableHead>Role</TableHead>
          <TableHead>Created</TableHead>
          <TableHead>Last used</TableHead>
          <TableHead>
            <span className="sr-only">Acts</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </TableBody>
    </Table>
  )
}

/**
 * The API keys, with which systems call the API. A key is shown once, when it is created. The list
 * is read again every five seconds, for the last uses.
 */
export function ApiKeys() {
  const query = useInfiniteQuery({
    ...pagesOf(listApiKeysContract),
    refetchInterval: pollEvery(5000),
  })
  return (
    <SettingsSection
      title="API keys"
      description={
        <>
          Systems send one as <code>Authorization: Bearer</code>. Give each system its own, so that
          one can be ended alone.
        </>
      }
      action={<CreateApiKey />}
    >
      <PagedList
        query={query}
        what="The API keys"
        skeletons={{ rows: 2, height: 'h-10' }}
        empty={
          <EmptyState
            icon={KeyRoundIcon}
            title="No API key yet"
            description="Create one for each system that calls the API."
          />
        }
      >
        {(keys) => <KeyTable keys={keys} />}
      </PagedList>
    </SettingsSection>
  )
}
