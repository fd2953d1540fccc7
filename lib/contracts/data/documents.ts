import { z } from 'zod'
import { contract } from '../contract.ts'

/** Specification 4.2. */
export const jsonToHtmlContract = contract({
  id: 'convertJsonToHtml',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/document/json-to-html',
  summary: 'Convert a JSON document to HTML',
  description:
    'Takes a ProseMirror or TipTap document (camelCase or snake_case names) as it is or in the ' +
    'field `document`, Portable Text, or the content of a language model’s answer with ' +
    'citations. Bold text, headings, nested lists, tables with spans and citations keep their ' +
    'form; citations become numbered references with a list at the end. The HTML is sanitized. ' +
    'With `Accept: text/html` the answer is the HTML itself.',
  tag: 'Documents',
  body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  headers: { accept: '`text/html` answers the HTML itself instead of `{html}`.' },
  returns: {
    200: { description: 'The document as HTML.', schema: z.object({ html: z.string() }) },
  },
  errorStatuses: [413, 415],
  examples: {
    request: {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Finding' }] },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Approved', marks: [{ type: 'bold' }] },
            { type: 'citation', attrs: { title: 'Imaging policy', page: 3 } },
          ],
        },
      ],
    },
    response: {
      html:
        '<h2>Finding</h2><p><strong>Approved</strong>' +
        '<sup><a href="#cite-1" id="ref-1">[1]</a></sup></p>' +
        '<section class="citations"><ol><li id="cite-1">Imaging policy, page 3 ' +
        '<a href="#ref-1">↩</a></li></ol></section>',
    },
  },
})
