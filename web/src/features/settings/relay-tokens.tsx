/** The relay tokens of a project: a list, creating, revoking. */
import { CreatedRelayToken, type RelayToken, RelayTokenList } from '@fairlead/protocol/http'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Row, Rows, Section } from './section.tsx'
import { ShownOnce } from './shown-once.tsx'

export function RelayTokens(props: { projectId: string }) {
	const path = `/api/projects/${props.projectId}/relay-tokens`
	const queryKey = ['relay-tokens', props.projectId]
	const client = useQueryClient()
	const tokens = useQuery({
		queryKey,
		queryFn: ({ signal }) => api(RelayTokenList, path, { signal }),
	})
	const [revoking, setRevoking] = useState<RelayToken | null>(null)
	const read = () => client.invalidateQueries({ queryKey })
	const revoke = useMutation({
		mutationFn: (id: string) => apiDone(`${path}/${id}`, { method: 'DELETE' }),
		onSuccess: () => setRevoking(null),
		onSettled: read,
	})
	const list = tokens.data?.tokens
	return (
		<Section
			id="relay-tokens"
			title="Relay tokens"
			hint="A relay connects a computer with Unity to this project. Each computer should have a token of its own, so that you can revoke one of them."
		>
			{tokens.isPending && <Skeleton rows={2} className="p-4" />}
			{tokens.error && !list && (
				<ErrorNote error={tokens.error} onRetry={() => void tokens.refetch()} className="m-3" />
			)}
			{list?.length === 0 && (
				<Empty icon={<KeyRound />} title="No relay tokens">
					No computer can connect to this project yet. Create a token for the first one.
				</Empty>
			)}
			{list && list.length > 0 && (
				<Rows label="Relay tokens">
					{list.map((token) => (
						<li key={token.id}>
							<Row
								title={token.label}
								detail={
									<>
										Created <RelativeTime at={token.createdAt} /> ·{' '}
										{token.lastUsedAt === null ? (
											'never used'
										) : (
											<>
												last used <RelativeTime at={token.lastUsedAt} />
											</>
										)}
									</>
								}
								action={
									<Button aria-label={`Revoke ${token.label}`} onClick={() => setRevoking(token)}>
										Revoke
									</Button>
								}
							/>
						</li>
					))}
				</Rows>
			)}
			{list && <Create path={path} onCreated={() => void read()} />}
			{revoking && (
				<Confirm
					title={`Revoke “${revoking.label}”?`}
					description="Its relay is disconnected at once and cannot come back with this token. Runs that need that computer wait until it is linked with another one."
					confirm="Revoke token"
					keep="Keep token"
					pending={revoke.isPending}
					error={revoke.error && <ErrorNote error={revoke.error} className="mt-3" />}
					onConfirm={() => revoke.mutate(revoking.id)}
					onClose={() => setRevoking(null)}
				/>
			)}
		</Section>
	)
}

function Create(props: { path: string; onCreated: () => void }) {
	const id = useId()
	const [label, setLabel] = useState('')
	const create = useMutation({
		mutationFn: () =>
			api(CreatedRelayToken, props.path, { method: 'POST', body: { label: label.trim() } }),
		onSuccess: () => {
			setLabel('')
			props.onCreated()
		},
	})
	const made = create.data
	return (
		<div className="border-t border-edge p-4">
			{made && (
				<ShownOnce
					title={`The token of “${made.label}” is shown only once`}
					secret={made.token}
					copyLabel="Copy the token"
				>
					Link a folder with it: <code className="font-mono">npm run fairlead -- link</code>.
				</ShownOnce>
			)}
			<form
				onSubmit={(event) => {
					event.preventDefault()
					if (label.trim() !== '') create.mutate()
				}}
			>
				<label htmlFor={id} className="text-line font-medium">
					New token for the computer
				</label>
				<div className="mt-1.5 flex gap-2">
					<TextField
						id={id}
						value={label}
						maxLength={100}
						placeholder="Studio desktop"
						onChange={(event) => setLabel(event.target.value)}
					/>
					<Button type="submit" disabled={create.isPending || label.trim() === ''}>
						Create token
					</Button>
				</div>
				{create.error && <ErrorNote error={create.error} className="mt-3" />}
			</form>
		</div>
	)
}
