import { SignedIn } from '@fairlead/protocol/people/sign-in'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { useAfterSignIn } from '../../data/person/use-after-sign-in.ts'
import { Button } from '../../ui/button.tsx'

/** Begins a trial. */
export function TrialButton(props: { to: string }) {
	const entered = useAfterSignIn()
	const start = useMutation({
		mutationFn: () =>
			api(SignedIn, '/api/auth/anonymous', { method: 'POST', body: { to: props.to } }),
		onSuccess: ({ to }) => entered(to),
	})
	return (
		<div>
			<Button
				look="quiet"
				className="w-full"
				disabled={start.isPending}
				onClick={() => start.mutate()}
			>
				Try it without an account
			</Button>
			<p className="mt-1 text-center text-cap text-muted">
				One project and a few runs. Signing in later keeps them.
			</p>
			{start.error && <ErrorNote error={start.error} className="mt-3" />}
		</div>
	)
}
