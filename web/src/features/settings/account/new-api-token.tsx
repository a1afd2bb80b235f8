/** The form for a new API token, and the token, once. */
import {
	CreatedApiToken,
	TOKEN_SCOPES,
	type TokenScope,
} from '@fairlead/protocol/people/api-tokens'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'

const MEANS: Readonly<Record<TokenScope, string>> = {
	'projects:read': 'See projects, members and editors',
	'projects:write': 'Create, change and delete projects; choose the target editor',
	'editor:read': 'Use projects by MCP: look at the editor and its files',
	'editor:call': 'By MCP: change the project, as far as its conversation’s mode allows',
	'conversations:read': 'Read conversations and follow runs',
	'conversations:write': 'Create, change and delete conversations',
	'runs:start': 'Send messages; stop and revert runs',
	'runs:approve': 'Answer the agent’s questions',
	'usage:read': 'Read usage and cost',
}

/** In days; empty: the token does not expire. */
const LIVES = [
	{ days: '7', label: '7 days' },
	{ days: '30', label: '30 days' },
	{ days: '90', label: '90 days' },
	{ days: '366', label: '1 year' },
	{ days: '', label: 'No expiry' },
]
const DEFAULT_LIFE = '90'

export function NewApiToken(props: { path: string; onCreated: () => void }) {
	const id = useId()
	const [label, setLabel] = useState('')
	const [scopes, setScopes] = useState<readonly TokenScope[]>([])
	const [life, setLife] = useState(DEFAULT_LIFE)
	const create = useMutation({
		mutationFn: () => {
			const expiresInDays = life === '' ? null : Number(life)
			const body = { label: label.trim(), scopes, expiresInDays }
			return api(CreatedApiToken, props.path, { method: 'POST', body })
		},
		onSuccess: () => {
			setLabel('')
			setScopes([])
			props.onCreated()
		},
	})
	const made = create.data
	const ready = label.trim() !== '' && scopes.length > 0
	const choose = (scope: TokenScope, on: boolean) =>
		setScopes(TOKEN_SCOPES.filter((one) => (one === scope ? on : scopes.includes(one))))
	return (
		<div className="border-t border-edge p-4">
			{made && (
				<ShownOnce
					title={`The token “${made.label}” is shown only once`}
					secret={made.token}
					copyLabel="Copy the token"
				>
					Send it as <code className="font-mono">Authorization: Bearer flt_…</code>.
				</ShownOnce>
			)}
			<form
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault()
					if (ready) create.mutate()
				}}
			>
				<div className="grid gap-4 md:grid-cols-[1fr_10rem]">
					<div className="flex flex-col gap-1.5">
						<label htmlFor={`${id}-label`} className="text-line font-medium">
							New token for
						</label>
						<TextField
							id={`${id}-label`}
							value={label}
							maxLength={100}
							placeholder="Nightly build"
							onChange={(event) => setLabel(event.target.value)}
						/>
					</div>
					<div className="flex flex-col gap-1.5">
						<label htmlFor={`${id}-life`} className="text-line font-medium">
							Expires after
						</label>
						<Select
							id={`${id}-life`}
							value={life}
							onChange={(event) => setLife(event.target.value)}
						>
							{LIVES.map(({ days, label }) => (
								<option key={days} value={days}>
									{label}
								</option>
							))}
						</Select>
					</div>
				</div>
				<fieldset className="flex flex-col">
					<legend className="mb-1 text-line font-medium">Scopes</legend>
					{TOKEN_SCOPES.map((scope) => (
						<label
							key={scope}
							className="flex min-h-8 items-start gap-2.5 py-1 max-md:min-h-11 max-md:py-2"
						>
							<input
								type="checkbox"
								className="mt-[3px] size-4 shrink-0 accent-accent"
								checked={scopes.includes(scope)}
								onChange={(event) => choose(scope, event.target.checked)}
							/>
							<span className="flex flex-wrap gap-x-2">
								<span>{MEANS[scope]}</span>
								<code className="font-mono text-cap leading-[22px] text-muted">{scope}</code>
							</span>
						</label>
					))}
				</fieldset>
				{create.error && <ErrorNote error={create.error} />}
				<Button type="submit" className="self-end" disabled={create.isPending || !ready}>
					Create token
				</Button>
			</form>
		</div>
	)
}
