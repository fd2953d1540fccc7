'use client'

import { dialogLater } from '#components/shared/loading/dialog-later'
import { DatabaseIcon, LockIcon, SettingsIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { Segmented } from '#components/ui/input/segmented'
import { LoadingRows } from '#components/shared/loading/loading'
import type { SqlSettings } from '#lib/contracts/data/sql'
import { useStoredData } from '#components/forms/use-stored-data'
import { History } from './history.tsx'
import { QueryPanel } from './query-panel.tsx'
import { SchemaBrowser } from './schema-browser.tsx'
import { useHistory } from './use-history.ts'
import { useSqlSettings, type Place } from './use-sql.ts'

const OutsideSheet = dialogLater(async () => (await import('./outside-sheet.tsx')).OutsideSheet)

const title = 'Data'
const beside = 'SQL in your organization’s own database, beside the tasks of its workflows'
const nothingTyped = { query: '' }

function NotReady({ builtIn }: { builtIn: SqlSettings['builtIn'] }) {
  if (builtIn.status === 'preparing')
    return (
      <Alert>
        <DatabaseIcon aria-hidden />
        <AlertTitle>Your database is being made</AlertTitle>
        <AlertDescription>That takes a few seconds; this page goes on by itself.</AlertDescription>
      </Alert>
    )
  return (
    <Alert variant="warning">
      <DatabaseIcon aria-hidden />
      <AlertTitle>There is no database here yet</AlertTitle>
      <AlertDescription>{builtIn.reason}</AlertDescription>
    </Alert>
  )
}

type Props = { canRun: boolean; canManage: boolean; canReadAudit: boolean }

const refusalHelp =
  'SQL reaches everything that your organization keeps. ' +
  'Ask an owner for the role of a builder if you need it.'

/** The organization's SQL: an editor, its tables, the answer, and one's own history. */
export function DataPage(props: Props) {
  const description = props.canReadAudit ? `${beside} and its audit trail.` : `${beside}.`
  const settings = useSqlSettings(props.canRun)
  if (!props.canRun)
    return (
      <Page>
        <PageHeader title={title} description={description} />
        <EmptyState icon={LockIcon} title="Builders and owners only" description={refusalHelp} />
      </Page>
    )
  if (settings.isPending)
    return (
      <Page>
        <PageHeader title={title} description={description} />
        <LoadingRows label="Loading" rows={1} rowClass="h-64 w-full" />
      </Page>
    )
  if (settings.isError)
    return (
      <Page>
        <PageHeader title={title} description={description} />
        <LoadFailure
          what="The page"
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      </Page>
    )
  return <Databases {...props} description={description} settings={settings.data} />
}

type DatabasesProps = Props & { description: string; settings: SqlSettings }

function Databases({ canManage, canReadAudit, description, settings }: DatabasesProps) {
  const { builtIn, outside } = settings
  const [chosen, setChosen] = useState<Place>('built-in')
  const [editing, setEditing] = useState(false)
  const place: Place = outside ? chosen : 'built-in'
  const enabled = place === 'outside' || builtIn.status === 'ready'
  return (
    <Page>
      <PageHeader title={title} description={description}>
        {outside ? (
          <Segmented
            label="Database"
            value={place}
            options={{ 'built-in': 'Here', outside: outside.host }}
            onChange={setChosen}
          />
        ) : null}
        {canManage ? (
          <Button variant="outline" onClick={() => setEditing(true)}>
            <SettingsIcon aria-hidden /> Own Postgres
          </Button>
        ) : null}
      </PageHeader>
      {place === 'built-in' && builtIn.status !== 'ready' ? <NotReady builtIn={builtIn} /> : null}
      <Workbench place={place} enabled={enabled} canReadAudit={canReadAudit} />
      {canManage ? (
        <OutsideSheet
          key={outside?.updatedAt ?? 'none'}
          open={editing}
          outside={outside}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </Page>
  )
}

type WorkbenchProps = { place: Place; enabled: boolean; canReadAudit: boolean }

/** The editor with its answer, and beside it the tables and the history. */
function Workbench({ place, enabled, canReadAudit }: WorkbenchProps) {
  const { data, setData } = useStoredData('sql', nothingTyped)
  const history = useHistory()
  const insert = useRef<((text: string) => void) | null>(null)
  const setQuery = (query: string) => setData({ query }, true)
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <QueryPanel
        key={place}
        place={place}
        enabled={enabled}
        canReadAudit={canReadAudit}
        query={String(data['query'] ?? '')}
        onQuery={setQuery}
        onRan={history.add}
        onReady={(next) => {
          insert.current = next
        }}
      />
      <aside aria-label="Tables and history" className="min-w-0 space-y-6">
        <SchemaBrowser
          place={place}
          enabled={enabled}
          onInsert={(text) => insert.current?.(text)}
        />
        <History entries={history.entries} onChoose={setQuery} onClear={history.clear} />
      </aside>
    </div>
  )
}
