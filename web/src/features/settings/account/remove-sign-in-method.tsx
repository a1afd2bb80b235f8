/** Removes a linked account or the mail address from the ways to sign in. The server refuses to remove the last one. */
import type { WayIn } from '@fairlead/protocol/people/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../../data/api/account.ts'
import { apiDone } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'

type Removable = Extract<WayIn, { kind: 'identity' | 'mail' }>

const pathOf = (way: Removable): string =>
	way.kind === 'mail'
		? '/api/account/mail'
		: `/api/account/identities/${way.provider}?label=${encodeURIComponent(way.label)}`

export default function RemoveSignInMethod(props: { way: Removable; name: string }) {
	const { way, name } = props
	const client = useQueryClient()
	const [asked, setAsked] = useState(false)
	const remove = useMutation({
		mutationFn: () => apiDone(pathOf(way), { method: 'DELETE' }),
		onSuccess: () => setAsked(false),
		onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
	})
	return (
		<>
			<Button aria-label={`Remove ${name}`} onClick={() => setAsked(true)}>
				Remove
			</Button>
			{asked && (
				<Confirm
					title={`Remove ${name} from your account?`}
					description={
						way.kind === 'mail'
							? 'No more links that sign you in are sent to this address. Browsers that are signed in stay so.'
							: `${name} no longer signs you in here. Browsers that are signed in stay so. Your account at ${name} is not changed.`
					}
					confirm={`Remove ${name}`}
					keep="Keep it"
					pending={remove.isPending}
					error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
					onConfirm={() => remove.mutate()}
					onClose={() => setAsked(false)}
				/>
			)}
		</>
	)
}
