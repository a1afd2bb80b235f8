/** `/sign-in?to=&problem=`: the ways in that this installation offers. */
import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { healthQuery } from '../../data/api/queries.ts'
import { signInOptionsQuery } from '../../data/api/sign-in.ts'
import { safePath } from '../../data/person/signed-out.tsx'
import { useAfterSignIn } from '../../data/person/use-after-sign-in.ts'
import { useTitle } from '../../data/title.ts'
import { useAddressQuery } from '../../data/use-address-query.ts'
import { MailForm } from '../../features/sign-in/mail-form.tsx'
import { ProblemNote } from '../../features/sign-in/problem-note.tsx'
import { ProviderButtons } from '../../features/sign-in/provider-buttons.tsx'
import { SetupForm } from '../../features/sign-in/setup-form.tsx'
import { TrialButton } from '../../features/sign-in/trial-button.tsx'
import { Note, Skeleton } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Entrance } from '../entrance.tsx'

/** Beside the form, not before it. */
const PasskeySignIn = lazyPart(() => import('../../features/passkey/sign-in-button.tsx'), {
	what: 'The sign-in with a passkey',
})

export default function SignInRoute() {
	useTitle('Sign in')
	const [search] = useAddressQuery()
	const to = safePath(search.get('to'))
	const entered = useAfterSignIn()
	const options = useQuery(signInOptionsQuery)
	const offered = options.data
	const hasOthers = offered && (offered.providers.length > 0 || offered.mail || offered.trial)
	return (
		<Entrance title="Sign in">
			<ProblemNote problem={search.get('problem')} className="mt-5" />
			{options.isPending && <Skeleton rows={4} className="mt-6" />}
			{options.error && (
				<ErrorNote error={options.error} onRetry={() => void options.refetch()} className="mt-5" />
			)}
			{offered && (
				<div className="mt-6 flex flex-col gap-6">
					{offered.providers.length > 0 && (
						<ProviderButtons providers={offered.providers} to={to} />
					)}
					{offered.mail && <MailForm to={to} />}
					{!hasOthers && <OwnerSignIn to={to} />}
					<PasskeySignIn onSignedIn={() => void entered(to)} />
					{offered.trial && <TrialButton to={to} />}
					{hasOthers && offered.setupToken && (
						<details className="border-t border-edge pt-4">
							<summary className="cursor-pointer text-line text-muted">
								Sign in as the owner of this server
							</summary>
							<div className="mt-4">
								<SetupForm to={to} look="plain" />
							</div>
						</details>
					)}
				</div>
			)}
		</Entrance>
	)
}

/** The only way into a server that nobody has set up others for. */
function OwnerSignIn(props: { to: string }) {
	const health = useQuery(healthQuery)
	return (
		<>
			<p className="-mt-3 text-muted">
				{health.data?.setupNeeded
					? 'This server is new. The start command printed a sign-in link for its owner. Open that link, or paste it here.'
					: 'The start command printed a sign-in link. Open that link, or paste it here.'}
			</p>
			<SetupForm to={props.to} look="primary" />
			<Note level="info" title="Lost the link?">
				Restart the server with <code className="font-mono">npm start</code>. It prints the link
				again and keeps your projects.
			</Note>
		</>
	)
}
