import type { Manifest } from './files.ts'
import { formPageIds } from './ids.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** JSON inside of a script element, which ends at the first `</`. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** As next-themes does on the other pages: the person's choice, else that of the system. */
const themeScript =
  'try{var t=localStorage.theme}catch{}' +
  "if(t==='dark'||(t!=='light'&&matchMedia('(prefers-color-scheme:dark)').matches))" +
  "document.documentElement.classList.add('dark')"

export type FormDocument = {
  title: string
  language: string
  direction: 'ltr' | 'rtl'
  /** Said where the browser runs no programs. */
  withoutProgram: string
  /** The content, drawn already; empty where the program draws it. */
  html: string
  /** What the program draws. */
  props: object
  manifest: Manifest
  nonce: string
}

/** The whole page of a shared form: it can be read before any other file has arrived. */
export function formDocument(page: FormDocument): string {
  const { title, language, direction, withoutProgram, html, props, manifest, nonce } = page
  const { script, preload, style } = manifest
  const file = (name: string) => `/f/assets/${name}`
  return [
    `<!doctype html><html lang="${escaped(language)}" dir="${direction}"><head>`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">',
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f9fb">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f141c">',
    `<title>${escaped(title)}</title><link rel="icon" href="/icon.svg" type="image/svg+xml">`,
    `<script nonce="${nonce}">${themeScript}</script><style>${style}</style>`,
    ...preload.map((name) => `<link rel="modulepreload" href="${file(name)}" nonce="${nonce}">`),
    `<script type="module" src="${file(script)}" nonce="${nonce}"></script></head><body>`,
    `<noscript><p class="p-4 text-center">${escaped(withoutProgram)}</p></noscript>`,
    `<div id="${formPageIds.root}">${html}</div>`,
    `<script type="application/json" id="${formPageIds.props}">${scriptJson(props)}</script>`,
    '</body></html>',
  ].join('\n')
}
