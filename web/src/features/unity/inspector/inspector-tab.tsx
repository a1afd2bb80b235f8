import type { ObjectSummary } from '@fairlead/protocol/tools'
import { ChevronRight, MousePointerClick } from 'lucide-react'
import { useState } from 'react'
import { useRoom } from '../../../data/room/room-context.tsx'
import { targetSeat } from '../../../data/room/target-seat.ts'
import { useRead } from '../../../data/room/use-read.ts'
import { cx } from '../../../ui/cx.ts'
import { Empty, Skeleton } from '../../../ui/feedback.tsx'
import { ReadFailed } from '../read-failed.tsx'
import { CheckField, NameField } from './editable-value.tsx'
import { PropertyList, type SetProperty } from './property-list.tsx'
import { componentName } from './property-names.ts'
import { useSetValues } from './use-set-values.ts'

export interface Inspected {
	readonly gameObject: ObjectSummary & {
		readonly scene: string
		readonly isStatic: boolean
		readonly prefabAssetPath: string | null
	}
	readonly components: readonly {
		readonly instanceId: string
		readonly type: string
		readonly enabled?: boolean
		readonly properties: Readonly<Record<string, unknown>>
	}[]
}

export function InspectorTab(props: { selectedId: string | null }) {
	const { selectedId } = props
	const { data, error, reload } = useRead<Inspected>(
		'unity_query',
		selectedId === null ? null : { action: 'inspect_object', instance_id: selectedId },
		['hierarchy', 'play'],
	)
	if (selectedId === null) {
		return (
			<Empty icon={<MousePointerClick />} title="Nothing is selected">
				Choose an object in Scene to see its components.
			</Empty>
		)
	}
	if (error && (!data || error.code === 'not_found')) {
		return <ReadFailed error={error} onRetry={reload} />
	}
	if (!data) return <Skeleton rows={6} className="p-4" />
	return <Values key={data.gameObject.instanceId} data={data} reload={reload} />
}

function Values({ data, reload }: { data: Inspected; reload: () => void }) {
	const { shown, set } = useSetValues(data, reload)
	const isPlaying = targetSeat(useRoom().state)?.phase === 'playing'
	const { gameObject, components } = shown
	return (
		<div className="min-h-0 flex-1 overflow-y-auto">
			<div className="border-b border-edge px-4 py-3">
				<div className="flex items-center gap-2">
					{set && <CheckField label="Active" value={gameObject.activeSelf} set={set.active} />}
					<h2 className="min-w-0 flex-1 truncate font-semibold" title={gameObject.name}>
						{set ? (
							<NameField label="Name" value={gameObject.name} set={set.name} />
						) : (
							gameObject.name
						)}
					</h2>
				</div>
				<p className="text-line text-muted wrap-anywhere">{gameObject.path}</p>
				<p className="pt-1 text-cap text-faint">
					{[
						gameObject.activeSelf ? null : 'hidden',
						`tag ${gameObject.tag}`,
						`layer ${gameObject.layer}`,
						gameObject.isStatic ? 'static' : null,
						gameObject.prefabAssetPath,
					]
						.filter(Boolean)
						.join(' · ')}
				</p>
			</div>
			{set && isPlaying && (
				<p className="border-b border-edge px-4 py-2 text-line text-warn">
					Changes in play mode are lost when it ends.
				</p>
			)}
			{components.map((component) => (
				<ComponentSection
					key={component.instanceId}
					component={component}
					set={set && ((name, value) => set.property(component, name, value))}
				/>
			))}
		</div>
	)
}

function ComponentSection(props: {
	component: Inspected['components'][number]
	set: SetProperty | null
}) {
	const { component, set } = props
	const { enabled } = component
	const [open, setOpen] = useState(true)
	return (
		<section aria-label={component.type} className="border-b border-edge">
			<div className="flex items-center hover:bg-hover">
				<button
					type="button"
					aria-expanded={open}
					onClick={() => setOpen(!open)}
					className="focus-inset flex min-w-0 flex-1 items-center gap-1.5 px-3 py-2 text-left text-line font-medium max-md:min-h-11"
				>
					<ChevronRight
						aria-hidden
						className={cx(
							'size-3.5 text-faint transition-transform duration-100',
							open && 'rotate-90',
						)}
					/>
					<span className="min-w-0 flex-1 truncate" title={component.type}>
						{componentName(component.type)}
					</span>
					{enabled === false && <span className="text-cap text-faint">off</span>}
				</button>
				{set && enabled !== undefined && (
					<span className="px-3">
						<CheckField
							label={`${componentName(component.type)} enabled`}
							value={enabled}
							set={(on) => set('enabled', on)}
						/>
					</span>
				)}
			</div>
			{open && (
				<div className="px-4 pb-3">
					<PropertyList properties={component.properties} set={set} />
				</div>
			)}
		</section>
	)
}
