import type sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '#lib/domain/allowed-html'

const side = [/^(?:left|right|center|start|end)$/]
const breaks = [/^(?:page|always)$/]

/** The HTML of documents: what may be stored, pictures that are given as data, alignment, and page breaks. */
export const drawnHtml: sanitizeHtml.IOptions = {
  allowedTags: [...allowedHtml.allowedTags, 'img'],
  allowedAttributes: {
    ...allowedHtml.allowedAttributes,
    '*': ['dir', 'lang', 'align', 'class', 'style'],
    img: ['src', 'alt', 'width', 'height'],
  },
  allowedClasses: { '*': ['page-break'] },
  allowedStyles: {
    '*': {
      'text-align': side,
      'page-break-before': breaks,
      'page-break-after': breaks,
      'break-before': breaks,
      'break-after': breaks,
    },
  },
  allowedSchemes: allowedHtml.allowedSchemes,
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template'],
  nestingLimit: 200,
}
