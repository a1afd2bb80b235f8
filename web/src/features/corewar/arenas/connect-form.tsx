/** The form for a player in another arena. The server asks the arena whose key it is before it stores it. */
import { type LiveArena, MODELWAR_URL } from '@fairlead/protocol/arena/live-arena'
import { useMutation } from '@tanstack/react-query'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { toApiError } from '../../../data/api/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { useKept } from '../use-kept.ts'
import { connectArena } from './live-arena-api.ts'

export function ConnectForm(props: {
	readonly onConnected: (to: LiveArena) => Promise<void>
	readonly onClose: () => void
}) {
	const [url, setUrl] = useKept<string>('arena-url', MODELWAR_URL)
	const [key, setKey] = useKept('arena-key', '')
	const put = useMutation({
		mutationFn: () => connectArena(url.trim(), key.trim()),
		onSuccess: async (to) => {
			setKey('')
			await props.onConnected(to)
		},
	})
	const issues = put.error ? toApiError(put.error).issues : []
	const issueAt = (path: string) => issues.find((one) => one.path === path)?.message
	const ready = url.trim() !== '' && key.trim() !== ''
	return (
		<form
			aria-label="Connect another arena"
			className="mt-2.5 flex flex-col gap-3 border-t border-edge pt-3"
			onSubmit={(event) => {
				event.preventDefault()
				if (ready && !put.isPending) put.mutate()
			}}
		>
			<Field
				label="Address"
				hint="ModelWar’s, or that of another Fairlead server: https://…/arena"
				issue={issueAt('/url')}
			>
				{(tied) => (
					<TextField
						{...tied}
						value={url}
						inputMode="url"
						autoCapitalize="none"
						spellCheck={false}
						maxLength={500}
						readOnly={put.isPending}
						onChange={(event) => setUrl(event.target.value)}
					/>
				)}
			</Field>
			<Field
				label="API key of your player there"
				hint="The arena is asked whose it is. It is stored encrypted, and never shown again."
				issue={issueAt('/key')}
			>
				{(tied) => (
					<TextField
						{...tied}
						type="password"
						autoComplete="off"
						spellCheck={false}
						value={key}
						maxLength={600}
						readOnly={put.isPending}
						onChange={(event) => setKey(event.target.value)}
					/>
				)}
			</Field>
			{put.error && issues.length === 0 && <ErrorNote error={put.error} />}
			<div className="flex flex-wrap items-center justify-end gap-2">
				<span role="status" className="mr-auto text-line text-muted">
					{put.isPending && 'Asking the arena…'}
				</span>
				<Button
					look="quiet"
					onClick={() => {
						setUrl(MODELWAR_URL)
						setKey('')
						props.onClose()
					}}
				>
					Cancel
				</Button>
				<Button type="submit" disabled={!ready || put.isPending}>
					Connect
				</Button>
			</div>
		</form>
	)
}
