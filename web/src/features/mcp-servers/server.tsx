/** One MCP server: its state, what to do about it, and its tools with their risk. */
import {
	BegunMcpSignIn,
	type McpServer,
	McpServer as McpServerSchema,
	type UpdateMcpServer,
} from '@fairlead/protocol/projects/mcp-servers'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Row } from '../../ui/section.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import { Tools } from './tools.tsx'
import { STATES } from './words.ts'

export function Server(props: { path: string; server: McpServer; onChanged: () => void }) {
	const { path, server, onChanged } = props
	const { id, name, state } = server
	const [removing, setRemoving] = useState(false)
	const change = useMutation({
		mutationFn: (body: UpdateMcpServer) => api(McpServerSchema, path, { method: 'PATCH', body }),
		onSettled: onChanged,
	})
	const read = useMutation({
		mutationFn: () => api(McpServerSchema, `${path}/read`, { method: 'POST' }),
		onSettled: onChanged,
	})
	const signIn = useMutation({
		mutationFn: () => api(BegunMcpSignIn, `${path}/sign-in`, { method: 'POST' }),
		onSuccess: ({ url }) => {
			if (url === null) onChanged()
			else window.location.assign(url)
		},
	})
	const remove = useMutation({
		mutationFn: () => apiDone(path, { method: 'DELETE' }),
		onSuccess: onChanged,
	})
	const error = change.error ?? read.error ?? signIn.error
	return (
		<section aria-label={name} className="pb-2">
			<Row
				title={<span id={`${id}-name`}>{name}</span>}
				detail={<Detail server={server} />}
				action={
					<Switch
						labelledBy={`${id}-name`}
						describedBy={`${id}-state`}
						on={server.enabled}
						disabled={change.isPending}
						onChange={(enabled) => change.mutate({ enabled })}
					/>
				}
			/>
			<div className="flex flex-wrap gap-2 px-4 pb-2">
				{(state === 'sign_in' || server.signedIn) && (
					<Button
						look={state === 'sign_in' ? 'primary' : 'quiet'}
						disabled={signIn.isPending}
						onClick={() => signIn.mutate()}
					>
						{server.signedIn && state !== 'sign_in' ? 'Sign in as someone else' : 'Sign in'}
					</Button>
				)}
				<Button look="quiet" disabled={read.isPending} onClick={() => read.mutate()}>
					{read.isPending ? 'Reading…' : 'Refresh tools'}
				</Button>
				<Button look="quiet" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
					Remove
				</Button>
			</div>
			{error && <ErrorNote error={error} className="mx-4 mb-2" />}
			<Tools server={server} pending={change.isPending} onChange={(body) => change.mutate(body)} />
			{removing && (
				<Confirm
					title={`Remove ${name}?`}
					description="Its secrets are deleted, and the agent’s next call of one of its tools fails. Its tools are no longer always allowed."
					confirm="Remove server"
					keep="Keep server"
					pending={remove.isPending}
					error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
					onConfirm={() => remove.mutate()}
					onClose={() => setRemoving(false)}
				/>
			)}
		</section>
	)
}

function Detail(props: { server: McpServer }) {
	const { id, url, state, error, headerNames, signedIn, readAt } = props.server
	const failed = state === 'failed' || state === 'sign_in'
	return (
		<>
			<span className="wrap-anywhere">{visible(url)}</span>
			<br />
			<span id={`${id}-state`}>
				<span className={cx(failed && 'text-warn')}>{STATES[state]}</span>
				{signedIn && ' · signed in for the project'}
				{headerNames.length > 0 && ` · sends ${headerNames.join(', ')}`}
				{readAt !== null && (
					<>
						{' · tools read '}
						<RelativeTime at={readAt} />
					</>
				)}
			</span>
			{error && (
				<span className="block text-warn">
					{visible(error.reason)} (<RelativeTime at={error.at} />)
				</span>
			)}
		</>
	)
}
