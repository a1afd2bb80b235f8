/** One delivery: what came, from where, its run, and delivering it again. */
import { Accepted, type Delivery } from '@fairlead/protocol/automations/automations'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { conversationPath } from '../../../data/address.ts'
import {
	automationApi,
	deliveryQuery,
	isUnderWay,
	useReadAutomationsAgain,
} from '../../../data/api/automations.ts'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { membersQuery } from '../../../data/api/members.ts'
import { CodeBlock } from '../../../parts/markdown/code.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { Link } from '../../../ui/link.tsx'
import { exactTime } from '../../../ui/text/time.tsx'
import { type Sample, sampleOf } from '../sample.ts'
import { SOURCES } from '../words.ts'

export function DeliveryDetails(props: {
	projectId: string
	automationId: string
	delivery: Delivery
	onSample: (sample: Sample) => void
	/** @param id the new delivery's */
	onReplayed: (id: string) => void
}) {
	const { projectId, automationId, delivery } = props
	const detail = useQuery(deliveryQuery(projectId, automationId, delivery.id))
	const readAgain = useReadAutomationsAgain(projectId)
	const replay = useMutation({
		mutationFn: () => {
			const path = `${automationApi(projectId, automationId)}/deliveries/${delivery.id}/replay`
			return api(Accepted, path, { method: 'POST' })
		},
		onSuccess: async ({ deliveryId }) => {
			await readAgain()
			props.onReplayed(deliveryId)
		},
	})
	const came = detail.data
	const isKept = delivery.verdict !== 'not_proven' && delivery.verdict !== 'unreadable'
	const whole =
		isKept && came && new TextEncoder().encode(came.payload).length === delivery.payloadBytes
	const sample = isKept && came && sampleOf(came.payload, came.headers)
	return (
		<div className="flex flex-col gap-3 bg-bg px-4 py-3 text-line">
			{delivery.error && <p className="text-danger wrap-anywhere">{delivery.error}</p>}
			<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dt]:text-muted">
				<Item name="Received">{exactTime(delivery.receivedAt)}</Item>
				<Item name="Started by">
					{SOURCES[delivery.source]}
					{delivery.askedBy !== null && <AskedBy projectId={projectId} id={delivery.askedBy} />}
				</Item>
				{delivery.scheduledAt !== null && (
					<Item name="Scheduled for">
						{exactTime(delivery.scheduledAt)}
						{delivery.missed > 0 && `, and for ${delivery.missed} earlier times that were missed`}
					</Item>
				)}
				{delivery.waitsFor?.until && (
					<Item name="Waits until">{exactTime(delivery.waitsFor.until)}</Item>
				)}
				{delivery.address !== '' && (
					<Item name="From">
						<code className="font-mono">{delivery.address}</code>
					</Item>
				)}
				<Item name="Delivery id">
					<code className="font-mono wrap-anywhere">{visible(delivery.deliveryId)}</code>
				</Item>
				{came &&
					Object.entries(came.headers).map(([name, value]) => (
						<Item key={name} name={name}>
							<code className="font-mono wrap-anywhere">{visible(value)}</code>
						</Item>
					))}
			</dl>
			{detail.isPending && <Skeleton rows={3} />}
			{detail.error && <ErrorNote error={detail.error} onRetry={() => void detail.refetch()} />}
			{sample && (
				<div className="-my-3 [&_pre]:max-h-72 [&_pre]:overflow-y-auto">
					<CodeBlock source={sample.text} language="json" />
				</div>
			)}
			{isKept && came && !whole && (
				<p className="text-muted">
					Only the beginning of this payload is kept, so it cannot be replayed.
				</p>
			)}
			{replay.error && <ErrorNote error={replay.error} />}
			<div className="flex flex-wrap gap-2">
				{delivery.conversationId !== null && (
					<Link to={conversationPath(projectId, delivery.conversationId)} className={buttonClass()}>
						{isUnderWay(delivery) ? 'Watch the run' : 'Open the run'}
					</Link>
				)}
				<Button
					disabled={!whole || delivery.verdict === null || replay.isPending}
					onClick={() => replay.mutate()}
				>
					Replay
				</Button>
				{sample && whole && (
					<Button look="quiet" onClick={() => props.onSample(sample)}>
						Use as sample payload
					</Button>
				)}
			</div>
		</div>
	)
}

function Item(props: { name: string; children: ReactNode }) {
	return (
		<>
			<dt>{props.name}</dt>
			<dd className="min-w-0">{props.children}</dd>
		</>
	)
}

function AskedBy(props: { projectId: string; id: string }) {
	const members = useQuery(membersQuery(props.projectId)).data
	if (!members) return null
	const name = members.find(({ userId }) => userId === props.id)?.name
	return ` · ${name === undefined ? 'a former member' : visible(name)}`
}
