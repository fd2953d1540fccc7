'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ViewPages } from '#components/documents/view-pages'
import { FileDrop } from '#components/forms/fields/file-drop'
import { TemporaryUploads } from '#components/forms/uploads/upload-path'
import { UploadRow } from '#components/forms/uploads/upload-row'
import { useUploads } from '#components/forms/uploads/use-uploads'
import { Age } from '#components/shared/display/age'
import { formatSize } from '#components/shared/display/format-size'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf, refresh } from '#components/shared/loading/queries'
import { getFileContentContract, type FileView } from '#lib/contracts/data/files'
import { addRunFileContract, listRunFilesContract } from '#lib/contracts/runs/comments'
import { fileRuleOf } from '#lib/domain/form/file-rules'
import { call, pathOf } from '#lib/http/client'

const anyFile = fileRuleOf({})

function AddFiles({ runId }: { runId: string }) {
  const client = useQueryClient()
  const { uploads, add, tryAgain, remove } = useUploads('case', ({ id, fileName }) => {
    void call(addRunFileContract, { params: { id: runId }, body: { fileId: id } })
      .then(() => refresh(client, listRunFilesContract))
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

function FileRow({ file }: { file: FileView }) {
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
              <FileRow key={file.id} file={file} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
