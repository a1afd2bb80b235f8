/** Accounts at other services that can be added as a way in. */
import type { Account } from '@fairlead/protocol/people/account'
import { BegunOAuth, type OAuthProvider } from '@fairlead/protocol/people/sign-in'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { signInOptionsQuery } from '../../../data/api/sign-in.ts'
import { Button } from '../../../ui/button.tsx'

export default function LinkProviders(props: { account: Account }) {
	const { role, signInMethods } = props.account
	const options = useQuery(signInOptionsQuery)
	const begin = useMutation({
		mutationFn: (id: OAuthProvider) => {
			const body = { to: '/settings' }
			return api(BegunOAuth, `/api/account/identities/${id}`, { method: 'POST', body })
		},
		onSuccess: ({ url }) => location.assign(url),
	})
	const held = new Set(signInMethods.map((way) => (way.kind === 'identity' ? way.provider : '')))
	const others = options.data?.providers.filter(({ id }) => !held.has(id)) ?? []
	// Someone on trial signs in with them instead.
	if (role === 'trial' || others.length === 0) return null
	return (
		<div className="flex flex-wrap gap-2 border-t border-edge p-4">
			{others.map(({ id, name }) => (
				<Button
					key={id}
					disabled={begin.isPending || begin.isSuccess}
					onClick={() => begin.mutate(id)}
				>
					Add {name}
				</Button>
			))}
			{begin.error && <ErrorNote error={begin.error} className="w-full" />}
		</div>
	)
}
