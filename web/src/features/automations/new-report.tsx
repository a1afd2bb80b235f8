/** The form of a new report. */
import {
	CreatedReport,
	type GitHubReport,
	ReportOutcome,
	type ReportTarget,
} from '@fairlead/protocol/reports'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { membersQuery } from '../../data/api/members.ts'
import { toApiError } from '../../data/api/problem.ts'
import { reportsApi } from '../../data/api/reports.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextField } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { visible } from '../../ui/visible.ts'
import { GITHUB, KINDS, OUTCOMES } from './report-words.ts'

type Kind = ReportTarget['kind']

/** As they are typed; which of them count depends on the kind. */
interface Typed {
	readonly url: string
	readonly slack: string
	readonly repository: string
	readonly token: string
	readonly as: GitHubReport['as']
	readonly sha: string
	readonly issue: string
	readonly title: string
	readonly userId: string
}
const EMPTY: Typed = {
	...{ url: '', slack: '', repository: '', token: '', as: 'issue', sha: 'after' },
	...{ issue: 'pull_request.number', title: 'Fairlead', userId: '' },
}

function githubOf({ as, sha, issue, title }: Typed): GitHubReport {
	switch (as) {
		case 'status':
			return { as, sha, context: title }
		case 'check':
			return { as, sha, name: title }
		case 'comment':
			return { as, issue: /^\d+$/.test(issue.trim()) ? Number(issue) : issue }
		case 'issue':
			return { as, title }
		default:
			return as satisfies never
	}
}

function bodyOf(kind: Kind, typed: Typed): { target: object; secret: string | null } {
	switch (kind) {
		case 'webhook':
			return { target: { kind, url: typed.url.trim() }, secret: null }
		case 'slack':
			return { target: { kind }, secret: typed.slack.trim() || null }
		case 'github': {
			const target = { kind, repository: typed.repository.trim(), make: githubOf(typed) }
			return { target, secret: typed.token.trim() || null }
		}
		case 'mail':
			return { target: { kind, userId: typed.userId }, secret: null }
		default:
			return kind satisfies never
	}
}

export function NewReport(props: {
	projectId: string
	automationId: string
	onCreated: (made: CreatedReport) => void
	onCancel: () => void
}) {
	const { projectId } = props
	const [kind, setKind] = useState<Kind>('webhook')
	const [typed, setTyped] = useState(EMPTY)
	const [outcomes, setOutcomes] = useState<readonly ReportOutcome[]>([
		'completed',
		'failed',
		'refused',
	])
	const members = useQuery({ ...membersQuery(projectId), enabled: kind === 'mail' }).data
	const create = useMutation({
		mutationFn: () => {
			const body = { ...bodyOf(kind, typed), outcomes }
			return api(CreatedReport, reportsApi(projectId, props.automationId), {
				method: 'POST',
				body,
			})
		},
		onSuccess: props.onCreated,
	})
	const issues = create.error ? toApiError(create.error).issues : []
	const issueAt = (name: string) => issues.find(({ path }) => path.endsWith(`/${name}`))?.message
	const set = (change: Partial<Typed>) => {
		create.reset()
		setTyped({ ...typed, ...change })
	}
	const text = (
		label: string,
		name: Exclude<keyof Typed, 'as'>,
		more: { at?: string; hint?: string; placeholder?: string; secret?: true } = {},
	) => (
		<Field label={label} hint={more.hint} issue={issueAt(more.at ?? name)}>
			{(tied) => (
				<TextField
					{...tied}
					type={more.secret ? 'password' : 'text'}
					autoComplete="off"
					value={typed[name]}
					maxLength={2_000}
					placeholder={more.placeholder}
					spellCheck={false}
					autoCapitalize="none"
					onChange={(event) => set({ [name]: event.target.value })}
				/>
			)}
		</Field>
	)
	return (
		<form
			aria-label="New report"
			className="flex flex-col gap-4 border-t border-edge p-4"
			onSubmit={(event) => {
				event.preventDefault()
				create.mutate()
			}}
		>
			<div className="flex flex-col gap-1">
				<div className="flex">
					<Choices
						label="Tell"
						name="report-kind"
						value={kind}
						choices={Object.entries(KINDS).map(([value, { label }]) => ({
							value: value as Kind,
							label,
						}))}
						onChoose={(next) => {
							create.reset()
							setKind(next)
						}}
					/>
				</div>
				<p className="text-cap text-muted">{KINDS[kind].hint}</p>
			</div>
			{kind === 'webhook' &&
				text('Address', 'url', { placeholder: 'https://builds.example/fairlead' })}
			{kind === 'slack' &&
				text('Address of the incoming webhook', 'slack', {
					at: 'secret',
					secret: true,
					hint: 'It is kept like a password: everybody who has it can write to the channel.',
					placeholder: 'https://hooks.slack.com/services/…',
				})}
			{kind === 'github' && (
				<div className="grid gap-4 md:grid-cols-2">
					{text('Repository', 'repository', { placeholder: 'studio/my-game' })}
					{text('Token', 'token', {
						at: 'secret',
						secret: true,
						hint: 'It must be allowed to write to the repository.',
					})}
					<Field label="Make" issue={issueAt('as')}>
						{(tied) => (
							<Select
								{...tied}
								value={typed.as}
								onChange={(event) => set({ as: event.target.value as GitHubReport['as'] })}
							>
								{Object.entries(GITHUB).map(([value, label]) => (
									<option key={value} value={value}>
										{label}
									</option>
								))}
							</Select>
						)}
					</Field>
					{(typed.as === 'status' || typed.as === 'check') &&
						text('Commit', 'sha', { hint: 'Path of its hash in the payload, such as after.' })}
					{typed.as === 'comment' &&
						text('Issue or pull request', 'issue', {
							hint: 'Its number, or the path of its number in the payload.',
						})}
					{typed.as !== 'comment' &&
						text(typed.as === 'issue' ? 'Title' : 'Name of the check', 'title', {
							at: typed.as === 'issue' ? 'title' : typed.as === 'status' ? 'context' : 'name',
						})}
				</div>
			)}
			{kind === 'mail' && (
				<Field
					label="Member"
					hint="As long as they are a member of the project."
					issue={issueAt('userId') ?? issueAt('kind')}
				>
					{(tied) => (
						<Select
							{...tied}
							value={typed.userId}
							onChange={(event) => set({ userId: event.target.value })}
						>
							<option value="">Choose a member</option>
							{members?.map(({ userId, name }) => (
								<option key={userId} value={userId}>
									{visible(name)}
								</option>
							))}
						</Select>
					)}
				</Field>
			)}
			<fieldset className="flex flex-col">
				<legend className="mb-1 text-line font-medium">When</legend>
				{ReportOutcome.options.map((outcome) => (
					<label
						key={outcome}
						className="flex min-h-8 items-start gap-2.5 py-1 max-md:min-h-11 max-md:py-2"
					>
						<input
							type="checkbox"
							className="mt-[3px] size-4 shrink-0 accent-accent"
							checked={outcomes.includes(outcome)}
							onChange={(event) =>
								setOutcomes(
									ReportOutcome.options.filter((one) =>
										one === outcome ? event.target.checked : outcomes.includes(one),
									),
								)
							}
						/>
						{OUTCOMES[outcome]}
					</label>
				))}
			</fieldset>
			{create.error && !issues.some(isShown) && <ErrorNote error={create.error} />}
			<div className="flex justify-end gap-2">
				<Button look="quiet" onClick={props.onCancel}>
					Cancel
				</Button>
				<Button
					type="submit"
					disabled={
						create.isPending || outcomes.length === 0 || (kind === 'mail' && typed.userId === '')
					}
				>
					Add report
				</Button>
			</div>
		</form>
	)
}

/** The fields that a complaint can stand at. */
const SHOWN = ['url', 'secret', 'repository', 'as', 'sha', 'issue', 'title', 'context', 'name']
const isShown = ({ path }: { path: string }): boolean =>
	[...SHOWN, 'userId', 'kind'].includes(path.split('/').at(-1) ?? '')
