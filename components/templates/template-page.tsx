'use client'

import { UsedByList } from '#components/shared/display/used-by-list'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DownloadIcon, FileUpIcon, SaveIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { formatSize } from '#components/shared/display/format-size'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { keyOf, queryOf, refresh } from '#components/shared/loading/queries'
import { Alert } from '#components/ui/feedback/alert'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { BackLink } from '#components/shared/display/back-link'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import {
  getTemplateContract,
  getTemplateFileContract,
  listTemplatesContract,
  listTemplateVersionsContract,
  renderTemplateContract,
  saveTemplateContract,
  type Keeping,
  type TemplateView,
} from '#lib/contracts/data/templates'
import type { UploadedSource, WrittenSource } from '#lib/domain/template/template'
import { call, pathOf } from '#lib/http/client'
import { DeleteTemplate } from './delete-template.tsx'
import { KeptBy } from './kept-by.tsx'
import { kindWords } from './kinds.ts'
import { Placeholders } from './placeholders.tsx'
import { Preview } from './preview.tsx'
import { RenameTemplate } from './rename-template.tsx'
import { problemsIn } from './show-template-refusal.ts'
import { SourceEditor } from './source-editor.tsx'
import { uploadTemplate } from './upload-template.ts'
import { Versions } from './versions.tsx'

type PartProps = { template: TemplateView; canManage: boolean; onSaved(next: TemplateView): void }

function Refusal({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Alert variant="destructive">
      <ul className="col-start-2 space-y-0.5">
        {problemsIn(error).map((message) => (
          <li key={message} className="break-words">
            {message}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** The file of the newest version, and its replacement. */
function UploadedPart({
  template,
  source,
  canManage,
  onSaved,
}: PartProps & { source: UploadedSource }) {
  const input = useRef<HTMLInputElement>(null)
  const { id, version } = template
  const replace = useMutation({
    mutationFn: (file: File) => uploadTemplate(id, file, { basedOn: version }),
    onSuccess: onSaved,
    onSettled: () => {
      if (input.current) input.current.value = ''
    },
  })
  const address = pathOf(getTemplateFileContract, { template: id, number: version })
  return (
    <div className="space-y-3">
      <p className="text-sm">
        <strong className="break-all">{source.fileName}</strong>{' '}
        <span className="text-muted-foreground">{formatSize(source.size)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" asChild>
          <a href={address} download>
            <DownloadIcon aria-hidden /> Download
          </a>
        </Button>
        {canManage ? (
          <Button
            variant="outline"
            size="sm"
            disabled={replace.isPending}
            onClick={() => input.current?.click()}
          >
            <FileUpIcon aria-hidden /> {replace.isPending ? 'Reading…' : 'Replace the file'}
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          accept={source.format === 'docx' ? '.docx' : '.pdf'}
          aria-label="New file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) replace.mutate(file)
          }}
        />
      </div>
      <Refusal error={replace.error} />
      {source.format === 'docx' ? <WordHelp /> : <FormHelp />}
    </div>
  )
}

function WordHelp() {
  return (
    <p className="text-sm text-muted-foreground">
      In Word, write {'{patient.name}'} for a text, {'{#items}'} … {'{/items}'} around rows of a
      table, {'{#if urgent}'} … {'{/}'} around what is there only then, and {'{%logo}'} for a
      picture.
    </p>
  )
}

function FormHelp() {
  return (
    <p className="text-sm text-muted-foreground">
      The fields of the form are the placeholders. What must be filled is marked as required in the
      form itself. The step may flatten it, so that nobody changes it afterwards.
    </p>
  )
}

type WrittenProps = PartProps & {
  source: WrittenSource
  changed: boolean
  keeping: Keeping | undefined
  onChange(source: WrittenSource): void
}

function WrittenPart(props: WrittenProps) {
  const { template, source, changed, keeping, canManage, onChange, onSaved } = props
  const { id, version, kind } = template
  const save = useMutation({
    mutationFn: () =>
      call(saveTemplateContract, {
        params: { template: id },
        body: { source, basedOn: version, note: '' },
      }),
    onSuccess: onSaved,
  })
  return (
    <div className="space-y-3">
      <SourceEditor source={source} kind={kind} readOnly={!canManage} onChange={onChange} />
      <Refusal error={save.error} />
      {canManage && changed ? <KeptBy keeping={keeping} version={version + 1} unsaved /> : null}
      {canManage ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={!changed || save.isPending} onClick={() => save.mutate()}>
            <SaveIcon aria-hidden /> {save.isPending ? 'Saving…' : 'Save as next version'}
          </Button>
          {changed ? <span className="text-sm text-muted-foreground">Not saved yet.</span> : null}
        </div>
      ) : null}
    </div>
  )
}

const keepers = (count: number): string =>
  count === 1 ? 'one workflow does' : `${count} workflows do`

function Opened({ template, canManage }: { template: TemplateView; canManage: boolean }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<WrittenSource>()
  const [keeping, setKeeping] = useState<Keeping>()
  const { source, version, fields, usedBy, id } = template
  const saved = async (next: TemplateView) => {
    await refresh(client, getTemplateContract, listTemplateVersionsContract, listTemplatesContract)
    client.removeQueries({ queryKey: keyOf(renderTemplateContract) })
    setDraft(undefined)
    const count = next.keptBy.length + next.keptByOthers
    if (count > 0)
      toast.warning(`Saved as version ${next.version}, which ${keepers(count)} not use yet.`)
    else toast.success(`Saved as version ${next.version}. Runs that have begun keep theirs.`)
  }
  const part = { template, canManage, onSaved: (next: TemplateView) => void saved(next) }
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <div className="min-w-0 space-y-6">
        {draft ? null : <KeptBy keeping={template} version={version} />}
        {'fileName' in source ? (
          <UploadedPart {...part} source={source} />
        ) : (
          <WrittenPart
            {...part}
            source={draft ?? source}
            changed={draft !== undefined && JSON.stringify(draft) !== JSON.stringify(source)}
            keeping={draft && keeping}
            onChange={setDraft}
          />
        )}
        <Tabs defaultValue="fields">
          <TabsList aria-label="About the template">
            <TabsTrigger value="fields">Placeholders</TabsTrigger>
            <TabsTrigger value="users">Used by</TabsTrigger>
            <TabsTrigger value="versions">Versions</TabsTrigger>
          </TabsList>
          <TabsContent value="fields">
            <Placeholders fields={fields} />
          </TabsContent>
          <TabsContent value="users">
            <UsedByList
              {...template}
              none="No workflow uses it yet. The step “Fill template” fills it."
            />
          </TabsContent>
          <TabsContent value="versions">
            <Versions template={id} version={version} canManage={canManage} />
          </TabsContent>
        </Tabs>
      </div>
      <Preview
        template={id}
        version={version}
        source={draft}
        workflowIds={usedBy.map((user) => user.id)}
        onKeeping={setKeeping}
      />
    </div>
  )
}

/** One template: what it says, its placeholders and versions, and beside it what it becomes. */
export function TemplatePage({ slug, canManage }: { slug: string; canManage: boolean }) {
  const client = useQueryClient()
  const router = useRouter()
  const query = useQuery(queryOf(getTemplateContract, { params: { template: slug } }))
  usePageTitle(query.data?.name)
  const renamed = (next: TemplateView) => {
    toast.success('The template is renamed.')
    void refresh(client, listTemplatesContract, getTemplateContract)
    if (next.slug !== slug) router.replace(`/templates/${next.slug}`)
  }
  return (
    <Page>
      <BackLink href="/templates">Templates</BackLink>
      <Loaded
        query={query}
        what="The template"
        isPage
        loading={<LoadingRows label="Loading the template" rows={8} rowClass="h-6 w-full" />}
      >
        {(template) => (
          <div className="space-y-5">
            <div className="space-y-1">
              <PageHeader title={template.name}>
                {canManage ? (
                  <>
                    <RenameTemplate template={template} onRenamed={renamed} />
                    <DeleteTemplate template={template} />
                  </>
                ) : null}
              </PageHeader>
              <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
                <code>{template.slug}</code>
                <Badge variant="outline">{kindWords[template.kind].title}</Badge>
                <span>version {template.version}</span>
              </p>
            </div>
            <Opened key={template.id} template={template} canManage={canManage} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
