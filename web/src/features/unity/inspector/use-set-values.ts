/** Sets values of the inspected object by hand, and shows them until the editor's own answer comes. */
import { useRef, useState } from 'react'
import { type OwnChange, useMayChange, useOwnCall } from '../../../data/room/use-own-call.ts'
import type { SetValue } from './editable-value.tsx'
import { type Held, type HeldValues, NOTHING, settled, valuesAt } from './held-values.ts'
import type { Inspected } from './inspector-tab.tsx'

type Component = Inspected['components'][number]

interface Setters {
	readonly name: SetValue<string>
	readonly active: SetValue<boolean>
	readonly property: (component: Component, property: string, value: unknown) => Promise<boolean>
}

const keyOf = (component: Component, property: string): string =>
	`${component.instanceId} ${property}`

/**
 * @param reload reads the object again: the editor may have kept another value than the one that was set
 * @returns `set` null: this person changes nothing here
 */
export function useSetValues(
	data: Inspected,
	reload: () => void,
): { shown: Inspected; set: Setters | null } {
	const may = useMayChange()
	const { make } = useOwnCall()
	const [held, setHeld] = useState<HeldValues>(NOTHING)
	const newest = useRef(data)
	newest.current = data

	const change = async (key: string, value: unknown, own: OwnChange) => {
		const sent: Held = { value, until: null }
		setHeld((before) => new Map(before).set(key, sent))
		// Why it failed is told where it was made.
		const answer = await make(own).catch(() => null)
		const isDone = answer?.state === 'done'
		setHeld((before) => settled(before, key, sent, isDone ? newest.current : null))
		if (isDone) reload()
		// Without an answer yet, it stands among the changes by hand.
		return answer !== null && answer.state !== 'failed'
	}

	const instance_id = data.gameObject.instanceId
	const ofObject = (action: string, key: string) => (value: unknown) =>
		change(key, value, {
			tool: 'unity_hierarchy',
			input: { action, instance_id, [key]: value },
		})
	const property: Setters['property'] = (component, name, value) => {
		const same = data.components.filter(({ type }) => type === component.type)
		const input = {
			action: 'modify',
			game_object_id: instance_id,
			component_type: component.type,
			component_index: same.findIndex(({ instanceId }) => instanceId === component.instanceId),
			properties: { [name]: value },
		}
		return change(keyOf(component, name), value, { tool: 'unity_component', input })
	}
	return {
		shown: withHeld(data, valuesAt(held, data)),
		set: may
			? { name: ofObject('rename', 'name'), active: ofObject('set_active', 'active'), property }
			: null,
	}
}

function withHeld(data: Inspected, held: ReadonlyMap<string, unknown>): Inspected {
	if (held.size === 0) return data
	const { gameObject, components } = data
	return {
		gameObject: {
			...gameObject,
			name: (held.get('name') as string | undefined) ?? gameObject.name,
			activeSelf: (held.get('active') as boolean | undefined) ?? gameObject.activeSelf,
		},
		components: components.map((component) => {
			const values = Object.entries(component.properties).map(([name, value]) => [
				name,
				held.get(keyOf(component, name)) ?? value,
			])
			const enabled = held.get(keyOf(component, 'enabled')) as boolean | undefined
			return {
				...component,
				...(enabled === undefined ? {} : { enabled }),
				properties: Object.fromEntries(values),
			}
		}),
	}
}
