import {
	BegunOAuth,
	type OAuthProvider,
	type SignInOptions,
} from '@fairlead/protocol/people/sign-in'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { nextOf } from './next.ts'

/** One button for each service at which people sign in. */
export function ProviderButtons(props: {
	providers: SignInOptions['providers']
	/** The page that opens afterwards. */
	to: string
}) {
	const begin = useMutation({
		mutationFn: (id: OAuthProvider) =>
			api(BegunOAuth, `/api/auth/oauth/${id}`, { method: 'POST', body: nextOf(props.to) }),
		onSuccess: ({ url }) => location.assign(url),
	})
	return (
		<div className="flex flex-col gap-2">
			{props.providers.map(({ id, name }) => (
				<Button
					key={id}
					className="w-full"
					disabled={begin.isPending || begin.isSuccess}
					onClick={() => begin.mutate(id)}
				>
					Continue with {name}
				</Button>
			))}
			{begin.error && <ErrorNote error={begin.error} />}
		</div>
	)
}
