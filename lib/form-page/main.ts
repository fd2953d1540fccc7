import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from '#lib/process-pool/serve'

/** The program of a process that draws forms of customers' schemas as HTML. It keeps nothing. */

type Renderer = { renderFormPage(props: unknown): string }

const [file = ''] = process.argv.slice(2)
const { renderFormPage } = (await import(pathToFileURL(path.resolve(file)).href)) as Renderer

await serve<object>((_request, { bytes }) => ({
  reply: { html: renderFormPage(JSON.parse(bytes.toString())) },
}))
