/** The reports of an automation: a list, changing, switching, testing, deleting. */
import {
	type Report,
	ReportAttempt,
	Report as ReportSchema,
} from '@fairlead/protocol/automations/reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Megaphone, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { api, apiDone } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { attemptsQuery, reportsApi, reportsQuery } from '../../../data/api/reports.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Note, Skeleton } from '../../../ui/feedback.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { Reveal } from '../../../ui/reveal.tsx'
import { Section } from '../../../ui/section.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'
import { exactTime, RelativeTime } from '../../../ui/text/time.tsx'
import { ReportForm } from './report-form.tsx'
import { ATTEMPTS, outcomesText, reportTitle } from './report-words.ts'

export default function Reports(props: { projectId: string; automationId: string }) {
	const { projectId, automationId } = props
	const client = useQueryClient()
	const reports = useQuery(reportsQuery(projectId, automationId))
	const [adding, setAdding] = useState(false)
	const [secret, setSecret] = useState<string | null>(null)
	const read = () => client.invalidateQueries({ queryKey: ['reports', projectId, automationId] })
	const list = reports.data
	const add = (
		<Button onClick={() => setAdding(true)}>
			<Plus /> Add report
		</Button>
	)
	return (
		<Section
			id="reports"
			title="Reports"
			hint="Messages about results: by webhook, Slack, GitHub or mail."
		>
			{secret !== null && (
				<div className="px-4 pt-4">
					<ShownOnce
						title="The secret of this webhook is shown only once"
						secret={secret}
						copyLabel="Copy the secret"
						kept="Fairlead signs with it and never shows it again."
					>
						The receiver checks signatures with it.
					</ShownOnce>
				</div>
			)}
			{reports.isPending && <Skeleton rows={2} className="p-4" />}
			{reports.error && !list && (
				<ErrorNote error={reports.error} onRetry={() => void reports.refetch()} className="m-3" />
			)}
			{list?.length === 0 && !adding && (
				<Empty icon={<Megaphone />} title="No reports yet" action={add}>
					Tell a webhook, Slack, GitHub or a member by mail how runs ended.
				</Empty>
			)}
			{list && list.length > 0 && (
				<ul aria-label="Reports" className="divide-y divide-edge">
					{list.map((report) => (
						<li key={report.id}>
							<ReportRow
								projectId={projectId}
								automationId={automationId}
								report={report}
								onChanged={() => void read()}
							/>
						</li>
					))}
				</ul>
			)}
			{adding && (
				<ReportForm
					projectId={projectId}
					automationId={automationId}
					report={null}
					onSaved={(saved) => {
						setAdding(false)
						setSecret('secret' in saved ? saved.secret : null)
						void read()
					}}
					onCancel={() => setAdding(false)}
				/>
			)}
			{list && list.length > 0 && !adding && <div className="border-t border-edge p-3">{add}</div>}
		</Section>
	)
}

function ReportRow(props: {
	projectId: string
	automationId: string
	report: Report
	onChanged: () => void
}) {
	const { projectId, automationId, report } = props
	const id = useId()
	const client = useQueryClient()
	const path = `${reportsApi(projectId, automationId)}/${report.id}`
	const [open, setOpen] = useState(false)
	const [changing, setChanging] = useState(false)
	const [deleting, setDeleting] = useState(false)
	const turn = useMutation({
		mutationFn: (enabled: boolean) =>
			api(ReportSchema, path, { method: 'PATCH', body: { enabled } }),
		onSettled: props.onChanged,
	})
	const test = useMutation({
		mutationFn: () => api(ReportAttempt, `${path}/test`, { method: 'POST' }),
		onSettled: () => client.invalidateQueries({ queryKey: ['attempts', projectId, automationId] }),
	})
	const remove = useMutation({
		mutationFn: () => apiDone(path, { method: 'DELETE' }),
		onSuccess: () => setDeleting(false),
		onSettled: props.onChanged,
	})
	const title = reportTitle(report)
	const error = turn.error ?? test.error
	return (
		<div className="flex flex-col gap-2 px-4 py-2.5">
			<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
				<div className="min-w-0 flex-1 basis-52">
					<p id={id} className="font-medium wrap-anywhere">
						{title}
					</p>
					<p id={`${id}-when`} className="text-line text-muted">
						When: {outcomesText(report)}
					</p>
				</div>
				<div className="flex flex-wrap items-center gap-2">
					<Switch
						labelledBy={id}
						describedBy={`${id}-when`}
						on={turn.isPending ? turn.variables : report.enabled}
						disabled={turn.isPending}
						onChange={(next) => turn.mutate(next)}
					/>
					<Button
						aria-label={`Test ${title}`}
						disabled={test.isPending}
						onClick={() => test.mutate()}
					>
						Test
					</Button>
					<Button
						aria-label={`Change ${title}`}
						aria-expanded={changing}
						onClick={() => setChanging(!changing)}
					>
						Change
					</Button>
					<Button aria-label={`Delete ${title}`} onClick={() => setDeleting(true)}>
						Delete
					</Button>
				</div>
			</div>
			{report.off && (
				<Note level="warning" title={`Switched off by Fairlead on ${exactTime(report.off.at)}`}>
					{report.off.reason} Switch it on again when that is mended.
				</Note>
			)}
			{test.data && (
				<Note
					level={test.data.verdict === 'delivered' ? 'info' : 'error'}
					title={test.data.verdict === 'delivered' ? 'The test was delivered' : 'The test failed'}
				>
					{test.data.error ?? (test.data.status !== null && `Status ${test.data.status}`)}
				</Note>
			)}
			{error && <ErrorNote error={error} />}
			{changing && (
				<div className="-mx-4">
					<ReportForm
						projectId={projectId}
						automationId={automationId}
						report={report}
						onSaved={() => {
							setChanging(false)
							props.onChanged()
						}}
						onCancel={() => setChanging(false)}
					/>
				</div>
			)}
			<div>
				<Reveal
					open={open}
					onToggle={() => setOpen(!open)}
					show="Show what was sent"
					hide="Hide what was sent"
				/>
			</div>
			{open && <Attempts projectId={projectId} automationId={automationId} reportId={report.id} />}
			{deleting && (
				<Confirm
					title="Delete this report?"
					description={`${title}. Messages that wait are not sent.`}
					confirm="Delete report"
					keep="Keep report"
					pending={remove.isPending}
					error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
					onConfirm={() => remove.mutate()}
					onClose={() => setDeleting(false)}
				/>
			)}
		</div>
	)
}

function Attempts(props: { projectId: string; automationId: string; reportId: string }) {
	const attempts = useQuery(attemptsQuery(props.projectId, props.automationId, props.reportId))
	const { data, error } = attempts
	if (error) return <ErrorNote error={error} onRetry={() => void attempts.refetch()} />
	if (!data) return <Skeleton rows={2} />
	if (data.attempts.length === 0) return <p className="text-line text-muted">Nothing yet.</p>
	return (
		<ul aria-label="Attempts" className="flex flex-col gap-1 text-line">
			{data.waiting > 0 && <li className="text-muted">Waiting: {data.waiting}</li>}
			{data.attempts.map((attempt) => (
				<li key={`${attempt.messageId} ${attempt.at}`} className="flex flex-wrap gap-x-3">
					<span className={attempt.verdict === 'delivered' ? '' : 'text-danger'}>
						{ATTEMPTS[attempt.verdict]}
					</span>
					<span className="tabular text-muted">
						{attempt.deliveryId === null && 'test · '}
						{attempt.status !== null && `${attempt.status} · `}
						<RelativeTime at={attempt.at} />
					</span>
					{attempt.error && (
						<span className="w-full text-muted wrap-anywhere">{attempt.error}</span>
					)}
				</li>
			))}
		</ul>
	)
}
