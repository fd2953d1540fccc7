import { z } from 'zod'
import type { PayerCriterion, PayerDocument } from '#lib/domain/provider/payer-document'
import { defineProvider } from '../provider.ts'
import { unknownDocument, unknownKey } from './limits.ts'
import { sandboxDocuments, sandboxKeys, type SandboxDocument } from './sandbox-archive.ts'

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Matches whole values in any case; `*` stands for anything. Not a regular expression, because a
 * value could choose its time.
 */
function fits(pattern: string, value: string): boolean {
  const [first = '', ...parts] = folded(pattern).split('*')
  const text = folded(value)
  const last = parts.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false
  let from = first.length
  for (const part of parts) {
    const found = text.indexOf(part, from)
    if (found < 0 || found + part.length > text.length - last.length) return false
    from = found + part.length
  }
  return true
}

const named = new Map(sandboxKeys.map((key) => [key.toLowerCase(), key]))

function matches({ documentId, keys }: SandboxDocument, { Key, Value }: PayerCriterion): boolean {
  const key = named.get(Key.toLowerCase())
  return key === 'DocumentId'
    ? fits(Value, documentId)
    : keys.some((each) => each.Key === key && fits(Value, each.Value))
}

const shown = ({
  documentId,
  documentType,
  fileName,
  mimeType,
  receivedDate,
  keys,
}: SandboxDocument): PayerDocument => ({
  documentId,
  documentType,
  fileName,
  mimeType,
  receivedDate,
  keys,
})

export const payerDocsSandbox = defineProvider({
  kind: 'payer-docs',
  id: 'sandbox',
  title: 'Sandbox',
  description:
    '240 invented letters of payers as PDF files, for trying things out. No set-up. ' +
    `Keys: ${sandboxKeys.join(', ')}; in a value, * stands for anything. The patients are those ` +
    'of the sandbox EMR.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open() {
    return {
      async searchDocuments(criteria, signal) {
        signal.throwIfAborted()
        for (const [index, { Key }] of criteria.entries())
          if (!named.has(Key.toLowerCase())) throw unknownKey(index, Key, sandboxKeys)
        return sandboxDocuments
          .filter((document) => criteria.every((criterion) => matches(document, criterion)))
          .map(shown)
      },
      async fetchDocument(documentId, signal) {
        signal.throwIfAborted()
        const document = sandboxDocuments.find((each) => each.documentId === documentId)
        if (!document) throw unknownDocument('sandbox')
        // The code that draws PDFs is large, and few installations request one from the sandbox.
        const { sandboxPdf } = await import('./sandbox-pdf.ts')
        return {
          fileName: document.fileName,
          mimeType: document.mimeType,
          content: await sandboxPdf(document),
        }
      },
      async test() {
        return `The sandbox archive works; it has ${sandboxDocuments.length} documents.`
      },
    }
  },
})
