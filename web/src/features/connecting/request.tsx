/** The request of an MCP client, and the person's answer. */
import { MCP_SCOPES, type McpScope } from '@fairlead/protocol/people/api-tokens'
import { ConnectionAnswered, type ConnectionQuestion } from '@fairlead/protocol/people/connections'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback.tsx'

const MEANS: Readonly<Record<McpScope, { readonly may: string; readonly how: string }>> = {
	'editor:read': {
		may: 'Look at the project',
		how: 'The scene, the console, pictures and the files of the Unity project.',
	},
	'editor:call': {
		may: 'Change the project',
		how: 'Each change appears in a conversation and can be reverted. It asks you first, unless you set that conversation to Auto. This includes the tools that the project brings, which can do anything.',
	},
	'runs:start': {
		may: 'Start the agent',
		how: 'The client can give the agent tasks in Ask or Read only, and stop or revert what it started. You pay for them. Ask and Read only apply to these tasks, not to the client’s own calls.',
	},
	'runs:approve': {
		may: 'Answer approvals for you',
		how: 'The client asks you in its own window as well. A client that runs unattended could approve by itself.',
	},
}

export function ConnectRequest(props: { question: ConnectionQuestion; search: string }) {
	const { clientName, clientHost, clientDocument, returnsTo, project } = props.question
	const asked = props.question.scopes
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
						{clientHost === null ? 'no one: the client chose its own name' : visible(clientHost)}
					</Fact>
					{clientDocument !== null && <Fact name="Described at">{visible(clientDocument)}</Fact>}
					<Fact name="Returns to">{destination(returnsTo)}</Fact>
					<Fact name="Project">{visible(project.name)}</Fact>
				</dl>
			</section>
			{returnsTo.kind !== 'site' && (
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

function destination(to: ConnectionQuestion['returnsTo']): string {
	switch (to.kind) {
		case 'site':
			return visible(to.host)
		case 'app':
			return `an app on this device that opens “${visible(to.scheme)}” links`
		case 'computer':
			return 'a program on this computer'
		default:
			return to satisfies never
	}
}

function Fact(props: { name: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-muted">{props.name}</dt>
			<dd className="wrap-anywhere">{props.children}</dd>
		</>
	)
}
