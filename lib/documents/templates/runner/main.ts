import { serve, type Call } from '#lib/process-pool/serve'
import type { TemplateReply, TemplateRequest } from '../messages.ts'
import { Refused } from './refused.ts'

/** Each engine is loaded when it is first needed. */
async function answer(request: TemplateRequest, bytes: Buffer): Promise<TemplateReply> {
  switch (request.do) {
    case 'inspect docx': {
      const { docxFields } = await import('./docx.ts')
      return { did: 'inspect', fields: docxFields(bytes, request.maxBytes) }
    }
    case 'fill docx': {
      const { fillDocx } = await import('./docx.ts')
      const content = fillDocx(bytes, request.maxBytes, request.data).toString('base64')
      return { did: 'fill docx', content }
    }
    case 'show docx': {
      const { showDocx } = await import('./show-docx.ts')
      return { did: 'show docx', html: await showDocx(bytes, request.maxBytes) }
    }
    case 'inspect liquid': {
      const { liquidFields } = await import('./liquid-fields.ts')
      return { did: 'inspect', fields: liquidFields(request.parts) }
    }
    case 'fill liquid': {
      const { fillParts } = await import('./liquid.ts')
      return { did: 'fill liquid', parts: fillParts(request.parts, request.data, request.clock) }
    }
  }
}

async function reply(request: TemplateRequest, { bytes }: Call): Promise<TemplateReply> {
  try {
    return await answer(request, bytes)
  } catch (error) {
    if (error instanceof Refused) return { did: 'refused', problems: error.problems }
    throw error
  }
}

/** The program of a process that reads and fills templates of one organization. */
await serve<TemplateRequest>(async (request, call) => ({ reply: await reply(request, call) }))
