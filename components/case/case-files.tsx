'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { ViewPages } from '#components/documents/view-pages'
import { FileDrop } from '#components/forms/fields/file-drop'
import { TemporaryUploads } from '#components/forms/uploads/upload-path'
import { UploadRow } from '#components/forms/uploads/upload-row'
import { useUploads } from '#components/forms/uploads/use-uploads'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { Age } from '#components/shared/display/age'
import { formatSize } from '#components/shared/display/format-size'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf, refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { getFileContentContract } from '#lib/contracts/data/files'
import {
  addRunFileContract,
  getRunHistoryContract,
  listRunFilesContract,
  removeRunFileContract,
  type RunFileView,
} from '#lib/contracts/runs/comments'
import { getScreenContract } from '#lib/contracts/runs/screens'
import { fileRuleOf } from '#lib/domain/form/file-rules'
import { fileRemovalReasons, type FileRemovalReason } from '#lib/domain/run/history'
import { call, pathOf } from '#lib/http/client'

const anyFile = fileRuleOf({})

function AddFiles({ runId }: { runId: string }) {
  const client = useQueryClient()
  const { uploads, add, tryAgain, remove } = useUploads('case', ({ id, fileName }) => {
    void call(addRunFileContract, { params: { id: runId }, body: { fileId: id } })
      // A screen shows it among its documents.
      .then(() => refresh(client, listRunFilesContract, getScreenContract))
      .catch((error: Error) => toast.error(`${fileName} was not added: ${error.message}`))
  })
  return (
    <>
      <FileDrop rule={anyFile} label="Files of this case" disabled={false} onChoose={add} />
      {uploads.length > 0 ? (
        <ul className="space-y-1" aria-label="Files that are being sent">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onTryAgain={() => tryAgain(upload)}
              onRemove={() => remove(upload)}
            />
          ))}
        </ul>
      ) : null}
    </>
  )
}

const reasons: Record<FileRemovalReason, string> = {
  'other-case': 'It belongs to another case',
  'wrong-file': 'It is the wrong file',
  duplicate: 'It is there twice',
  unreadable: 'It cannot be read',
  'not-needed': 'It is not needed',
}

function RemoveFile({ runId, file }: RowProps) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState<FileRemovalReason>('other-case')
  const remove = useMutation({
    mutationFn: () =>
      call(removeRunFileContract, { params: { id: runId, fileId: file.id }, body: { reason } }),
    onSuccess: () => setOpen(false),
    onSettled: () =>
      refresh(client, listRunFilesContract, getRunHistoryContract, getScreenContract),
  })
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Remove ${file.fileName}`}
        onClick={() => setOpen(true)}
      >
        <Trash2Icon aria-hidden />
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove this file?"
        description="It is deleted for everybody and cannot be brought back. The history keeps who removed a file and why."
        action="Remove"
        keep="Keep it"
        busy={remove.isPending}
        failure={remove.error?.message}
        onConfirm={() => remove.mutate()}
      >
        <SelectFilter
          label="Why"
          value={reason}
          onChange={(value) => setReason(value as FileRemovalReason)}
        >
          {fileRemovalReasons.map((each) => (
            <option key={each} value={each}>
              {reasons[each]}
            </option>
          ))}
        </SelectFilter>
      </ConfirmDialog>
    </>
  )
}

type RowProps = { runId: string; file: RunFileView }

function FileRow({ runId, file }: RowProps) {
  const { id, fileName, size, createdBy, createdAt } = file
  return (
    <li className="min-w-0 text-sm">
      <div className="flex min-w-0 items-center gap-1">
        <a
          href={pathOf(getFileContentContract, { id })}
          download
          className="inline-flex min-h-6 min-w-0 items-center underline underline-offset-2"
        >
          <span className="truncate" title={fileName}>
            {fileName}
          </span>
        </a>
        <ViewPages file={{ id, fileName }} />
        {file.removable ? <RemoveFile runId={runId} file={file} /> : null}
      </div>
      <p className="text-xs text-muted-foreground">
        {formatSize(size)} · {createdBy ?? 'Somebody'} · <Age at={createdAt} />
      </p>
    </li>
  )
}

/** The files that people added to a case, and the place to add more. */
export function CaseFiles({ runId }: { runId: string }) {
  const files = useInfiniteQuery(pagesOf(listRunFilesContract, { params: { id: runId } }))
  return (
    <>
      <TemporaryUploads value>
        <AddFiles runId={runId} />
      </TemporaryUploads>
      <PagedList
        query={files}
        what="The files"
        skeletons={{ rows: 2, height: 'h-10' }}
        empty={
          <p className="text-sm text-muted-foreground">
            Nobody has added a file. Files are deleted with the case.
          </p>
        }
      >
        {(items) => (
          <ul className="space-y-2" aria-label="Files of this case">
            {items.map((file) => (
              <FileRow key={file.id} runId={runId} file={file} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
