import type { LogoView } from '#lib/contracts/organization/settings'

/** The organization that asks, for people who are not signed in to it. */
export function OrganizationMark({ name, logo }: { name: string; logo: LogoView | null }) {
  return (
    <p className="flex items-center gap-3 text-sm font-medium text-muted-foreground">
      {logo ? (
        // The name stands beside it, so the picture says nothing more. White behind it in dark
        // mode, too: most logos are made for paper.
        // oxlint-disable-next-line nextjs/no-img-element -- a small picture of our own server
        <img
          src={logo.path}
          alt=""
          width={logo.width}
          height={logo.height}
          className="h-10 w-auto max-w-40 rounded-md bg-white object-contain p-1"
        />
      ) : null}
      {name}
    </p>
  )
}
