/** Animation: states with their transitions, curves with their keys, parameters with their values. */

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
import { ValueList, ValueTable } from '../../values.tsx'
import type { Renderer } from '../renderer.ts'
import { MAX_ROWS, More } from '../rows.tsx'

function Lines(props: { lines: readonly (readonly [string, string])[]; total: number }) {
	const shown = props.lines.slice(0, MAX_ROWS)
	return (
		<>
			<ul className="text-line">
				{shown.map(([name, said], index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: names may stand twice; the list does not change
					<li key={index} className="flex gap-3 border-t border-edge py-1 first:border-t-0">
						<span className="min-w-0 flex-1 truncate">{name}</span>
						<span className="max-w-[60%] truncate text-faint">{said}</span>
					</li>
				))}
			</ul>
			<More shown={shown.length} total={props.total} />
		</>
	)
}

const parametersOf = (result: Bag) =>
	Object.fromEntries(
		bags(result['parameters']).map((one) => [
			`${text(one['name']) ?? ''} (${text(one['type']) ?? ''})`,
			one['default'],
		]),
	)

const stateLine = (state: Bag): readonly [string, string] => [
	text(state['name']) ?? '',
	bags(state['transitions'])
		.map((one) => `→ ${[text(one['to']), ...list(one['conditions'])].join(', ')}`)
		.join('  '),
]

const curveLine = (curve: Bag): readonly [string, string] => [
	[text(curve['path']), text(curve['component']), text(curve['property'])]
		.filter(Boolean)
		.join(' '),
	`${num(number(curve['keyCount']) ?? 0)} keys`,
]

export const animation: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const total = number(result['total']) ?? 0
		switch (actionOf(call)) {
			case 'inspect_clip':
				return <Lines lines={bags(result['bindings']).map(curveLine)} total={total} />
			case 'inspect_controller':
				return (
					<div className="flex flex-col gap-3">
						<ValueList values={parametersOf(result)} />
						<Lines lines={bags(result['states']).map(stateLine)} total={total} />
					</div>
				)
			case 'animators': {
				const lines = bags(result['animators']).map((one): readonly [string, string] => [
					text(one['path']) ?? '',
					text(one['controller']) ?? 'no controller',
				])
				return <Lines lines={lines} total={total} />
			}
			case 'modify_parameters':
				return <ValueList values={parametersOf(result)} />
			default: {
				const rows = bags(result['values']).map((one) => ({
					property: text(one['name']) ?? '',
					before: one['before'],
					after: one['after'],
				}))
				return <ValueTable rows={rows} caption="Values of the animator" />
			}
		}
	},
}
