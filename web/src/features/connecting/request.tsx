/** What an MCP client asks for, and the person's answer. */
import { MCP_SCOPES, type McpScope } from '@fairlead/protocol/api-tokens'
import { ConnectionAnswered, type ConnectionQuestion } from '@fairlead/protocol/connections'
import { useMutation } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback.tsx'
import { visible } from '../../ui/visible.ts'

const MEANS: Readonly<Record<McpScope, { readonly may: string; readonly how: string }>> = {
	'editor:read': {
		may: 'Look at the project',
		how: 'The scene, the console, pictures and the files of the Unity project.',
	},
	'editor:call': {
		may: 'Change the project',
		how: 'Each change appears in a conversation and can be reverted. It asks you first, unless you set that conversation to Auto.',
	},
	'runs:start': {
		may: 'Start the agent',
		how: 'The client can give the agent tasks, and stop or revert what it started. You pay for them.',
	},
	'runs:approve': {
		may: 'Answer approvals for you',
		how: 'The client asks you in its own window as well. A client that runs unattended could approve by itself.',
	},
}

export function ConnectRequest(props: { question: ConnectionQuestion; search: string }) {
	const { clientName, clientHost, redirectHost, project, scopes: asked } = props.question
	const [given, give] = useState<readonly McpScope[]>(asked)
	const answer = useMutation({
		mutationFn: (scopes: readonly McpScope[]) => {
			const request = Object.fromEntries(new URLSearchParams(props.search))
			return api(ConnectionAnswered, '/api/connections', {
				method: 'POST',
				body: { request, scopes },
			})
		},
		onSuccess: ({ redirect }) => window.location.assign(redirect),
	})
	const busy = answer.isPending || answer.isSuccess
	return (
		<>
			<p className="mt-1 text-line text-muted text-pretty">
				Connect it only if you have just started this in the client yourself.
			</p>
			<section
				aria-label="The client"
				className="mt-5 overflow-hidden rounded-lg border border-edge bg-surface"
			>
				<div className="flex items-center gap-3 border-b border-edge px-4 py-3">
					<PlugZap aria-hidden className="size-5 shrink-0 text-muted" />
					<p className="min-w-0 flex-1 font-medium wrap-anywhere">{visible(clientName)}</p>
				</div>
				<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 px-4 py-3 text-line">
					<Fact name="Verified by">
						{clientHost === null ? 'nobody; the client chose its own name' : visible(clientHost)}
					</Fact>
					<Fact name="Returns to">
						{redirectHost === null ? 'a program on this computer' : visible(redirectHost)}
					</Fact>
					<Fact name="Project">{visible(project.name)}</Fact>
				</dl>
			</section>
			{redirectHost === null && (
				<Note
					level="info"
					title="Any program on this computer can send this request"
					className="mt-4"
				>
					It could use the name of another program. Deny it if you did not start it.
				</Note>
			)}
			<fieldset className="mt-6">
				<legend className="font-medium">The client may do this in the project, as you</legend>
				<ul className="mt-2 space-y-3">
					{MCP_SCOPES.filter((scope) => asked.includes(scope)).map((scope) => (
						<li key={scope}>
							<label className="flex gap-3 max-md:min-h-11">
								<input
									type="checkbox"
									className="mt-1 size-4 shrink-0 accent-accent"
									checked={given.includes(scope)}
									// Nothing works without looking.
									disabled={busy || scope === 'editor:read'}
									onChange={({ target }) =>
										give(target.checked ? [...given, scope] : given.filter((one) => one !== scope))
									}
								/>
								<span>
									<span className="font-medium">{MEANS[scope].may}</span>
									<span className="block text-line text-muted text-pretty">{MEANS[scope].how}</span>
								</span>
							</label>
						</li>
					))}
				</ul>
			</fieldset>
			<p className="mt-4 text-line text-muted text-pretty">
				It gets no access to other projects, members or settings. You can disconnect it in your
				settings at any time.
			</p>
			{answer.error && <ErrorNote error={answer.error} className="mt-4" />}
			<div className="mt-6 flex gap-2 max-md:flex-col">
				<Button look="primary" disabled={busy} onClick={() => answer.mutate(given)}>
					Connect
				</Button>
				<Button look="danger" disabled={busy} onClick={() => answer.mutate([])}>
					Deny
				</Button>
			</div>
		</>
	)
}

function Fact(props: { name: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-muted">{props.name}</dt>
			<dd className="wrap-anywhere">{props.children}</dd>
		</>
	)
}
