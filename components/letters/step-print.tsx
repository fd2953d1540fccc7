'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FileDrop } from '#components/forms/fields/file-drop'
import { UploadRow } from '#components/forms/uploads/upload-row'
import { useUploads } from '#components/forms/uploads/use-uploads'
import { keyOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { previewLetterContract } from '#lib/contracts/integrations/letter-preview'
import { fileRuleOf } from '#lib/domain/form/file-rules'
import type { FileRef } from '#lib/domain/form/multi-file'
import { letterAddressSchema } from '#lib/domain/provider/letter'
import { letterServices } from '#lib/domain/provider/letter-words'
import { call } from '#lib/http/client'
import { PrintDialog, PrintOf } from './print-dialog.tsx'

/** The step itself says what is no PDF. */
const anyFile = fileRuleOf({})

type Config = Record<string, unknown>

/** Fixed values of the step; expressions are known only in a run. */
function wishOf({ connection, to, from, color, doubleSided, extraService }: Config) {
  const addressOf = (value: unknown) => letterAddressSchema.safeParse(value).data
  return {
    ...(typeof connection === 'string' && connection ? { connection } : {}),
    to: addressOf(to),
    from: addressOf(from),
    color: color === true,
    doubleSided: doubleSided !== false,
    extraService: letterServices.find((one) => one === extraService) ?? 'none',
  }
}

function Print({ config, fileId }: { config: Config; fileId: string }) {
  const body = { fileId, ...wishOf(config) }
  const query = useQuery({
    queryKey: keyOf(previewLetterContract, body),
    queryFn: async ({ signal }) => await call(previewLetterContract, { body, signal }),
    retry: false,
  })
  return <PrintOf query={query} />
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)

/** In a step that sends letters: shows a PDF as the step would print it. */
export function StepPrint({ config }: { config: Config }) {
  const fixed = isId(config['fileId']) ? config['fileId'] : undefined
  const [chosen, setChosen] = useState<FileRef>()
  const { uploads, add, tryAgain, remove } = useUploads('letter-print', setChosen)
  const fileId = chosen?.id ?? fixed
  return (
    <PrintDialog label="Preview as printed">
      {fileId === undefined ? (
        <div className="space-y-3">
          <p className="text-sm text-muted-foreground">
            The step gets its PDF in a run. Choose one like it to see how this step prints it.
          </p>
          <FileDrop rule={anyFile} label="A PDF to preview" disabled={false} onChoose={add} />
        </div>
      ) : null}
      <ul className="space-y-1 empty:hidden" aria-label="The PDF that is sent">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onTryAgain={() => tryAgain(upload)}
            onRemove={() => remove(upload)}
          />
        ))}
      </ul>
      {chosen ? (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="min-w-0 truncate">{chosen.fileName}</span>
          <Button variant="ghost" size="sm" onClick={() => setChosen(undefined)}>
            Choose another PDF
          </Button>
        </p>
      ) : null}
      {fileId === undefined ? null : <Print config={config} fileId={fileId} />}
    </PrintDialog>
  )
}
