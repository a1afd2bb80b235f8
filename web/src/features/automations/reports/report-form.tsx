/** The form of a report: a new one, or one that is changed. */
import {
	CreatedReport,
	type GitHubReport,
	type Report,
	ReportOutcome,
	Report as ReportSchema,
} from '@fairlead/protocol/automations/reports'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { membersQuery } from '../../../data/api/members.ts'
import { toApiError } from '../../../data/api/problem.ts'
import { reportsApi } from '../../../data/api/reports.ts'
import { Button } from '../../../ui/button.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import {
	bodyOf,
	type ReportKind,
	type SavedReport,
	type TypedReport,
	typedFrom,
} from './report-draft.ts'
import { GITHUB, KINDS, OUTCOMES } from './report-words.ts'

const KEPT = 'Empty: the saved one stays.'

export function ReportForm(props: {
	projectId: string
	automationId: string
	/** The one to change; null: a new one. A report keeps its kind. */
	report: Report | null
	onSaved: (saved: SavedReport) => void
	onCancel: () => void
}) {
	const { projectId, report } = props
	const [kind, setKind] = useState<ReportKind>(report?.target.kind ?? 'webhook')
	const [typed, setTyped] = useState(() => typedFrom(report?.target ?? null))
	const [outcomes, setOutcomes] = useState<readonly ReportOutcome[]>(
		report?.outcomes ?? ['completed', 'failed', 'refused'],
	)
	const members = useQuery({ ...membersQuery(projectId), enabled: kind === 'mail' }).data
	const save = useMutation({
		mutationFn: (): Promise<SavedReport> => {
			const body = { ...bodyOf(kind, typed), outcomes }
			const path = reportsApi(projectId, props.automationId)
			return report
				? api(ReportSchema, `${path}/${report.id}`, { method: 'PATCH', body })
				: api(CreatedReport, path, { method: 'POST', body })
		},
		onSuccess: props.onSaved,
	})
	const issues = save.error ? toApiError(save.error).issues : []
	const issueAt = (name: string) => issues.find(({ path }) => path.endsWith(`/${name}`))?.message
	const set = (change: Partial<TypedReport>) => {
		save.reset()
		setTyped({ ...typed, ...change })
	}
	const text = (
		label: string,
		name: Exclude<keyof TypedReport, 'as'>,
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
			aria-label={report ? 'Change report' : 'New report'}
			className="flex flex-col gap-4 border-t border-edge p-4"
			onSubmit={(event) => {
				event.preventDefault()
				save.mutate()
			}}
		>
			{!report && (
				<div className="flex flex-col gap-1">
					<div className="flex">
						<Choices
							label="Tell"
							name="report-kind"
							value={kind}
							choices={Object.entries(KINDS).map(([value, { label }]) => ({
								value: value as ReportKind,
								label,
							}))}
							onChoose={(next) => {
								save.reset()
								setKind(next)
							}}
						/>
					</div>
					<p className="text-cap text-muted">{KINDS[kind].hint}</p>
				</div>
			)}
			{kind === 'webhook' &&
				text('Address', 'url', { placeholder: 'https://builds.example/fairlead' })}
			{kind === 'slack' &&
				text('Address of the incoming webhook', 'slack', {
					at: 'secret',
					secret: true,
					hint: report
						? KEPT
						: 'It is kept like a password: everybody who has it can write to the channel.',
					placeholder: 'https://hooks.slack.com/services/…',
				})}
			{kind === 'github' && (
				<div className="grid gap-4 md:grid-cols-2">
					{text('Repository', 'repository', { placeholder: 'studio/my-game' })}
					{text('Token', 'token', {
						at: 'secret',
						secret: true,
						hint: report ? KEPT : 'It must be allowed to write to the repository.',
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
			{save.error && !issues.some(isShown) && <ErrorNote error={save.error} />}
			<div className="flex justify-end gap-2">
				<Button look="quiet" onClick={props.onCancel}>
					Cancel
				</Button>
				<Button
					type="submit"
					disabled={
						save.isPending || outcomes.length === 0 || (kind === 'mail' && typed.userId === '')
					}
				>
					{report ? 'Save report' : 'Add report'}
				</Button>
			</div>
		</form>
	)
}

/** The fields that a complaint can stand at. */
const SHOWN = ['url', 'secret', 'repository', 'as', 'sha', 'issue', 'title', 'context', 'name']
const isShown = ({ path }: { path: string }): boolean =>
	[...SHOWN, 'userId', 'kind'].includes(path.split('/').at(-1) ?? '')
