/** The person's name, and the ways in which they sign in. */
import { Account as AccountSchema, type WayIn } from '@fairlead/protocol/people/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { accountQuery } from '../../../data/api/account.ts'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { meQuery } from '../../../data/api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'

/** Beside the page, not before it. */
const LinkProviders = lazyPart(() => import('./link-providers.tsx'), {
	what: 'The choice of more ways to sign in',
	className: 'm-3',
})
const RemoveSignInMethod = lazyPart(() => import('./remove-sign-in-method.tsx'))

export function Account() {
	const account = useQuery(accountQuery)
	return (
		<Section id="account" title="Account">
			{account.isPending && <Skeleton rows={3} className="p-4" />}
			{account.error && !account.data && (
				<ErrorNote error={account.error} onRetry={() => void account.refetch()} className="m-3" />
			)}
			{account.data && (
				<>
					<Name name={account.data.name} />
					<div className="border-t border-edge">
						{account.data.signInMethods.length === 0 ? (
							<Row
								title="Nothing signs you in yet"
								detail="When this session ends, you cannot come back. Add a passkey below."
							/>
						) : (
							<Rows label="Ways to sign in">
								{account.data.signInMethods.map((way) => (
									<li key={JSON.stringify(way)}>
										<Row {...wordsOf(way)} action={<Removal way={way} />} />
									</li>
								))}
							</Rows>
						)}
					</div>
					<LinkProviders account={account.data} />
				</>
			)}
		</Section>
	)
}

function Removal(props: { way: WayIn }) {
	const { way } = props
	if (way.kind !== 'identity' && way.kind !== 'mail') return null
	return <RemoveSignInMethod way={way} name={wordsOf(way).title} />
}

const PROVIDERS: Readonly<Record<string, string>> = { github: 'GitHub', google: 'Google' }

function wordsOf(way: WayIn): { title: string; detail: string } {
	switch (way.kind) {
		case 'setup_token':
			return {
				title: 'Sign-in link',
				detail: 'The start command prints it. It always signs in the owner of this server.',
			}
		case 'passkeys':
			return {
				title: 'Passkeys',
				detail: way.count === 1 ? 'One passkey' : `${way.count} passkeys`,
			}
		case 'identity':
			return { title: PROVIDERS[way.provider] ?? way.provider, detail: way.label }
		case 'mail':
			return { title: 'Mail', detail: way.email }
		default:
			return way satisfies never
	}
}

function Name(props: { name: string }) {
	const id = useId()
	const client = useQueryClient()
	const [name, setName] = useState(props.name)
	const save = useMutation({
		mutationFn: () => api(AccountSchema, '/api/account', { method: 'PATCH', body: { name } }),
		onSuccess: (saved) => {
			setName(saved.name)
			client.setQueryData(accountQuery.queryKey, saved)
			void client.invalidateQueries({ queryKey: meQuery.queryKey })
		},
	})
	const unchanged = name.trim() === props.name
	return (
		<form
			className="p-4"
			onSubmit={(event) => {
				event.preventDefault()
				if (!unchanged && name.trim() !== '') save.mutate()
			}}
		>
			<label htmlFor={id} className="text-line font-medium">
				Name
			</label>
			<div className="mt-1 flex gap-2">
				<TextField
					id={id}
					value={name}
					maxLength={100}
					autoComplete="name"
					aria-describedby={`${id}-hint`}
					onChange={(event) => setName(event.target.value)}
				/>
				<Button type="submit" disabled={save.isPending || unchanged || name.trim() === ''}>
					Save name
				</Button>
			</div>
			<p id={`${id}-hint`} className="mt-1 text-cap text-muted">
				Members of your projects see it. Messages sent before keep the old one.
			</p>
			<p role="status" className="text-cap text-muted">
				{save.isSuccess && unchanged ? 'Saved' : ''}
			</p>
			{save.error && <ErrorNote error={save.error} className="mt-2" />}
		</form>
	)
}
