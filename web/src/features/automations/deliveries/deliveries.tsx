/** The newest deliveries of an automation. One that the address names is open. */
import type { Delivery } from '@fairlead/protocol/automations/automations'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { deliveriesQuery } from '../../../data/api/automations.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { useAddressQuery } from '../../../data/use-address-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Skeleton } from '../../../ui/feedback.tsx'
import { Section } from '../../../ui/section.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'
import type { Sample } from '../sample.ts'
import { SOURCES } from '../words.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { Verdict } from './verdict.tsx'

/** Until more are asked for. */
const FIRST_SHOWN = 10

export function Deliveries(props: {
	projectId: string
	automationId: string
	/** The next thing to do, while there is none. */
	empty: string
	onSample: (sample: Sample) => void
}) {
	const { projectId, automationId } = props
	const deliveries = useQuery(deliveriesQuery(projectId, automationId))
	const [query, setQuery] = useAddressQuery()
	const [all, setAll] = useState(false)
	const open = query.get('delivery')
	const list = deliveries.data
	const at = list?.findIndex(({ id }) => id === open) ?? -1
	const shown = all || at >= FIRST_SHOWN ? list : list?.slice(0, FIRST_SHOWN)
	const show = (id: string | null) =>
		setQuery(id === null ? {} : { delivery: id }, { replace: true })
	return (
		<Section
			id="deliveries"
			title="Deliveries"
			hint="Everything that started this automation, with its outcome. Kept for 30 days."
		>
			{deliveries.isPending && <Skeleton rows={3} className="p-4" />}
			{deliveries.error && !list && (
				<ErrorNote
					error={deliveries.error}
					onRetry={() => void deliveries.refetch()}
					className="m-3"
				/>
			)}
			{list?.length === 0 && (
				<Empty icon={<Inbox />} title="No deliveries yet">
					{props.empty}
				</Empty>
			)}
			{open !== null && list && at === -1 && (
				<p className="border-b border-edge px-4 py-3 text-line text-muted">
					The delivery of this address is not among the newest {list.length}.
				</p>
			)}
			{shown && shown.length > 0 && (
				<ul aria-label="Deliveries" className="divide-y divide-edge">
					{shown.map((delivery) => (
						<Row
							key={delivery.id}
							delivery={delivery}
							open={delivery.id === open}
							onToggle={() => show(delivery.id === open ? null : delivery.id)}
						>
							<DeliveryDetails
								projectId={projectId}
								automationId={automationId}
								delivery={delivery}
								onSample={props.onSample}
								onReplayed={show}
							/>
						</Row>
					))}
				</ul>
			)}
			{list && shown && shown.length < list.length && (
				<div className="border-t border-edge p-2 text-center">
					<Button look="quiet" onClick={() => setAll(true)}>
						Show {list.length - shown.length} older deliveries
					</Button>
				</div>
			)}
		</Section>
	)
}

function Row(props: {
	delivery: Delivery
	open: boolean
	onToggle: () => void
	children: React.ReactNode
}) {
	const { delivery, open } = props
	const row = useRef<HTMLLIElement>(null)
	useEffect(() => {
		if (open) row.current?.scrollIntoView({ block: 'nearest' })
	}, [open])
	return (
		<li ref={row}>
			<button
				type="button"
				aria-expanded={open}
				onClick={props.onToggle}
				className="focus-inset flex min-h-12 w-full flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2 text-left hover:bg-hover"
			>
				<span className="min-w-0 flex-1 basis-48">
					<Verdict delivery={delivery} />
				</span>
				<span className="tabular flex gap-4 text-line text-muted">
					<span>{SOURCES[delivery.source]}</span>
					<RelativeTime at={delivery.receivedAt} className="min-w-12 md:text-right" />
				</span>
			</button>
			{open && props.children}
		</li>
	)
}
