/** The ways in: accounts at other services, a mailed link, a trial. */
import * as z from 'zod/mini'
import { isOwnPath } from '../http/own-path.ts'

export const OAuthProvider = z.enum(['github', 'google'])
export type OAuthProvider = z.infer<typeof OAuthProvider>

/** The ways in that this installation offers. */
export const SignInOptions = z.object({
	setupToken: z.boolean(),
	providers: z.array(z.object({ id: OAuthProvider, name: z.string() })),
	/** A link by mail. */
	mail: z.boolean(),
	/** Without an account, for a while. */
	trial: z.boolean(),
	/** The sign-up rule: everybody, the invited (also where some are listed), or nobody. */
	signUp: z.enum(['open', 'listed', 'invited', 'closed']),
})
export type SignInOptions = z.infer<typeof SignInOptions>

/** The page that opens after signing in: a path of this site. */
export const NextPage = z._default(
	z
		.string()
		.check(
			z.maxLength(2_000),
			z.refine(isOwnPath, 'Use a path of this site, such as "/settings".'),
		),
	'/',
)

/** The token of an invitation: its reader may make an account. */
const invitation = z.optional(z.string().check(z.minLength(1), z.maxLength(128)))

export const BeginOAuth = z.object({ to: NextPage, invitation })
export const BegunOAuth = z.object({
	/** The provider's page, to which the browser goes next. */
	url: z.url(),
})
export type BegunOAuth = z.infer<typeof BegunOAuth>

export const StartTrial = z.object({ to: NextPage })

export const AskMailLink = z.object({
	/** Compared in lower case. */
	email: z.email('Enter a mail address.').check(z.maxLength(254), z.toLowerCase()),
	to: NextPage,
	invitation,
})
export const UseMailLink = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })
/** The page that opens next. */
export const SignedIn = z.object({ to: z.string() })
export type SignedIn = z.infer<typeof SignedIn>

/** The problems that a provider's answer can bring back to `/sign-in?problem=`. */
export const SignInProblem = z.enum([
	/** The person said no at the provider. */
	'denied',
	/** It was begun in another browser, too long ago, or is over. */
	'stale',
	/** The provider did not answer, or refused. */
	'provider_failed',
	/** This person has no account here, and may not make one. */
	'sign_up_closed',
	/** The account at the provider belongs to another account here. */
	'identity_taken',
])
export type SignInProblem = z.infer<typeof SignInProblem>
