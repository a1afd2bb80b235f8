/** The relay tokens of a project: a list, creating, revoking. */
import { CreatedRelayToken, RelayTokenList } from '@fairlead/protocol/computers/relay-tokens'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/feedback.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'
import { TokenSection } from '../token-section.tsx'

export function RelayTokens(props: { projectId: string }) {
	const path = `/api/projects/${props.projectId}/relay-tokens`
	return (
		<TokenSection
			id="relay-tokens"
			title="Relay tokens"
			hint="A relay connects the folders and editors of a computer to this project. Each computer should have a token of its own, so that you can revoke one of them."
			path={path}
			queryKey={['relay-tokens', props.projectId]}
			schema={RelayTokenList}
			ofComputers
			empty={
				<Empty icon={<KeyRound />} title="No relay tokens">
					No computer can connect to this project yet. Create a token for the first one.
				</Empty>
			}
			detail={(token) => (
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
			)}
			consequence="Its relay is disconnected at once and cannot come back with this token. Runs that need that computer wait until it is linked with another one."
			form={(onCreated) => <Create path={path} onCreated={onCreated} />}
		/>
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
