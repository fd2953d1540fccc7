import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FillForm } from '#components/forms/fill-form'
import { TemporaryUploads } from '#components/forms/uploads/upload-path'
import { Button } from '#components/ui/input/button'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#components/ui/overlay/dialog'
import {
  addTestCaseContract,
  changeTestCaseContract,
  type TestCaseView,
} from '#lib/contracts/workflows/test-sets'
import { mostCaseFiles } from '#lib/domain/ask/test-set'
import { filesOfValue } from '#lib/domain/form/multi-file'
import { call } from '#lib/http/client'

type Data = Record<string, unknown>
type Props = {
  place: { id: string; stepId: string }
  form: Data
  /** Undefined for a new one. */
  edited: TestCaseView | undefined
  onClose(isChanged: boolean): void
}

const schemaOf = (form: Data): Data => ({
  type: 'object',
  required: ['name', 'files'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 1, maxLength: 200 },
    files: {
      type: 'array',
      title: 'Files',
      minItems: 1,
      maxItems: mostCaseFiles,
      'x-formFieldType': 'multi-file',
      items: { type: 'object' },
    },
    expected: {
      ...form,
      title: 'What they say',
      description: form['description'] ?? 'What is left empty must not be found.',
    },
  },
})

const dataOf = (edited: TestCaseView | undefined): Data =>
  edited
    ? {
        name: edited.name,
        files: edited.files,
        // Null is written where nothing is expected; a form leaves that empty.
        expected: Object.fromEntries(
          Object.entries(edited.expected).filter(([, value]) => value !== null),
        ),
      }
    : {}

/** Every field of the form is expected: one without a value is expected to be missing. */
function expectedIn(form: Data, given: unknown): Data {
  const names = Object.keys((form['properties'] ?? {}) as object)
  const values = (given ?? {}) as Data
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...values }
}

/** A case of a test set, to be added or changed. */
export function CaseDialog({ place, form, edited, onClose }: Props) {
  const [data, setData] = useState(() => dataOf(edited))
  const save = useMutation({
    mutationFn: async (given: Data) => {
      const body = {
        name: String(given['name'] ?? ''),
        fileIds: filesOfValue(given['files']).map(({ id }) => id),
        expected: expectedIn(form, given['expected']),
      }
      if (edited)
        await call(changeTestCaseContract, { params: { ...place, caseId: edited.id }, body })
      else await call(addTestCaseContract, { params: place, body })
    },
    onSuccess: () => onClose(true),
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose(false))}>
      <DialogContent aria-describedby={undefined} className="max-h-[90dvh] overflow-y-auto">
        <DialogHeader>
          <DialogTitle>{edited ? 'Change the case' : 'Add a case'}</DialogTitle>
        </DialogHeader>
        {/* An upload that no case is saved with is deleted. */}
        <TemporaryUploads value>
          <FillForm
            schema={schemaOf(form)}
            uiSchema={{ 'ui:order': ['name', 'files', 'expected', '*'] }}
            data={data}
            onChange={setData}
            onSubmit={(given) => save.mutate(given)}
            failure={save.error}
            issuePrefix="data"
            disabled={save.isPending}
          >
            <Button type="submit" disabled={save.isPending}>
              {save.isPending ? 'Saving…' : 'Save'}
            </Button>
          </FillForm>
        </TemporaryUploads>
      </DialogContent>
    </Dialog>
  )
}
