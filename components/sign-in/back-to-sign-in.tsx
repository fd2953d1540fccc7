import { Link } from '#components/shared/navigation/link'

/** The way on from a page of a link that leads nowhere. */
export function BackToSignIn() {
  return (
    <p className="text-center text-sm">
      <Link href="/sign-in" className="text-muted-foreground underline">
        Back to sign in
      </Link>
    </p>
  )
}
