/** The result of a physics query: colliders with their distances, boxes with their sizes. */

import { num } from '@fairlead/protocol/view/labels/label'
import {
	actionOf,
	type Bag,
	bag,
	bags,
	list,
	number,
	text,
} from '@fairlead/protocol/wire/safe-read'
import { facts } from '../changes.tsx'
import type { Renderer } from '../renderer.ts'
import { MAX_ROWS, More } from '../rows.tsx'

interface Row {
	readonly path: unknown
	readonly said: string
}

const metres = (value: unknown): string => {
	const meant = number(value)
	return meant === undefined ? '' : `${num(meant)} m`
}

const colliderRow = (collider: Bag): Row => ({
	path: collider['path'],
	said: [
		text(collider['collider']),
		collider['isTrigger'] === true ? 'trigger' : undefined,
		metres(collider['distance']),
	]
		.filter(Boolean)
		.join(' · '),
})

const sizeRow = (object: Bag): Row => {
	const size = list(bag(object['bounds'])['size']).filter((n): n is number => typeof n === 'number')
	return {
		path: object['path'],
		said: size.length === 3 ? `${size.map(num).join(' × ')} m` : 'nothing to measure',
	}
}

function Rows(props: { rows: readonly Row[]; total: number; none: string }) {
	const shown = props.rows.slice(0, MAX_ROWS)
	if (shown.length === 0) return <p className="text-line text-muted">{props.none}</p>
	return (
		<>
			<ul className="text-line">
				{shown.map((row, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: an object may have several colliders; the list does not change
					<li key={index} className="flex gap-3 border-t border-edge py-1 first:border-t-0">
						<span className="min-w-0 flex-1 truncate">{text(row.path)}</span>
						<span className="tabular shrink-0 text-faint">{row.said}</span>
					</li>
				))}
			</ul>
			<More shown={shown.length} total={props.total} />
		</>
	)
}

export const physics: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		switch (actionOf(call)) {
			case 'cast':
			case 'overlap': {
				const rows = [...bags(result['hits']), ...bags(result['colliders'])].map(colliderRow)
				return <Rows rows={rows} total={number(result['total']) ?? 0} none="No collider." />
			}
			case 'line_of_sight': {
				const rows = bags(result['blockers']).map(colliderRow)
				const total = number(result['blockerCount']) ?? 0
				return <Rows rows={rows} total={total} none="Nothing stands between." />
			}
			case 'bounds': {
				const rows = bags(result['objects']).map(sizeRow)
				return <Rows rows={rows} total={rows.length} none="No objects." />
			}
			case 'around': {
				const below = bag(result['below'])
				const under =
					below['path'] === undefined
						? []
						: [{ ...colliderRow(below), path: `under it: ${String(below['path'])}` }]
				const rows = [...under, ...bags(result['overlapping']).map(colliderRow)]
				return (
					<Rows
						rows={rows}
						total={under.length + (number(result['overlapCount']) ?? 0)}
						none="Nothing touches it or lies under it."
					/>
				)
			}
			default:
				return facts.details?.(call)
		}
	},
}
