import { assetHeaders, formAsset } from '#lib/form-page/assets'

/**
 * The program of shared forms (lib/form-page) under `next dev`, which sends nothing that is
 * compressed already. In production `lib/server/web/form-assets.ts` answers first.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const found = await formAsset(file)
  if (!found) return new Response('There is no such file.', { status: 404 })
  return new Response(new Uint8Array(found.bytes), { headers: assetHeaders })
}
