import type { ObjectSummary } from '@fairlead/protocol/tools'
import { ChevronRight, MousePointerClick } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../data/room/use-read.ts'
import { cx } from '../../../ui/cx.ts'
import { Empty, Skeleton } from '../../../ui/feedback.tsx'
import { ReadFailed } from '../read-failed.tsx'
import { PropertyList } from './property-list.tsx'
import { componentName } from './property-names.ts'

interface Inspected {
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
	const { gameObject, components } = data
	return (
		<div className="min-h-0 flex-1 overflow-y-auto">
			<div className="border-b border-edge px-4 py-3">
				<h2 className="truncate font-semibold" title={gameObject.name}>
					{gameObject.name}
				</h2>
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
			{components.map((component) => (
				<ComponentSection key={component.instanceId} component={component} />
			))}
		</div>
	)
}

function ComponentSection(props: { component: Inspected['components'][number] }) {
	const { component } = props
	const [open, setOpen] = useState(true)
	return (
		<section aria-label={component.type} className="border-b border-edge">
			<button
				type="button"
				aria-expanded={open}
				onClick={() => setOpen(!open)}
				className="focus-inset flex w-full items-center gap-1.5 px-3 py-2 text-left text-line font-medium hover:bg-hover max-md:min-h-11"
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
				{component.enabled === false && <span className="text-cap text-faint">off</span>}
			</button>
			{open && (
				<div className="px-4 pb-3">
					<PropertyList properties={component.properties} />
				</div>
			)}
		</section>
	)
}
