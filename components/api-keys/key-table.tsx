import { useState } from 'react'
import { Age } from '#components/shared/display/age'
import { formatInstant } from '#components/shared/display/format'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { Badge } from '#components/ui/feedback/badge'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import type { ApiKeyView } from '#lib/contracts/organization/api-keys'
import { useRoleName } from '#components/roles/use-role-choices'
import { countOf } from '#lib/domain/count-of'
import type { KeyAct } from './key-dialog.tsx'
import { permissionWords } from '#lib/domain/permission-words'

const Menu = partAtTouch(
  async () => (await import('./key-menu.tsx')).KeyMenu,
  <Skeleton className="h-8 w-10" />,
)
const KeyDialog = dialogLater(
  async () => (await import('./key-dialog.tsx')).KeyDialog,
  () => true,
)

function statusWords({ status, expiresAt, previousUntil }: ApiKeyView): string {
  const end = expiresAt ? formatInstant(expiresAt) : ''
  if (status === 'stopped') return 'Stopped: its owner left'
  if (status === 'expired') return `Expired ${end}`
  if (status === 'expires-soon') return `Expires soon: ${end}`
  return previousUntil ? `Active, the old key until ${formatInstant(previousUntil)}` : 'Active'
}

/** Where and as what a key was last used; the address and the program are in the second line. */
function LastUse({ lastUsedAt, lastUsedFor, lastUsedAddress, lastUsedAgent }: ApiKeyView) {
  if (!lastUsedAt) return 'Never'
  const from = [lastUsedAddress, lastUsedAgent].filter(Boolean).join(' · ')
  return (
    <>
      <Age at={lastUsedAt} />
      {lastUsedFor ? `, ${lastUsedFor}` : ''}
      {from ? (
        <span className="block max-w-64 truncate text-xs" title={from}>
          {from}
        </span>
      ) : null}
    </>
  )
}

function Rights({ role, permissions, workflows }: ApiKeyView) {
  const roleName = useRoleName(role)
  const allowed = permissions.filter((permission) => permission !== 'self:manage')
  const title = allowed.map(permissionWords).join('\n')
  return (
    <>
      <span title={title}>
        {roleName} · {countOf(allowed.length, 'permission')}
      </span>
      {workflows ? (
        <span
          className="block max-w-56 truncate text-xs text-muted-foreground"
          title={workflows.map(({ name }) => name).join('\n')}
        >
          only {workflows.map(({ name }) => name).join(', ') || 'workflows that are deleted'}
        </span>
      ) : null}
    </>
  )
}

const isEnded = ({ status }: ApiKeyView): boolean => status === 'stopped' || status === 'expired'

function KeyRow({ apiKey, onChoose }: { apiKey: ApiKeyView; onChoose(act: KeyAct): void }) {
  const owner = apiKey.owner ? ` by ${apiKey.owner.name}` : ''
  return (
    <TableRow className={isEnded(apiKey) ? 'text-muted-foreground' : undefined}>
      <TableCell className="font-medium">
        {apiKey.name}
        {apiKey.mode === 'test' ? (
          <Badge variant="outline" className="ml-2">
            test
          </Badge>
        ) : null}
        <code className="block text-xs font-normal text-muted-foreground">{apiKey.prefix}…</code>
      </TableCell>
      <TableCell label="Role">
        <Rights {...apiKey} />
      </TableCell>
      <TableCell label="Status">
        <Badge variant={apiKey.status === 'expires-soon' ? 'destructive' : 'secondary'}>
          {statusWords(apiKey)}
        </Badge>
      </TableCell>
      <TableCell label="Created" className="text-muted-foreground">
        {`${formatInstant(apiKey.createdAt)}${owner}`}
      </TableCell>
      <TableCell label="Last used" className="text-muted-foreground">
        <LastUse {...apiKey} />
      </TableCell>
      <TableCell className="text-right max-sm:absolute! max-sm:top-2 max-sm:right-3">
        <Menu apiKey={apiKey} onChoose={onChoose} />
      </TableCell>
    </TableRow>
  )
}

/** The keys with what each may do, its status and its last use. */
export function KeyTable({ keys }: { keys: ApiKeyView[] }) {
  const [chosen, choose] = useState<{ act: KeyAct; apiKey: ApiKeyView }>()
  return (
    <>
      <Table label="List of API keys" stacked>
        <TableHeader>
          <TableRow>
            <TableHead>Name</TableHead>
            <TableHead>Role</TableHead>
            <TableHead>Status</TableHead>
            <TableHead>Created</TableHead>
            <TableHead>Last used</TableHead>
            <TableHead>
              <span className="sr-only">Acts</span>
            </TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {keys.map((apiKey) => (
            <KeyRow key={apiKey.id} apiKey={apiKey} onChoose={(act) => choose({ act, apiKey })} />
          ))}
        </TableBody>
      </Table>
      {chosen ? <KeyDialog {...chosen} onDone={() => choose(undefined)} /> : null}
    </>
  )
}
