/** An automation that exists: on or off, its webhook, its settings, trying it, and its deliveries. */
import {
	type Automation,
	Automation as AutomationSchema,
} from '@fairlead/protocol/automations/automations'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { automationPath, automationsPath, conversationPath } from '../../data/address.ts'
import {
	automationApi,
	automationQuery,
	deliveriesQuery,
	useReadAutomationsAgain,
} from '../../data/api/automations.ts'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { FromBefore, useKeptEdits } from '../../ui/form/use-kept-edits.tsx'
import { Link } from '../../ui/link.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Section } from '../../ui/section.tsx'
import { exactTime, RelativeTime } from '../../ui/text/time.tsx'
import { AutomationForm } from './automation-form.tsx'
import { Deliveries } from './deliveries/deliveries.tsx'
import { bodyOf, draftOf, type FieldIssues, fieldIssues, isSame } from './draft.ts'
import { exampleOf, type Sample } from './sample.ts'
import { ChangingFields } from './trigger-fields.tsx'
import { TryIt } from './try-it.tsx'
import { Webhook } from './webhook.tsx'
import { triggerWords } from './words.ts'

/** Loads beside the rest of the page, not before it. */
const Reports = lazyPart(() => import('./reports/reports.tsx'), {
	what: 'The reports',
	className: 'mt-8',
})

export function AutomationDetails(props: {
	projectId: string
	automation: Automation
	secret: string | null
	onSecret: (secret: string) => void
}) {
	const { projectId, automation } = props
	const { id, trigger, url } = automation
	const client = useQueryClient()
	const navigate = useNavigate()
	const readAgain = useReadAutomationsAgain(projectId)
	const stored = draftOf(automation)
	const edits = useKeptEdits(`automation.${id}`, stored)
	const { typed: draft, type: setDraft } = edits
	const [issues, setIssues] = useState<FieldIssues>({})
	const [sample, setSample] = useState<Sample>(() => exampleOf(trigger))
	const save = useMutation({
		mutationFn: (body: object) =>
			api(AutomationSchema, automationApi(projectId, id), { method: 'PATCH', body }),
		onSuccess: (saved) => {
			client.setQueryData(automationQuery(projectId, id).queryKey, saved)
			edits.begin(draftOf(saved))
			void readAgain()
		},
		onError: (error) => setIssues(fieldIssues(toApiError(error))),
	})
	const unsaved = !isSame(draft, stored)
	const atFields = Object.keys(issues).length > 0
	const runs = useQuery(deliveriesQuery(projectId, id)).data
	return (
		<>
			<OnOff projectId={projectId} automation={automation} />
			{trigger.kind === 'webhook' && url !== null && (
				<Webhook
					projectId={projectId}
					automation={automation}
					url={url}
					proof={trigger.proof}
					secret={props.secret}
					onSecret={props.onSecret}
				/>
			)}
			<Section id="settings" title="What it does">
				<AutomationForm
					projectId={projectId}
					draft={draft}
					onDraft={(next) => {
						setDraft(next)
						setIssues({})
					}}
					issues={issues}
					sample={sample}
					note={
						<FromBefore
							shown={edits.fromBefore && unsaved}
							onDiscard={() => {
								edits.begin(stored)
								setIssues({})
							}}
						/>
					}
					error={save.error && !atFields && <ErrorNote error={save.error} />}
					status={save.isSuccess && !unsaved ? 'Saved' : ''}
					submit="Save changes"
					disabled={!unsaved || save.isPending}
					onSubmit={() => save.mutate(bodyOf(draft) ?? {})}
				>
					<ChangingFields
						projectId={projectId}
						trigger={draft.trigger}
						issues={issues}
						onChange={(trigger) => {
							setDraft({ ...draft, trigger })
							setIssues({})
						}}
					/>
				</AutomationForm>
			</Section>
			<TryIt
				projectId={projectId}
				automationId={id}
				trigger={trigger}
				draft={draft}
				unsaved={unsaved}
				sample={sample}
				onSample={setSample}
				onIssues={setIssues}
				onDelivery={(delivery) => navigate(automationPath(projectId, id, delivery))}
			/>
			<Reports projectId={projectId} automationId={id} />
			<Deliveries
				projectId={projectId}
				automationId={id}
				empty={
					trigger.kind === 'webhook'
						? 'Send one to the address above, or run it with a sample payload.'
						: 'Press “Run with this payload” to start one now.'
				}
				onSample={(next) => {
					setSample(next)
					const heading = document.getElementById('try')
					heading?.scrollIntoView()
					heading?.focus({ preventScroll: true })
				}}
			/>
			<Delete projectId={projectId} automation={automation} hasRuns={(runs?.length ?? 0) > 0} />
		</>
	)
}

function OnOff(props: { projectId: string; automation: Automation }) {
	const { projectId, automation } = props
	const id = useId()
	const client = useQueryClient()
	const readAgain = useReadAutomationsAgain(projectId)
	const { queryKey } = automationQuery(projectId, automation.id)
	const turn = useMutation({
		mutationFn: (enabled: boolean) =>
			api(AutomationSchema, automationApi(projectId, automation.id), {
				method: 'PATCH',
				body: { enabled },
			}),
		onSuccess: (saved) => {
			client.setQueryData(queryKey, saved)
			void readAgain()
		},
	})
	const on = turn.isPending ? turn.variables : automation.enabled
	return (
		<>
			<div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
				<p id={`${id}-about`} className="min-w-0 flex-1 basis-52 text-line text-muted">
					{triggerWords(automation.trigger)} · created by {visible(automation.createdBy)}{' '}
					<RelativeTime at={automation.createdAt} />
					{automation.nextAt !== null && ` · next on ${exactTime(automation.nextAt)}`}
					{automation.conversationId !== null && (
						<>
							{' · '}
							<Link
								to={conversationPath(projectId, automation.conversationId)}
								className="rounded-sm underline underline-offset-2"
							>
								its conversation
							</Link>
						</>
					)}
				</p>
				<span id={id} className="sr-only">
					Automation
				</span>
				<Switch
					labelledBy={id}
					describedBy={`${id}-about`}
					on={on}
					disabled={turn.isPending}
					onChange={(next) => turn.mutate(next)}
				/>
			</div>
			{!on && (
				<p className="text-line text-muted">
					Switched off: it starts nothing by itself. People can still run it below.
				</p>
			)}
			{turn.error && <ErrorNote error={turn.error} className="mt-3" />}
		</>
	)
}

function Delete(props: { projectId: string; automation: Automation; hasRuns: boolean }) {
	const { projectId, automation } = props
	const navigate = useNavigate()
	const readAgain = useReadAutomationsAgain(projectId)
	const [asking, setAsking] = useState(false)
	const remove = useMutation({
		mutationFn: () => apiDone(automationApi(projectId, automation.id), { method: 'DELETE' }),
		onSuccess: () => {
			navigate(automationsPath(projectId), { replace: true })
			void readAgain()
		},
	})
	return (
		<div className="mt-8 flex justify-end">
			<Button look="danger" onClick={() => setAsking(true)}>
				<Trash2 /> Delete automation
			</Button>
			{asking && (
				<Confirm
					title={`Delete “${visible(automation.name)}”?`}
					description={
						props.hasRuns
							? 'Its delivery log is deleted too. Its conversations stay, and active runs continue.'
							: 'Nothing can start it now.'
					}
					confirm="Delete automation"
					keep="Keep automation"
					pending={remove.isPending}
					error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
					onConfirm={() => remove.mutate()}
					onClose={() => setAsking(false)}
				/>
			)}
		</div>
	)
}
