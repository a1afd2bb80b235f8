/** A person's keys at model providers: which there are, adding, replacing, removing. */
import { KeyList, type ProviderKeys } from '@fairlead/protocol/keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Note, Skeleton } from '../../ui/feedback.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { KeyForm } from './key-form.tsx'

const QUERY = ['model-keys']

export default function ModelKeys() {
	const client = useQueryClient()
	const keys = useQuery({
		queryKey: QUERY,
		queryFn: ({ signal }) => api(KeyList, '/api/keys', { signal }),
	})
	const [open, setOpen] = useState<string | null>(null)
	const [removing, setRemoving] = useState<ProviderKeys | null>(null)
	const changed = () =>
		Promise.all([QUERY, ['models']].map((queryKey) => client.invalidateQueries({ queryKey })))
	const remove = useMutation({
		mutationFn: (provider: string) => apiDone(`/api/keys/${provider}`, { method: 'DELETE' }),
		onSuccess: () => setRemoving(null),
		onSettled: changed,
	})
	const canStore = keys.data?.canStore ?? false
	return (
		<Section
			id="models-and-keys"
			title="Models and keys"
			hint="With a key of your own, your runs use the provider’s models, and you pay the provider for them. Keys are stored encrypted and never shown again."
		>
			{keys.isPending && <Skeleton rows={5} className="p-4" />}
			{keys.error && !keys.data && (
				<ErrorNote error={keys.error} onRetry={() => void keys.refetch()} className="m-3" />
			)}
			{keys.data && !canStore && (
				<Note level="warning" title="This server cannot store keys." className="m-3">
					The operator can set the secret SECRETS_KEY, under which keys are encrypted.
				</Note>
			)}
			{keys.data && (
				<Rows label="Model providers">
					{keys.data.providers.map((one) => (
						<li key={one.provider}>
							<Row
								title={one.title}
								detail={<Standing of={one} />}
								action={
									<div className="flex gap-2">
										{canStore && open !== one.provider && (
											<Button
												aria-label={`${one.key ? 'Replace' : 'Add'} key for ${one.title}`}
												onClick={() => setOpen(one.provider)}
											>
												{one.key ? 'Replace' : 'Add key'}
											</Button>
										)}
										{one.key && (
											<Button
												aria-label={`Remove key for ${one.title}`}
												onClick={() => setRemoving(one)}
											>
												Remove
											</Button>
										)}
									</div>
								}
							/>
							{open === one.provider && (
								<KeyForm provider={one} onStored={changed} onClose={() => setOpen(null)} />
							)}
						</li>
					))}
				</Rows>
			)}
			{removing && (
				<Confirm
					title={`Remove the key for ${removing.title}?`}
					description={`It is deleted here. ${afterwards(removing)} The key itself stays valid until you revoke it at ${removing.title}.`}
					confirm="Remove key"
					keep="Keep key"
					pending={remove.isPending}
					error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
					onConfirm={() => remove.mutate(removing.provider)}
					onClose={() => setRemoving(null)}
				/>
			)}
		</Section>
	)
}

const afterwards = ({ server }: ProviderKeys): string =>
	server
		? 'Your runs continue with the server’s key.'
		: 'Your runs with its models end at their next step.'

/** Whose key pays. */
function Standing(props: { of: ProviderKeys }): ReactNode {
	const { key, server } = props.of
	if (!key) return server ? 'Paid by this server’s key' : 'No key'
	return (
		<>
			Your key <span className="font-mono">…{key.lastFour}</span>, checked and stored{' '}
			<RelativeTime at={key.addedAt} />
		</>
	)
}
