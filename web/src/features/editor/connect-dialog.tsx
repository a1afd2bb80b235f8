import { CreatedRelayToken } from '@fairlead/protocol/http'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { useRoom } from '../../data/room/room-context.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form.tsx'

/** Quoted: folders of Unity projects often have spaces in their names. */
const FOLDER = '"<folder of your Unity project>"'

function Command(props: { text: string; label: string }) {
	return (
		<div className="mt-2 flex items-start rounded-md border border-edge bg-bg">
			<code className="min-w-0 flex-1 px-3 py-2 font-mono text-cap leading-5 wrap-anywhere">
				{/* Breaks between words only: `--project` in two pieces reads like a mistake. */}
				{props.text.split(' ').map((word) => (
					<span key={word}>
						<span className="inline-block max-w-full">{word}</span>{' '}
					</span>
				))}
			</code>
			<CopyButton label={props.label} text={() => props.text} className="m-0.5" />
		</div>
	)
}

function Numbered(props: { n: number; title: string; children: React.ReactNode }) {
	return (
		<li className="flex gap-3">
			<span
				aria-hidden
				className="tabular flex size-5 shrink-0 items-center justify-center rounded-full bg-press text-cap font-medium"
			>
				{props.n}
			</span>
			<div className="min-w-0 flex-1">
				<p className="font-medium leading-5">{props.title}</p>
				<div className="mt-0.5 text-line text-muted">{props.children}</div>
			</div>
		</li>
	)
}

/** Makes a relay token and says what to run where Unity is. */
export function ConnectDialog(props: { projectId: string; onClose: () => void }) {
	const [label, setLabel] = useState('My computer')
	const room = useRoom()
	const create = useMutation({
		mutationFn: () =>
			api(CreatedRelayToken, `/api/projects/${props.projectId}/relay-tokens`, {
				method: 'POST',
				body: { label: label.trim() },
			}),
	})
	const token = create.data?.token
	const relays = room.state?.relays ?? []
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title="Connect Unity"
			description="The relay, a small program that runs next to Unity, connects out to this server. It opens no public port."
		>
			{token === undefined ? (
				<form
					className="mt-5"
					onSubmit={(event) => {
						event.preventDefault()
						if (label.trim() !== '') create.mutate()
					}}
				>
					<label htmlFor="relay-label" className="text-line font-medium">
						Which computer is this?
					</label>
					<div className="mt-1.5 flex gap-2">
						<TextField
							id="relay-label"
							value={label}
							maxLength={100}
							onChange={(event) => setLabel(event.target.value)}
						/>
						<Button type="submit" look="primary" disabled={create.isPending || label.trim() === ''}>
							Create token
						</Button>
					</div>
					{create.error && <ErrorNote error={create.error} className="mt-3" />}
				</form>
			) : (
				<>
					<Note
						level="info"
						title="The package has not been run in Unity itself yet."
						className="mt-5"
					>
						It is tested against a fake engine. If something does not work, its README says where to
						look.
					</Note>
					<ol className="mt-5 flex flex-col gap-5">
						<Numbered n={1} title="In Unity, once">
							Window → Package Manager → + → Install package from disk: <em>package.json</em> in the
							folder <em>unity-package</em> of a clone of the Fairlead repository.
						</Numbered>
						<Numbered n={2} title="In that clone, once">
							<Command
								label="Copy command"
								text={`npm run fairlead -- link ${FOLDER} --url ${location.origin}/p/${props.projectId}`}
							/>
							<p className="mt-2">It asks for this token:</p>
							<Command label="Copy token" text={token} />
						</Numbered>
						<Numbered n={3} title="Whenever you work in Unity">
							<Command label="Copy command" text="npm run fairlead -- up" />
						</Numbered>
						<Numbered n={4} title="Open the project in Unity">
							This page shows it as soon as it connects.
						</Numbered>
					</ol>
					<Note level="warning" title="The token is shown only once." className="mt-5">
						The server stores only its hash. If you lose it, create another.
					</Note>
				</>
			)}
			{relays.length > 0 && (
				<p className="mt-4 text-line text-muted">
					Connected: {relays.map((relay) => `${relay.hostName} (${relay.platform})`).join(', ')}
				</p>
			)}
		</Dialog>
	)
}
