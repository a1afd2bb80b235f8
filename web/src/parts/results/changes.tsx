/** The changes of a call: old and new values, and refused ones. */

import { plain } from '@fairlead/protocol/view/labels/label'
import { actionOf, type Bag, bag, bags, list, text } from '@fairlead/protocol/wire/safe-read'
import { TriangleAlert } from 'lucide-react'
import { labelOf } from '../calls/labels.ts'
import { ValueList, ValueTable } from '../values.tsx'
import type { Renderer } from './renderer.ts'

const transformRows = (result: Bag) => {
	const before = bag(result['previous'])
	const after = bag(result['current'])
	return ['position', 'rotation', 'scale']
		.map((property) => ({ property, before: before[property], after: after[property] }))
		.filter((row) => JSON.stringify(row.before) !== JSON.stringify(row.after))
}

const withoutIds = (input: Bag): Bag =>
	Object.fromEntries(Object.entries(input).filter(([key]) => !/(^|_)id$/.test(key)))

export const hierarchy: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const rows = transformRows(result)
		if (actionOf(call) === 'set_transform' && rows.length > 0) {
			return <ValueTable rows={rows} caption={plain(labelOf(call))} />
		}
		const { action: _action, ...input } = call.input
		return (
			<ValueList
				values={{ ...(text(result['path']) ? { path: result['path'] } : {}), ...withoutIds(input) }}
			/>
		)
	},
}

function Refused(props: { results: readonly Bag[] }) {
	return props.results.map((change) => (
		<p key={String(change['property'])} className="flex gap-2 pt-2 text-line text-warn">
			<TriangleAlert aria-hidden className="mt-px size-4 shrink-0" />
			<span>
				{text(change['error'])}
				{list(change['available']).length > 0 && (
					<span className="text-muted"> Available: {list(change['available']).join(', ')}.</span>
				)}
			</span>
		</p>
	))
}

export const changedProperties: Renderer = {
	details: (call) => {
		const results = bags(bag(call.result)['results'])
		const rows = results
			.filter((change) => change['success'] === true)
			.map((change) => ({
				property: String(change['property']),
				before: change['previousValue'],
				after: change['newValue'],
			}))
		if (results.length === 0) return null
		return (
			<>
				{rows.length > 0 && <ValueTable rows={rows} caption={plain(labelOf(call))} />}
				<Refused results={results.filter((change) => change['success'] !== true)} />
			</>
		)
	},
}

/** Assets and prefabs answer with property changes for some actions and with plain facts for others. */
export const facts: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		if (list(result['results']).length > 0) return changedProperties.details(call)
		const shown = Object.fromEntries(
			Object.entries(result).filter(
				([key, value]) => !/(^|[a-z])Id$|^guid$/.test(key) && typeof value !== 'object',
			),
		)
		return Object.keys(shown).length === 0 ? null : <ValueList values={shown} />
	},
}

export const batch: Renderer = {
	details: (call) => {
		const results = list(bag(call.result)['results'])
		return (
			<ol className="list-decimal pl-5 text-line text-muted">
				{bags(call.input['operations']).map((operation, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: operations are known by their place
					<li key={index}>
						{plain(
							labelOf({
								...call,
								tool: text(operation['tool']) ?? 'operation',
								input: bag(operation['args']),
								result: results[index],
							}),
						)}
					</li>
				))}
			</ol>
		)
	},
}
